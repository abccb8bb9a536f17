/** Builds the file of a hash set from a list, once for each state of the list. The list is only read. */
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { HASH_BYTES, HASH_KINDS, type HashKind, kindOfDigits } from './hash-kinds.ts';
import { type ListReader, readerOf } from './hash-lists.ts';
import { type HashSetHead, readHashSetHead, writeHashSet } from './hash-set-file.ts';
import { rdsLines } from './rds-database.ts';
import { SortedHashes } from './sorted-hashes.ts';

export interface HashSet {
  readonly name: string;
  readonly path: string;
  readonly head: HashSetHead;
}

/** An option value `NAME=FILE`. */
export interface NamedList {
  readonly name: string;
  readonly file: string;
}

const PIECE_BYTES = 1024 * 1024;
const MAGIC = 'SQLite format 3\0';

/** Returns the folder of hash sets in a data directory. */
export function hashSetDirectory(dataDir: string): string {
  return join(dataDir, 'hash-sets');
}

/** Throws AppError USAGE for an unusable list. `onBegin` is called if the list must be read. */
export async function hashSetOf(
  { name, file }: NamedList,
  dataDir: string,
  { signal, onBegin }: { readonly signal?: AbortSignal; readonly onBegin?: () => void } = {},
): Promise<HashSet> {
  const list = await listState(name, file);
  const path = join(hashSetDirectory(dataDir), `${name}.hashes`);
  const known = await readHashSetHead(path);
  if (known?.list === list.state) return { name, path, head: known };
  onBegin?.();
  await mkdir(hashSetDirectory(dataDir), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  try {
    const head = await build(list, temporary, signal);
    await rename(temporary, path);
    return { name, path, head };
  } catch (cause) {
    if (signal?.aborted) throw new AppError('CANCELLED', 'stopped', { cause });
    throw unusable(name, file, (cause as Error).message, cause);
  } finally {
    await rm(temporary, { force: true });
    await rm(`${temporary}.sort`, { force: true });
  }
}

interface ListState {
  readonly path: string;
  readonly state: string;
}

async function listState(name: string, file: string): Promise<ListState> {
  let path: string;
  let found: Stats;
  try {
    path = await realpath(file);
    found = await stat(path);
  } catch (cause) {
    throw unusable(name, file, `cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
  // A pipe cannot be used: opening it would wait for a writer, and a list is read several times.
  if (!found.isFile()) throw unusable(name, file, 'is not a file: give the path of one', null);
  return { path, state: `${path} ${found.size} ${found.mtimeMs} ${found.ino}` };
}

function unusable(name: string, file: string, finding: string, cause: unknown): AppError {
  return new AppError('USAGE', `The list ${file} of the hash set ${name} ${finding.replace(/\.$/, '')}.`, { cause });
}

async function build({ path, state }: ListState, target: string, signal?: AbortSignal): Promise<HashSetHead> {
  const sorting = await open(`${target}.sort`, 'w+');
  try {
    const spill = { descriptor: sorting.fd, bytes: 0 };
    const sorted = new Map<HashKind, SortedHashes>();
    let taken = 0;
    const takeHash = (text: string): boolean => {
      const kind = kindOfDigits(text.length);
      if (kind === null) return false;
      const hashes = sorted.get(kind) ?? new SortedHashes(HASH_BYTES[kind], spill);
      sorted.set(kind, hashes);
      if (!hashes.add(text)) return false;
      taken++;
      return true;
    };
    const skipped = await readList(path, takeHash, signal);
    if (taken === 0) throw new Error('has no MD5, SHA-1 or SHA-256 in hexadecimal');
    const handle = await open(target, 'w');
    try {
      const sections = Object.fromEntries(HASH_KINDS.map((kind) => [kind, sorted.get(kind)?.merged() ?? null]));
      return await writeHashSet(handle, sections as Record<HashKind, Iterable<Uint8Array> | null>, {
        skipped,
        list: state,
      });
    } finally {
      await handle.close();
    }
  } finally {
    await sorting.close();
  }
}

/** Returns the number of skipped lines. */
async function readList(path: string, takeHash: (text: string) => boolean, signal?: AbortSignal): Promise<number> {
  let reader: ListReader | null = null;
  const pieces = (await isDatabase(path)) ? rdsLines(path) : createReadStream(path, { highWaterMark: PIECE_BYTES });
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    reader ??= readerOf(piece, takeHash);
    reader.take(piece);
  }
  reader?.end();
  return reader?.skipped ?? 0;
}

async function isDatabase(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return bytesRead === MAGIC.length && buffer.toString('latin1') === MAGIC;
  } finally {
    await handle.close();
  }
}
