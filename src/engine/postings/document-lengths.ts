/**
 * The lengths of a field, and its norms. There are few distinct lengths, so each document has an index into them, in
 * one byte if possible. Lookups for a list are scattered, so small arrays make better use of the caches.
 */
import type { ByteReader } from '../../codec/byte-reader.ts';
import { B, K1 } from './bm25.ts';
import { BLOCK_SIZE } from './doc-block.ts';
import type { PostingList } from './posting-list-reader.ts';

/** The length-dependent summand of BM25, by document of a field. */
export interface Norms {
  /** Indexed by document: the index of its norm. */
  readonly numbers: Uint8Array | Uint16Array | Uint32Array;
  readonly values: Float64Array;
}

export type BlockedDocuments = Pick<PostingList, 'blocks' | 'decodeBlock'>;

export interface DocumentLengths {
  /** Indexed by document: the index of its length. */
  readonly numbers: Norms['numbers'];
  /** In tokens. The first is 0, for documents without the field. */
  readonly distinct: Uint32Array;
}

/** `lengths`: lengths of the documents of a list, in order. Null if each is 1. */
export function readLengths(
  list: BlockedDocuments,
  lengths: ByteReader | null,
  documentCount: number,
): DocumentLengths {
  let numbers: Uint16Array | Uint32Array = new Uint16Array(documentCount);
  const distinct = new DistinctLengths();
  const docs = new Uint32Array(BLOCK_SIZE);
  const ofBlock = new Uint32Array(BLOCK_SIZE);
  const one = lengths === null && list.blocks.length > 0 ? distinct.numberOf(1) : 0;
  for (let n = 0; n < list.blocks.length; n++) {
    const base = list.blocks[n]! * BLOCK_SIZE;
    const count = list.decodeBlock(n, docs);
    for (let i = 0; i < count; i++) ofBlock[i] = lengths === null ? one : distinct.numberOf(lengths.varint());
    // Widens the array. Hardly any field has so many different lengths.
    if (distinct.lengths.length > 1 << 16 && numbers instanceof Uint16Array) numbers = new Uint32Array(numbers);
    for (let i = 0; i < count; i++) numbers[base + docs[i]!] = ofBlock[i]!;
  }
  return { numbers: narrowed(numbers, distinct.lengths.length), distinct: Uint32Array.from(distinct.lengths) };
}

/**
 * Returns, by document, the part of BM25's denominator that is added to tf, k1 · (1 − b + b · length / average length).
 */
export function normsOf({ numbers, distinct }: DocumentLengths, averageLength: number): Norms {
  return { numbers, values: Float64Array.from(distinct, (length) => K1 * (1 - B + (B * length) / averageLength)) };
}

/** Numbers lengths in order of arrival. */
class DistinctLengths {
  readonly lengths = [0];
  /** The number of each length, or 0 if it has not occurred. */
  readonly #short = new Uint32Array(SHORT);
  readonly #long = new Map<number, number>();

  numberOf(length: number): number {
    const known = length < SHORT ? this.#short[length]! : (this.#long.get(length) ?? 0);
    return known > 0 || length === 0 ? known : this.#add(length);
  }

  #add(length: number): number {
    const number = this.lengths.push(length) - 1;
    if (length < SHORT) this.#short[length] = number;
    else this.#long.set(length, number);
    return number;
  }
}

function narrowed(numbers: Uint16Array | Uint32Array, count: number): Norms['numbers'] {
  return count <= 1 << 8 ? new Uint8Array(numbers) : numbers;
}

/** Lengths below this are looked up in a table. */
const SHORT = 1 << 16;
