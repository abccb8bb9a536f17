/**
 * Encodings of page and documentation files. The build writes compressed files for the page only. Otherwise, as in a package, the
 * server compresses a file on the first request.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type StaticFolder, staticFile, staticNames } from './static-files.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  // Character maps and fonts for PDF files.
  bcmap: 'application/octet-stream',
  pfb: 'application/x-font-type1',
  ttf: 'font/ttf',
};

/** Content encodings, the smallest first. With brotli at level 9, the largest script takes a tenth of a second, once. */
const encodings = [
  { encoding: 'br', ending: '.br', compress: (bytes: Buffer) => brotli(bytes, BROTLI) },
  { encoding: 'gzip', ending: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes) },
] as const;

const brotli = promisify(brotliCompress);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Other files are already compressed. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|wasm)$/;

export interface StaticForm {
  readonly name: string;
  readonly mediaType: string;
  /** Null if the bytes are not encoded. */
  readonly encoding: 'br' | 'gzip' | null;
  readonly bytes: Buffer;
}

const compressed = new Map<string, Promise<Buffer>>();

/** Returns a file in the smallest form that the client accepts, or null for an unknown name. */
export async function staticForm(
  folder: StaticFolder,
  name: string,
  takes: (encoding: string) => boolean,
): Promise<StaticForm | null> {
  const names = await staticNames(folder);
  const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)];
  if (!names.has(name) || mediaType === undefined) return null;
  const form = COMPRESSIBLE.test(name) ? encodings.find(({ encoding }) => takes(encoding)) : undefined;
  if (form === undefined) return { name, mediaType, encoding: null, bytes: await staticFile(folder, name) };
  const beside = name + form.ending;
  const bytes = await (names.has(beside) ? staticFile(folder, beside) : compressedOnce(folder, name, form));
  return { name, mediaType, encoding: form.encoding, bytes };
}

function compressedOnce(
  folder: StaticFolder,
  name: string,
  { ending, compress }: (typeof encodings)[number],
): Promise<Buffer> {
  const path = `${folder}/${name}${ending}`;
  const known = compressed.get(path);
  if (known !== undefined) return known;
  const bytes = staticFile(folder, name).then(compress);
  compressed.set(path, bytes);
  bytes.catch(() => compressed.delete(path));
  return bytes;
}
