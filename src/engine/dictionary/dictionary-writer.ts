/**
 * Writes the term dictionary of one field: its terms in order, in buckets, and the index of those buckets.
 * dictionary-bucket.ts reads a bucket, dictionary-reader.ts the index.
 *
 *   bucket := count u8, bytes of the terms varint, where the bucket's lists begin varint, {term}{count}, {info}{count}
 *   term  := see front-coding.ts
 *   info  := 0, document, position; of a list of one, once
 *          | 1, document, tf, and the positions as gaps (up to 8) or the bytes of them
 *          | docFreq, bytes of documents, bytes of positions, and of a long list bytes of frequencies
 *   index := {term of the bound, bytes of the bucket varint}{buckets}, grams
 *
 * Terms are front-coded: a term shares its first bytes with the previous term, never part of a character; the first of
 * a bucket shares none. Terms are stored apart from the infos, so that a walk over terms alone reads little. The bound
 * of a bucket is the shortest prefix of its first term that is greater than the previous term; that of the first bucket
 * is empty.
 */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { writePositionGaps } from '../../codec/position-gaps.ts';
import { type Extent, INLINE_POSITIONS_MAX, SHORT_LIST_MAX, TERMS_PER_BUCKET } from '../format.ts';
import type { ListInfo } from '../postings/list-info.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { BucketGrams } from './bucket-grams.ts';
import { writeTerm } from './front-coding.ts';

export interface TermStreams {
  readonly postings: StreamWriter;
  readonly terms: StreamWriter;
  readonly 'terms-index': StreamWriter;
}

export class DictionaryWriter {
  readonly #streams: TermStreams;
  readonly #terms = new ByteWriter(1 << 13);
  readonly #infos = new ByteWriter(1 << 13);
  readonly #head = new ByteWriter(64);
  readonly #index = new ByteWriter(1 << 14);
  readonly #grams: BucketGrams | null;
  #bound: Uint8Array = NONE;
  #last: Uint8Array = new Uint8Array(1024);
  #lastLength = 0;
  #inBucket = 0;
  /** Where the lists of the bucket begin. */
  #lists = 0;
  termCount = 0;
  bucketCount = 0;

  constructor(streams: TermStreams, hasGrams: boolean) {
    this.#streams = streams;
    this.#grams = hasGrams ? new BucketGrams() : null;
  }

  beginField(): void {
    this.termCount = 0;
    this.bucketCount = 0;
    this.#index.clear();
    this.#bound = NONE;
    this.#grams?.clear();
    this.#lists = this.#streams.postings.length;
  }

  /** Adds a term, greater than the previous one, whose list was just appended to the stream. */
  add(bytes: Uint8Array, start: number, end: number, list: ListInfo): void {
    const length = end - start;
    let shared = 0;
    if (this.#inBucket > 0) {
      const most = Math.min(length, this.#lastLength);
      while (shared < most && bytes[start + shared] === this.#last[shared]) shared++;
      while (shared > 0 && shared < length && (bytes[start + shared]! & 0xc0) === 0x80) shared--;
    } else this.#addBound(bytes, start, end);
    writeTerm(this.#terms, shared, bytes, start + shared, end);
    this.#grams?.add(bytes, start, end, shared);
    if (length > this.#last.length) this.#last = new Uint8Array(length * 2);
    const last = this.#last;
    for (let i = 0; i < length; i++) last[i] = bytes[start + i]!;
    this.#lastLength = length;
    this.#addInfo(list);
    this.termCount++;
    if (++this.#inBucket === TERMS_PER_BUCKET) this.#endBucket();
  }

  #addBound(bytes: Uint8Array, start: number, end: number): void {
    let length = 0;
    if (this.bucketCount > 0) {
      while (length < this.#lastLength && bytes[start + length] === this.#last[length]) length++;
      length = Math.min(length + 1, end - start);
    }
    const bound = bytes.slice(start, start + length);
    let shared = 0;
    while (shared < this.#bound.length && shared < length && this.#bound[shared] === bound[shared]) shared++;
    writeTerm(this.#index, shared, bound, shared, length);
    this.#bound = bound;
  }

  #addInfo(list: ListInfo): void {
    const out = this.#infos;
    if (list.docFreq === 1) {
      out.u8(list.tf === 1 ? 0 : 1);
      out.varint(list.doc);
      if (list.tf !== 1) out.varint(list.tf);
      if (list.tf > INLINE_POSITIONS_MAX) {
        out.varint(list.positionsBytes);
        return;
      }
      writePositionGaps(list.inlinePositions!, 0, list.tf, out);
      return;
    }
    out.varint(list.docFreq);
    out.varint(list.postingsBytes);
    out.varint(list.positionsBytes);
    if (list.docFreq > SHORT_LIST_MAX) out.varint(list.frequenciesBytes);
  }

  #endBucket(): void {
    const head = this.#head;
    head.clear();
    head.u8(this.#inBucket);
    head.varint(this.#terms.length);
    head.varint(this.#lists);
    const { terms } = this.#streams;
    terms.append(head.bytes, 0, head.length);
    terms.append(this.#terms.bytes, 0, this.#terms.length);
    terms.append(this.#infos.bytes, 0, this.#infos.length);
    this.#index.varint(head.length + this.#terms.length + this.#infos.length);
    this.#terms.clear();
    this.#infos.clear();
    this.#grams?.endBucket();
    this.#inBucket = 0;
    this.bucketCount++;
    this.#lists = this.#streams.postings.length;
  }

  /** Ends the field; returns where its index and its grams are. The caller must record `firstBlock` before. */
  endField(): { readonly termsIndex: Extent; readonly grams: Extent | null } {
    if (this.#inBucket > 0) this.#endBucket();
    const termsIndex = this.#appendIndex();
    this.#index.clear();
    this.#grams?.write(this.#index);
    return { termsIndex, grams: this.#index.length === 0 ? null : this.#appendIndex() };
  }

  #appendIndex(): Extent {
    const stream = this.#streams['terms-index'];
    const offset = stream.length;
    stream.append(this.#index.bytes, 0, this.#index.length);
    return { offset, length: stream.length - offset };
  }
}

const NONE = new Uint8Array(0);
