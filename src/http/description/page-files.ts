/**
 * The files of the analysts' page: names carry a hash of their content. `npm run build` writes compressed forms beside them; a
 * package has none, so the server compresses a file when the first client asks for it.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { staticFile, staticNames } from './static-files.ts';

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

/** Compressed forms, the smallest first. Level 9 of brotli costs the largest script a tenth of a second, once. */
const encodings = [
  { encoding: 'br', ending: '.br', compress: (bytes: Buffer) => brotli(bytes, BROTLI) },
  { encoding: 'gzip', ending: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes) },
] as const;

const brotli = promisify(brotliCompress);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Other files are compressed already. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|wasm)$/;

export interface PageFile {
  readonly name: string;
  readonly mediaType: string;
  /** Null where the bytes are as they are. */
  readonly encoding: 'br' | 'gzip' | null;
  readonly bytes: Buffer;
}

const compressed = new Map<string, Promise<Buffer>>();

/** A file of the page in the smallest form that the client takes, or null for a name that no file has. */
export async function pageFile(name: string, takes: (encoding: string) => boolean): Promise<PageFile | null> {
  const names = await staticNames('page');
  if (!names.has('index.html')) {
    throw new AppError('NOT_FOUND', 'The page is not built: run `npm run build`, which writes it to dist/page.');
  }
  const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)];
  if (!names.has(name) || mediaType === undefined) return null;
  const form = COMPRESSIBLE.test(name) ? encodings.find(({ encoding }) => takes(encoding)) : undefined;
  if (form === undefined) return { name, mediaType, encoding: null, bytes: await staticFile('page', name) };
  const beside = name + form.ending;
  const bytes = await (names.has(beside) ? staticFile('page', beside) : compressedOnce(name, form));
  return { name, mediaType, encoding: form.encoding, bytes };
}

function compressedOnce(name: string, { ending, compress }: (typeof encodings)[number]): Promise<Buffer> {
  const known = compressed.get(name + ending);
  if (known !== undefined) return known;
  const bytes = staticFile('page', name).then(compress);
  compressed.set(name + ending, bytes);
  bytes.catch(() => compressed.delete(name + ending));
  return bytes;
}
