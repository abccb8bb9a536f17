/**
 * The format of the term dictionary of one field: its terms in order, in buckets, and the index of those buckets.
 * src/engine/dictionary/dictionary-kernel.ts writes it. dictionary-bucket.ts reads a bucket, dictionary-reader.ts the index.
 *
 *   bucket := count u8, bytes of the terms varint, offset of the bucket's lists varint, {term}{count}, {info}{count}
 *   term  := see front-coding.ts
 *   info  := 0, document, position; a list of one document with one position
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
import type { Extent } from '../format.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { BucketGrams } from './bucket-grams.ts';
import { DictionaryKernel, type TakeBytes } from './dictionary-kernel.ts';

export interface TermStreams {
  readonly postings: StreamWriter;
  readonly terms: StreamWriter;
  readonly 'terms-index': StreamWriter;
}

export class DictionaryWriter {
  /** Takes the terms with their lists. */
  readonly kernel: DictionaryKernel;
  readonly #streams: TermStreams;
  readonly #index = new ByteWriter(1 << 14);
  readonly #grams: BucketGrams | null;

  constructor(streams: TermStreams, hasGrams: boolean) {
    this.#streams = streams;
    this.#grams = hasGrams ? new BucketGrams() : null;
    const to =
      (stream: StreamWriter): TakeBytes =>
      (bytes, start, end) =>
        stream.append(bytes, start, end);
    this.kernel = new DictionaryKernel(hasGrams, [
      to(streams.postings),
      to(streams.terms),
      (bytes, start, end) => this.#index.copy(bytes, start, end),
      (bytes, start, end) => this.#grams?.add(bytes, start, end),
    ]);
  }

  /** Begins a field. Terms in at least `frequentMin` documents are frequent. */
  beginField(field: number, frequentMin: number): void {
    this.#index.clear();
    this.#grams?.clear();
    const { postings, terms } = this.#streams;
    const { code } = this.kernel;
    for (const [n, { length }] of [postings, terms].entries()) code.setLength(n, length);
    code.beginField(field, frequentMin);
  }

  /** Ends the field; returns the extents of its index and its grams. The caller must read `firstBlock` before. */
  endField(): DictionaryEnd {
    const { code } = this.kernel;
    code.endBucket();
    this.kernel.drain();
    const termsIndex = this.#appendIndex();
    this.#index.clear();
    this.#grams?.write(this.#index);
    const grams = this.#index.length === 0 ? null : this.#appendIndex();
    return { termsIndex, grams, termCount: code.terms.value, blockCount: code.buckets.value };
  }

  #appendIndex(): Extent {
    const stream = this.#streams['terms-index'];
    const offset = stream.length;
    stream.append(this.#index.bytes, 0, this.#index.length);
    return { offset, length: stream.length - offset };
  }
}

/** The extents of a field's index and grams, and its numbers of terms and buckets. */
export interface DictionaryEnd {
  readonly termsIndex: Extent;
  readonly grams: Extent | null;
  readonly termCount: number;
  readonly blockCount: number;
}
