/** Verifies term dictionaries with a separate decoder. */
import { ByteReader } from '../../codec/byte-reader.ts';
import { compareBytes } from '../../codec/compare-bytes.ts';
import { type DictionaryHeader, INLINE_POSITIONS_MAX, SHORT_LIST_MAX, TERMS_PER_BUCKET } from '../format.ts';
import type { ListExtents } from '../postings/verify-list.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { GRAM_ROWS, gramRow } from './bucket-grams.ts';

/** The end of the lists so far. Every list begins at the end of the previous one, across all fields. */
export interface StreamEnds {
  terms: number;
  'terms-index': number;
  postings: number;
  /** Set if a field could not be decoded to its end. The end is then unknown, and the next list defines it. */
  isLost: boolean;
}

/** Input of the check of an index's dictionaries. */
export interface CheckedDictionaries {
  stream(name: 'terms' | 'terms-index'): StreamReader;
}

/** A term of the dictionary. The bytes are valid until the next one is requested. */
export interface DictionaryEntry {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly list: ListExtents;
}

/** Maximum number of code points of a term in a finding. */
const NAME_BYTES_MAX = 200;

/**
 * Reads the dictionary of one field, or of its pairs, from front to back, independently of the code that searches use. Checks
 * the order of terms, the index of buckets and the locations of lists against each other. Throws a RangeError on a violation.
 */
export class DictionaryScan {
  readonly #index: CheckedDictionaries;
  readonly #field: DictionaryHeader;
  readonly #fieldName: string;
  readonly #ends: StreamEnds;
  #term = new Uint8Array(1024);
  #length = 0;
  /** The last term of the previous bucket, and the filter rows of the current one. */
  #last: Uint8Array = new Uint8Array(0);
  readonly #rows = new Set<number>();
  termCount = 0;
  bucketCount = 0;

  constructor(index: CheckedDictionaries, field: DictionaryHeader, fieldName: string, ends: StreamEnds) {
    this.#index = index;
    this.#field = field;
    this.#fieldName = fieldName;
    this.#ends = ends;
  }

  /** Yields every entry; `null` after each bucket. */
  *entries(): Generator<DictionaryEntry | null> {
    const field = this.#field;
    const ends = this.#ends;
    if (ends.isLost) {
      ends.terms = field.firstBlock;
      ends['terms-index'] = field.termsIndex.offset;
    }
    expectEqual(field.firstBlock, ends.terms, 'the first bucket begins');
    expectEqual(field.termsIndex.offset, ends['terms-index'], 'the index of buckets begins');
    const stream = this.#index.stream('terms-index');
    stream.fetch(field.termsIndex.offset, field.termsIndex.length);
    const buckets = new ByteReader(stream.bytes, stream.start, stream.start + field.termsIndex.length);
    const grams = this.#grams();
    let bound: Uint8Array = new Uint8Array(0);
    for (let n = 0; n < field.blockCount; n++) {
      const { shared, further } = readLengths(buckets);
      if (shared > bound.length) throw new RangeError('a bound shares more than the previous one has');
      if (buckets.offset + further > buckets.end) throw new RangeError('a bound continues past the end of the index');
      bound = Uint8Array.from([
        ...bound.subarray(0, shared),
        ...buckets.bytes.subarray(buckets.offset).subarray(0, further),
      ]);
      buckets.offset += further;
      this.#rows.clear();
      yield* this.#bucket(buckets.varint(), bound, n === field.blockCount - 1);
      if (grams !== null) this.#checkGrams(grams, n);
      this.bucketCount++;
      yield null;
    }
    expectEqual(buckets.offset, buckets.end, 'the index of buckets ends');
    ends['terms-index'] += field.termsIndex.length + (field.grams?.length ?? 0);
    expectEqual(this.termCount, field.termCount, 'terms of the field');
  }

  /** Returns the filter rows of the field's grams, or null if it has none. */
  #grams(): Uint8Array | null {
    const { grams, termsIndex, blockCount } = this.#field;
    if (grams === null) return null;
    expectEqual(grams.offset, termsIndex.offset + termsIndex.length, 'the grams begin');
    expectEqual(grams.length, Math.ceil(blockCount / 8) * GRAM_ROWS, 'the length of the grams is');
    const stream = this.#index.stream('terms-index');
    stream.fetch(grams.offset, grams.length);
    return stream.bytes.subarray(stream.start, stream.start + grams.length);
  }

  /**
   * Records the bigrams and trigrams of the current term. Grams at its end are recorded in both forms: with and without
   * the mark of the end.
   */
  #noteGrams(term: string): void {
    const points = Array.from(term, (character) => character.codePointAt(0)!);
    points.forEach((point, i) => {
      if (i === 0) return;
      for (const second of i === points.length - 1 ? [point, point + 0x20_0000] : [point]) {
        this.#rows.add(gramRow(-1, points[i - 1]!, second));
        if (i > 1) this.#rows.add(gramRow(points[i - 2]!, points[i - 1]!, second));
      }
    });
  }

  #checkGrams(grams: Uint8Array, bucket: number): void {
    const rowBytes = grams.length / GRAM_ROWS;
    for (let row = 0; row < GRAM_ROWS; row++) {
      const bit = (grams[row * rowBytes + (bucket >> 3)]! >> (bucket & 7)) & 1;
      if (bit !== Number(this.#rows.has(row))) throw new RangeError(`row ${row} of the grams is wrong in a bucket`);
    }
  }

  *#bucket(bytes: number, bound: Uint8Array, isLast: boolean): Generator<DictionaryEntry> {
    const ends = this.#ends;
    const stream = this.#index.stream('terms');
    stream.fetch(ends.terms, bytes);
    const reader = new ByteReader(stream.bytes, stream.start, stream.start + bytes);
    const count = reader.u8();
    if (count < 1 || count > TERMS_PER_BUCKET || (!isLast && count < TERMS_PER_BUCKET)) {
      throw new RangeError(`a bucket of ${count} terms`);
    }
    const termBytes = reader.varint();
    const lists = reader.varint();
    if (ends.isLost) ends.postings = lists;
    ends.isLost = false;
    expectEqual(lists, ends.postings, 'lists of the bucket begin');
    const terms = new ByteReader(reader.bytes, reader.offset, reader.offset + termBytes);
    reader.offset += termBytes;
    if (reader.offset > reader.end) throw new RangeError('the terms pass the end of the bucket');
    for (let n = 0; n < count; n++) {
      if (n === 0) this.#last = this.#term.slice(0, this.#length);
      this.#readTerm(terms, n === 0);
      if (n === 0) this.#checkBound(bound);
      this.termCount++;
      yield { bytes: this.#term, length: this.#length, list: this.#readList(reader) };
    }
    expectEqual(terms.offset, terms.end, 'the terms of the bucket end');
    expectEqual(reader.offset, reader.end, 'the bucket ends');
    ends.terms += bytes;
  }

  /** Checks the bound of a bucket against its first term, which is the current one, and the previous term. */
  #checkBound(bound: Uint8Array): void {
    const begins = compareBytes(this.#term, 0, Math.min(this.#length, bound.length), bound, 0, bound.length) === 0;
    if (!begins) throw new RangeError('the index of buckets has another first term');
    if (this.bucketCount === 0) {
      expectEqual(bound.length, 0, 'the first bound ends');
      return;
    }
    const isGreater = (length: number): boolean => compareBytes(bound, 0, length, this.#last, 0, this.#last.length) > 0;
    if (!isGreater(bound.length)) throw new RangeError('a bound is not greater than the term before it');
    if (isGreater(bound.length - 1)) throw new RangeError('a bound is longer than necessary');
  }

  #readTerm(reader: ByteReader, isFirst: boolean): void {
    const { shared, further: rest } = readLengths(reader);
    const from = reader.offset;
    reader.offset += rest;
    if (reader.offset > reader.end) throw new RangeError('a term passes the end of its bucket');
    if (shared > this.#length || (isFirst && shared > 0))
      throw new RangeError('a term shares more than the previous one has');
    const { bytes } = reader;
    if (shared > 0 && rest > 0 && (bytes[from]! & 0xc0) === 0x80)
      throw new RangeError('a term shares part of a character');
    const order = compareBytes(bytes, from, from + rest, this.#term, shared, this.#length);
    if (this.termCount > 0 && !isFirst && order <= 0) throw new RangeError('terms do not ascend');
    if (isFirst && this.termCount > 0 && order <= 0) throw new RangeError('terms do not ascend from bucket to bucket');
    const length = shared + rest;
    if (length > this.#term.length) {
      const grown = new Uint8Array(length * 2);
      grown.set(this.#term);
      this.#term = grown;
    }
    this.#term.set(bytes.subarray(from, from + rest), shared);
    this.#length = length;
    this.#noteGrams(utf8.decode(this.#term.subarray(0, length)));
  }

  #readList(reader: ByteReader): ListExtents {
    const ends = this.#ends;
    const head = reader.varint();
    const docFreq = Math.max(head, 1);
    let doc = -1;
    let tf = 0;
    let hasInlinePositions = false;
    let postingsBytes = 0;
    let positionsBytes = 0;
    let frequenciesBytes = 0;
    if (docFreq === 1) {
      doc = reader.varint();
      tf = head === 0 ? 1 : reader.varint();
      if (head === 1 && tf === 1) throw new RangeError('a list of one posting is not in the short form');
      hasInlinePositions = tf <= INLINE_POSITIONS_MAX;
      if (hasInlinePositions) for (let i = 0; i < tf; i++) reader.varint();
      else positionsBytes = reader.varint();
    } else {
      postingsBytes = reader.varint();
      positionsBytes = reader.varint();
      if (docFreq > SHORT_LIST_MAX) frequenciesBytes = reader.varint();
    }
    const begin = ends.postings;
    ends.postings += postingsBytes + frequenciesBytes + positionsBytes;
    const isLong = docFreq > SHORT_LIST_MAX;
    return {
      docFreq,
      doc,
      tf,
      hasInlinePositions,
      postingsOffset: isLong ? ends.postings - postingsBytes : begin,
      postingsBytes,
      frequenciesOffset: begin + positionsBytes,
      frequenciesBytes,
      positionsOffset: isLong ? begin : begin + postingsBytes,
      positionsBytes,
    };
  }

  /** Returns the current term for display. */
  get name(): string {
    const text = loose.decode(this.#term.subarray(0, Math.min(this.#length, NAME_BYTES_MAX)));
    return `${JSON.stringify(this.#fieldName)}:${JSON.stringify(text)}`;
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const loose = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads the number of bytes that a term shares with the previous one, and the number of further bytes. */
function readLengths(reader: ByteReader): { shared: number; further: number } {
  const head = reader.u8();
  const shared = head >> 4 < 15 ? head >> 4 : 15 + reader.varint();
  return { shared, further: (head & 15) < 15 ? head & 15 : 15 + reader.varint() };
}

export function expectEqual(found: number, expected: number, what: string): void {
  if (found !== expected) throw new RangeError(`${what} at ${found} and not at ${expected}`);
}
