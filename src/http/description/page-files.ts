/**
 * The files of the analysts' page, as `npm run build` wrote them to dist/page: names carry a hash of their content, and
 * beside each file lie its compressed forms. Only names that are there are answered, so no path is ever put together from
 * what a client sent.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';

/** What the page itself may do: everything comes from here, and nothing runs that is not a file of ours. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * The frame that draws PDF files runs our scripts over hostile bytes, so it has no origin and can reach nothing: bytes come
 * in and counts go out as messages of the page around it.
 */
export const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  // Character maps and fonts for PDF files.
  bcmap: 'application/octet-stream',
  pfb: 'application/x-font-type1',
  ttf: 'font/ttf',
};

/** Compressed forms, the smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface PageFile {
  readonly name: string;
  readonly mediaType: string;
  /** Null where the bytes are as they are. */
  readonly encoding: 'br' | 'gzip' | null;
  readonly bytes: Buffer;
}

let names: ReadonlySet<string> | null = null;
const loaded = new Map<string, Promise<Buffer>>();

/** A file of the page in the smallest form that the client takes, or null where there is none of that name. */
export async function pageFile(name: string, takes: (encoding: string) => boolean): Promise<PageFile | null> {
  names ??= new Set(listed());
  if (!names.has('index.html')) {
    throw new AppError('NOT_FOUND', 'The page is not built: run `npm run build`, which writes it to dist/page.');
  }
  const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)];
  if (!names.has(name) || mediaType === undefined) return null;
  const form = encodings.find(([encoding, ending]) => names?.has(name + ending) && takes(encoding));
  const bytes = await read(name + (form?.[1] ?? ''));
  return { name, mediaType, encoding: form?.[0] ?? null, bytes };
}

function read(name: string): Promise<Buffer> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const bytes = readFile(join(folder(), name));
  loaded.set(name, bytes);
  bytes.catch(() => loaded.delete(name));
  return bytes;
}

function listed(): string[] {
  return existsSync(folder()) ? readdirSync(folder()) : [];
}

/** Beside the compiled program, and where that is compiled to when the sources run themselves. */
function folder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return join(here, import.meta.url.endsWith('.ts') ? '../../../dist/page' : '../../../page');
}
