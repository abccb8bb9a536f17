/**
 * Finds the items of a source that are in each hash set. Results are computed once for an index and a set, and stored in the data
 * directory under the identities of both. Cases are only read.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ascending } from '../shared/ascending-ids.ts';
import { runInSlices } from '../shared/slices.ts';
import { AskedHashes, type SortedAsked } from './asked-hashes.ts';
import type { HashSet } from './build-hash-set.ts';
import { HASH_KINDS, HASH_NAME, type HashKind } from './hash-kinds.ts';
import { findInSet } from './hash-set-file.ts';

/** The input from a source. */
export interface HashedItems {
  /** Identity of the index, which changes with the state of the case. */
  readonly identity: string;
  /** Items with the values of their hash properties. */
  batches(): AsyncIterable<readonly HashedItem[]>;
}

export interface HashedItem {
  readonly id: number;
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Number of hashes that are looked up in one pass over a set. */
const HASHES_AT_ONCE = 2 ** 20;
const SUM_BYTES = 32;

/** Returns the ascending ids of the items in each set, in the order of the sets. */
export async function foundItems(
  sets: readonly HashSet[],
  items: HashedItems,
  directory: string,
  hashesAtOnce = HASHES_AT_ONCE,
): Promise<readonly Uint32Array[]> {
  const files = sets.map(({ head }) => join(directory, `${keyOf(items.identity, head.digest)}.found`));
  const kept = await Promise.all(files.map((file, n) => readKept(file, items.identity, sets[n]!)));
  const wanted = sets.flatMap((set, n) => (kept[n] === null ? [{ set, n, ids: [] as Uint32Array[] }] : []));
  if (wanted.length > 0) {
    for await (const asked of askedOf(items, hashesAtOnce)) {
      const sorted = await runInSlices(asked.sorted());
      for (const { set, ids } of wanted) ids.push(await idsFoundIn(set, sorted));
    }
  }
  const found = [...kept];
  await mkdir(directory, { recursive: true });
  for (const { set, n, ids } of wanted) {
    found[n] = await runInSlices(ascending(ids));
    await keep(files[n]!, items.identity, set, found[n]);
  }
  return found as readonly Uint32Array[];
}

/** Whether a property contains hashes. */
export function isHashProperty(name: string): boolean {
  return HASH_NAME.test(name);
}

/** Yields the hashes of all items, in batches for one pass over a set. */
async function* askedOf(items: HashedItems, hashesAtOnce: number): AsyncGenerator<AskedHashes, void> {
  let asked = new AskedHashes();
  for await (const batch of items.batches()) {
    for (const { id, properties } of batch) {
      for (const [name, values] of properties) {
        if (!HASH_NAME.test(name)) continue;
        for (const value of values) {
          asked.add(value, id);
          if (asked.count < hashesAtOnce) continue;
          yield asked;
          asked = new AskedHashes();
        }
      }
    }
  }
  yield asked;
}

/** Returns the ascending, distinct ids of the items with a hash in the set. */
async function idsFoundIn(
  { path, head }: HashSet,
  asked: Readonly<Record<HashKind, SortedAsked>>,
): Promise<Uint32Array> {
  const found = await findInSet(path, head, asked);
  return runInSlices(ascending(HASH_KINDS.map((kind) => asked[kind].ids.filter((_, n) => found[kind][n] === 1))));
}

function keyOf(identity: string, digest: string): string {
  return createHash('sha256')
    .update(JSON.stringify([identity, digest]))
    .digest('hex');
}

/** Returns null if the file is missing or damaged. */
async function readKept(file: string, identity: string, { head }: HashSet): Promise<Uint32Array | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || bytes.length < SUM_BYTES || bytes.length % 4 !== 0) return null;
  const ids = bytes.subarray(0, -SUM_BYTES);
  if (!sumOf(ids, identity, head.digest).equals(bytes.subarray(-SUM_BYTES))) return null;
  return new Uint32Array(ids.buffer.slice(ids.byteOffset, ids.byteOffset + ids.length));
}

async function keep(file: string, identity: string, { head }: HashSet, ids: Uint32Array): Promise<void> {
  const bytes = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, Buffer.concat([bytes, sumOf(bytes, identity, head.digest)]));
  await rename(temporary, file);
}

function sumOf(ids: Uint8Array, identity: string, digest: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([identity, digest]))
    .update(ids)
    .digest();
}
