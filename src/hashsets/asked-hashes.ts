/** Collects the hashes of items in item order, and sorts them for one pass over a hash set. */
import type { Work } from '../shared/slices.ts';
import { HASH_BYTES, HASH_KINDS, type HashKind, kindOfDigits, writeHex } from './hash-kinds.ts';
import { inOrder, STRETCH_HASHES, sortedOrder } from './sorted-hashes.ts';

/** Ascending hashes of one kind, concatenated, and the item of each hash. */
export interface SortedAsked {
  readonly hashes: Buffer;
  readonly ids: Uint32Array;
}

const FIRST_HASHES = 1024;

export class AskedHashes {
  readonly #gathered = Object.fromEntries(HASH_KINDS.map((kind) => [kind, new Gathered(HASH_BYTES[kind])])) as Record<
    HashKind,
    Gathered
  >;
  count = 0;

  /** Adds a value of a property. Ignores a value without a valid hash. There may be at most STRETCH_HASHES. */
  add(value: string, id: number): void {
    const kind = kindOfDigits(value.length);
    if (kind !== null && this.#gathered[kind].add(value, id)) this.count++;
  }

  /** Sorts the hashes. STRETCH_HASHES of them take half a second. */
  *sorted(): Work<Readonly<Record<HashKind, SortedAsked>>> {
    const gathered = this.#gathered;
    return {
      md5: yield* gathered.md5.sorted(),
      'sha-1': yield* gathered['sha-1'].sorted(),
      'sha-256': yield* gathered['sha-256'].sorted(),
    };
  }
}

class Gathered {
  readonly #width: number;
  #hashes: Buffer;
  #ids = new Uint32Array(FIRST_HASHES);
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#hashes = Buffer.alloc(FIRST_HASHES * width);
  }

  add(digits: string, id: number): boolean {
    if (this.#count === this.#ids.length) this.#grow();
    if (!writeHex(digits, this.#hashes, this.#count * this.#width)) return false;
    this.#ids[this.#count++] = id;
    return true;
  }

  *sorted(): Work<SortedAsked> {
    const width = this.#width;
    const order = yield* sortedOrder(this.#hashes, this.#count, width);
    const hashes = yield* inOrder(this.#hashes, order, width);
    yield;
    const ids = order.map((number) => this.#ids[number]!);
    return { hashes, ids };
  }

  #grow(): void {
    const length = Math.min(STRETCH_HASHES, 2 * this.#ids.length);
    const [hashes, ids] = [Buffer.alloc(length * this.#width), new Uint32Array(length)];
    this.#hashes.copy(hashes);
    ids.set(this.#ids);
    [this.#hashes, this.#ids] = [hashes, ids];
  }
}
