/**
 * The items of a source that each hash set has: computed once for an index and a set, and kept in the data directory under the
 * identities of both. Cases are only read.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ascending } from '../shared/ascending-ids.ts';
import { inSlices } from '../shared/work.ts';
import type { HashSet } from './build-hash-set.ts';
import { HASH_BYTES, HASH_KINDS, HASH_NAME, type HashKind, kindOfDigits, writeHex } from './hash-kinds.ts';
import { findInSet } from './hash-set-file.ts';

/** What is asked of a source. */
export interface HashedItems {
  /** Of the index: another state of the case has another one. */
  readonly identity: string;
  /** Items with the values of their properties that have hashes. */
  batches(): AsyncIterable<readonly HashedItem[]>;
}

export interface HashedItem {
  readonly id: number;
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Hashes that are looked up in one pass over a set. */
const HASHES_AT_ONCE = 2 ** 20;
const SUM_BYTES = 32;

/** Ascending ids of the items that each set has, in the order of the sets. */
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
    const flush = async (asked: Asked): Promise<void> => {
      for (const { set, ids } of wanted) ids.push(await asked.foundIn(set));
    };
    let asked = new Asked();
    for await (const batch of items.batches()) {
      for (const item of batch) asked.add(item);
      if (asked.count < hashesAtOnce) continue;
      await flush(asked);
      asked = new Asked();
    }
    await flush(asked);
  }
  const found = [...kept];
  await mkdir(directory, { recursive: true });
  for (const { set, n, ids } of wanted) {
    found[n] = await inSlices(ascending(ids));
    await keep(files[n]!, items.identity, set, found[n]);
  }
  return found as readonly Uint32Array[];
}

/** Whether a property has hashes. */
export function isHashProperty(name: string): boolean {
  return HASH_NAME.test(name);
}

/** Hashes of some items, by kind. */
class Asked {
  readonly #texts: Record<HashKind, string[]> = { md5: [], 'sha-1': [], 'sha-256': [] };
  readonly #ids: Record<HashKind, number[]> = { md5: [], 'sha-1': [], 'sha-256': [] };
  #sorted: Record<HashKind, { readonly hashes: Buffer; readonly count: number; readonly ids: Uint32Array }> | null =
    null;
  count = 0;

  add({ id, properties }: HashedItem): void {
    for (const [name, values] of properties) {
      if (!HASH_NAME.test(name)) continue;
      for (const value of values) {
        const kind = kindOfDigits(value.length);
        if (kind === null) continue;
        this.#texts[kind].push(value.toLowerCase());
        this.#ids[kind].push(id);
        this.count++;
      }
    }
  }

  async foundIn({ path, head }: HashSet): Promise<Uint32Array> {
    this.#sorted ??= {
      md5: this.#sortedOf('md5'),
      'sha-1': this.#sortedOf('sha-1'),
      'sha-256': this.#sortedOf('sha-256'),
    };
    const sorted = this.#sorted;
    const found = await findInSet(path, head, sorted);
    const ids: number[] = [];
    for (const kind of HASH_KINDS) {
      for (const [n, isFound] of found[kind].entries()) if (isFound === 1) ids.push(sorted[kind].ids[n]!);
    }
    return Uint32Array.from(ids).sort();
  }

  #sortedOf(kind: HashKind) {
    const texts = this.#texts[kind];
    const width = HASH_BYTES[kind];
    const order = Uint32Array.from(texts.keys()).sort((a, b) =>
      texts[a]! < texts[b]! ? -1 : Number(texts[a]! > texts[b]!),
    );
    const hashes = Buffer.alloc(texts.length * width);
    const ids: number[] = [];
    let count = 0;
    for (const n of order) {
      // What is no hexadecimal number is the hash of nothing.
      if (!writeHex(texts[n]!, hashes, count * width)) continue;
      ids.push(this.#ids[kind][n]!);
      count++;
    }
    return { hashes, count, ids: Uint32Array.from(ids) };
  }
}

function keyOf(identity: string, digest: string): string {
  return createHash('sha256')
    .update(JSON.stringify([identity, digest]))
    .digest('hex');
}

/** Null: not there, or not what was written. */
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
