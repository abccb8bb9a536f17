/**
 * A hash set as a file of our own: a head, then the hashes of each kind, ascending, each once. The digest is of these hashes, so
 * lists of other forms and orders with the same hashes have the same digest. A reader compares it whenever it reads them all.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { HASH_BYTES, HASH_KINDS, type HashKind } from './hash-kinds.ts';

export interface HashSetHead {
  readonly format: 'case-access-hash-set';
  readonly version: 1;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
  readonly counts: Readonly<Record<HashKind, number>>;
  /** Lines or values of the list that have no hash where one is expected. */
  readonly skipped: number;
  /** What the list was: another state is read again. */
  readonly list: string;
}

/** The head is JSON, filled up with spaces. */
const HEAD_BYTES = 4096;
const PIECE_BYTES = 1024 * 1024;

type Sections = Readonly<Record<HashKind, Iterable<Uint8Array> | null>>;

/** Writes into an empty file; `pause` is awaited between pieces. */
export async function writeHashSet(
  handle: FileHandle,
  sections: Sections,
  about: Pick<HashSetHead, 'skipped' | 'list'>,
): Promise<HashSetHead> {
  const counts = { md5: 0, 'sha-1': 0, 'sha-256': 0 };
  const hash = createHash('sha256');
  let position = HEAD_BYTES;
  for (const kind of HASH_KINDS) {
    let bytes = 0;
    for (const piece of sections[kind] ?? []) {
      hash.update(piece);
      await writeAll(handle, piece, position + bytes);
      bytes += piece.length;
    }
    counts[kind] = bytes / HASH_BYTES[kind];
    endSection(hash, kind, counts[kind]);
    position += bytes;
  }
  const head: HashSetHead = {
    format: 'case-access-hash-set',
    version: 1,
    digest: hash.digest('hex'),
    counts,
    ...about,
  };
  const text = Buffer.alloc(HEAD_BYTES, ' ');
  if (text.write(JSON.stringify(head)) === HEAD_BYTES) throw new Error('The path of a hash list is too long.');
  await writeAll(handle, text, 0);
  await handle.sync();
  return head;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Null: the file is not there, or is none of these. */
export async function readHead(path: string): Promise<HashSetHead | null> {
  const handle = await open(path).catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = JSON.parse(buffer.toString()) as HashSetHead;
    return head.format === 'case-access-hash-set' && head.version === 1 ? head : null;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

/** Hashes of one kind with a number each. `hashes` has them one behind the other, ascending. */
export interface AskedHashes {
  readonly hashes: Buffer;
  readonly count: number;
}

/**
 * For each asked hash whether the set has it, in one pass over the file. Throws Error where the file is not what its digest says:
 * nothing of it is believed then.
 */
export async function findInSet(
  path: string,
  head: HashSetHead,
  asked: Readonly<Partial<Record<HashKind, AskedHashes>>>,
  signal?: AbortSignal,
): Promise<Readonly<Record<HashKind, Uint8Array>>> {
  const found: Record<HashKind, Uint8Array> = { md5: EMPTY, 'sha-1': EMPTY, 'sha-256': EMPTY };
  const hash = createHash('sha256');
  const handle = await open(path);
  try {
    let position = HEAD_BYTES;
    for (const kind of HASH_KINDS) {
      const width = HASH_BYTES[kind];
      const merge = new Merge(asked[kind] ?? { hashes: Buffer.alloc(0), count: 0 }, width);
      const end = position + head.counts[kind] * width;
      const piece = Buffer.allocUnsafe(PIECE_BYTES - (PIECE_BYTES % width));
      while (position < end) {
        signal?.throwIfAborted();
        const bytes = await readFull(handle, piece.subarray(0, Math.min(piece.length, end - position)), position);
        hash.update(bytes);
        merge.take(bytes);
        position += bytes.length;
      }
      endSection(hash, kind, head.counts[kind]);
      found[kind] = merge.found;
    }
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== head.digest) throw damaged();
  return found;
}

const EMPTY = new Uint8Array(0);

function damaged(): Error {
  return new Error('is damaged: its hashes are not those of its digest. Remove it, and it is made again');
}

async function readFull(handle: FileHandle, target: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw damaged();
    done += bytesRead;
  }
  return target;
}

function endSection(hash: Hash, kind: HashKind, count: number): void {
  hash.update(`${kind} ${count}\n`);
}

/** Two ascending lists of hashes, of which one comes in pieces. */
class Merge {
  readonly found: Uint8Array;
  readonly #asked: AskedHashes;
  readonly #width: number;
  #next = 0;

  constructor(asked: AskedHashes, width: number) {
    this.#asked = asked;
    this.#width = width;
    this.found = new Uint8Array(asked.count);
  }

  /** Looks the asked hashes up that are within the piece. */
  take(piece: Buffer): void {
    const { hashes, count } = this.#asked;
    const width = this.#width;
    const size = piece.length / width;
    let low = 0;
    while (this.#next < count) {
      const at = this.#next * width;
      low = lowerBound(piece, low, size, hashes, at, width);
      if (low === size) return;
      const isEqual = piece.compare(hashes, at, at + width, low * width, (low + 1) * width) === 0;
      this.found[this.#next] = isEqual ? 1 : 0;
      this.#next++;
    }
  }
}

/** The first of `size` sorted hashes that is not below the asked one, by steps that double and then halve. */
function lowerBound(piece: Buffer, from: number, size: number, hashes: Buffer, at: number, width: number): number {
  const isBelow = (n: number): boolean => piece.compare(hashes, at, at + width, n * width, (n + 1) * width) < 0;
  if (from === size || !isBelow(from)) return from;
  let step = 1;
  let low = from;
  while (low + step < size && isBelow(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(size, low + step);
  low++;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
