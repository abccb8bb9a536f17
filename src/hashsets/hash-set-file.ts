/**
 * The file of a hash set: a head, then the ascending, distinct hashes of each kind. The digest covers the hashes only, so lists
 * in different forms and orders with the same hashes have the same digest. A reader verifies it on each full read.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { SortedAsked } from './asked-hashes.ts';
import { HASH_BYTES, HASH_KINDS, type HashKind } from './hash-kinds.ts';

export interface HashSetHead {
  readonly format: 'case-access-hash-set';
  readonly version: 1;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
  readonly counts: Readonly<Record<HashKind, number>>;
  /** Lines or values of the list without a valid hash. */
  readonly skipped: number;
  /** State of the list. A list in another state is read again. */
  readonly list: string;
}

/** The head is JSON, padded with spaces. */
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

/** Returns null if the file is missing or not a hash set. */
export async function readHashSetHead(path: string): Promise<HashSetHead | null> {
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

/** Files whose digest was verified in their current state. Verifying takes longer than a million lookups. */
const compared = new WeakMap<HashSetHead, string>();

/**
 * Returns for each hash whether the set has it, in one pass over the file. Throws Error if the digest is wrong, which is checked
 * once for each state of the file.
 */
export async function findInSet(
  path: string,
  head: HashSetHead,
  asked: Readonly<Record<HashKind, SortedAsked>>,
  signal?: AbortSignal,
): Promise<Readonly<Record<HashKind, Uint8Array>>> {
  const found: Record<HashKind, Uint8Array> = { md5: EMPTY, 'sha-1': EMPTY, 'sha-256': EMPTY };
  const handle = await open(path);
  try {
    const { ino, size, mtimeMs, ctimeMs } = await handle.stat();
    const state = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    const hash = compared.get(head) === state ? null : createHash('sha256');
    let position = HEAD_BYTES;
    for (const kind of HASH_KINDS) {
      const width = HASH_BYTES[kind];
      const merge = new Merge(asked[kind].hashes, width, head.counts[kind]);
      const end = position + head.counts[kind] * width;
      const piece = Buffer.allocUnsafe(PIECE_BYTES - (PIECE_BYTES % width));
      while (position < end) {
        signal?.throwIfAborted();
        const bytes = await readFull(handle, piece.subarray(0, Math.min(piece.length, end - position)), position);
        hash?.update(bytes);
        merge.take(bytes);
        position += bytes.length;
      }
      if (hash !== null) endSection(hash, kind, head.counts[kind]);
      found[kind] = merge.found;
    }
    if (hash !== null && hash.digest('hex') !== head.digest) throw damaged();
    compared.set(head, state);
  } finally {
    await handle.close();
  }
  return found;
}

const EMPTY = new Uint8Array(0);

function damaged(): Error {
  return new Error('is damaged: its hashes do not match its digest. Remove it, and it will be built again');
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

/**
 * Merges two ascending lists of hashes, one of them in pieces. Nearly every comparison is decided by the first four bytes,
 * which are compared as numbers.
 */
class Merge {
  readonly found: Uint8Array;
  readonly #asked: Buffer;
  readonly #firsts: Uint32Array;
  readonly #width: number;
  /** Average number of set hashes between two requested ones. */
  readonly #stride: number;
  #next = 0;

  constructor(asked: Buffer, width: number, count: number) {
    this.#asked = asked;
    this.#width = width;
    this.#stride = Math.max(1, Math.floor((count * width) / asked.length));
    this.#firsts = new Uint32Array(asked.length / width);
    for (let n = 0; n < this.#firsts.length; n++) this.#firsts[n] = asked.readUInt32BE(n * width);
    this.found = new Uint8Array(this.#firsts.length);
  }

  /** Looks up the requested hashes within the piece. */
  take(piece: Buffer): void {
    const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
    const size = piece.length / this.#width;
    for (let low = 0; this.#next < this.found.length; this.#next++) {
      low = this.#lowerBound(piece, view, low, size);
      if (low === size) return;
      this.found[this.#next] = this.#compare(piece, view, low) === 0 ? 1 : 0;
    }
  }

  /** Returns the first of `size` hashes of the piece that is not below the next requested one, by galloping search. */
  #lowerBound(piece: Buffer, view: DataView, from: number, size: number): number {
    if (from === size || this.#compare(piece, view, from) >= 0) return from;
    let step = this.#stride;
    let low = from;
    while (low + step < size && this.#compare(piece, view, low + step) < 0) {
      low += step;
      step *= 2;
    }
    let high = Math.min(size, low + step);
    low++;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(piece, view, middle) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns a negative number if hash number `n` of the piece is below the next requested one. */
  #compare(piece: Buffer, view: DataView, n: number): number {
    const width = this.#width;
    const first = view.getUint32(n * width) - this.#firsts[this.#next]!;
    if (first !== 0) return first;
    const at = this.#next * width;
    return piece.compare(this.#asked, at, at + width, n * width, (n + 1) * width);
  }
}
