/**
 * Static files of the server. A checkout has them in folders below dist/, a package in one compressed file, because many of them
 * resemble each other. Only listed names are read, so no path is built from client input.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

export type StaticFolder = 'page' | 'swagger-ui' | 'interface' | 'docs';

/** Next to the compiled program; dist/ if the sources are run directly. */
const home = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../dist/' : '../../../', import.meta.url));

/** Name in a package. The file is brotli over a four-byte length, JSON of [name, bytes] in order, and the concatenated files. */
const PACKED = 'static-files.br';

let packed: Promise<ReadonlyMap<string, Buffer>> | null = null;
const listings = new Map<StaticFolder, ReadonlySet<string>>();
const read = new Map<string, Promise<Buffer>>();

/** Names of the files in a folder; empty if it was not built. */
export async function staticNames(folder: StaticFolder): Promise<ReadonlySet<string>> {
  const known = listings.get(folder);
  if (known !== undefined) return known;
  const names = new Set(isPacked() ? await namesInPackage(`${folder}/`) : await namesIn(join(home, folder)));
  if (names.size > 0) listings.set(folder, names);
  return names;
}

/** Returns the bytes of a file listed by `staticNames`, which are then kept in memory. */
export function staticFile(folder: StaticFolder, name: string): Promise<Buffer> {
  const path = `${folder}/${name}`;
  const known = read.get(path);
  if (known !== undefined) return known;
  const bytes = isPacked() ? fromPackage(path) : readFile(join(home, path));
  read.set(path, bytes);
  bytes.catch(() => read.delete(path));
  return bytes;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return existsSync(directory) ? readdir(directory) : [];
}

async function namesInPackage(prefix: string): Promise<readonly string[]> {
  const names = [...(await unpacked()).keys()].filter((name) => name.startsWith(prefix));
  return names.map((name) => name.slice(prefix.length));
}

function isPacked(): boolean {
  return packed !== null || existsSync(join(home, PACKED));
}

async function fromPackage(path: string): Promise<Buffer> {
  const bytes = (await unpacked()).get(path);
  if (bytes === undefined) throw new Error(`the package has no file ${path}`);
  return bytes;
}

function unpacked(): Promise<ReadonlyMap<string, Buffer>> {
  packed ??= readFile(join(home, PACKED)).then(promisify(brotliDecompress)).then(filesIn);
  return packed;
}

function filesIn(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const headEnd = 4 + bytes.readUInt32LE(0);
  const listed = JSON.parse(bytes.toString('utf8', 4, headEnd)) as readonly (readonly [name: string, bytes: number])[];
  let position = headEnd;
  return new Map(
    listed.map(([name, length]) => {
      const file = bytes.subarray(position, position + length);
      position += length;
      return [name, file];
    }),
  );
}
