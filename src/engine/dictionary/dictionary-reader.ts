/**
 * Reads the term dictionary of one field, which dictionary-writer writes and describes: exact lookup, and ordered walks over a
 * range or an automaton.
 */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { ByteReader } from '../../codec/byte-reader.ts';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { compareBytes } from '../../codec/compare-bytes.ts';
import { tuning } from '../../shared/thresholds.ts';
import { type DictionaryHeader, TERMS_PER_BUCKET } from '../format.ts';
import type { TermInfo } from '../postings/term-info.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { CandidateBuckets } from './candidate-buckets.ts';
import { DictionaryBucket } from './dictionary-bucket.ts';
import { DictionaryWalk, type TermVisitor } from './dictionary-walk.ts';
import { readTermHead } from './front-coding.ts';
import { type JointVisitor, JointWalk } from './joint-walk.ts';
import { LiveText } from './live-text.ts';
import type { TermRange } from './term-range.ts';
import { TextScan } from './text-scan.ts';

/** Number of terms whose locations a dictionary caches. An analyst's queries share most of their terms. */
const RECENT_TERMS = tuning.termsKept;

/**
 * Maximum length of a bound, which is never longer than a term. Limits the loaded bytes to a multiple of the number of
 * buckets.
 */
const BOUND_BYTES_MAX = 1 << 14;

/** Number of buckets that a walk visits or skips between two yields. */
const BUCKETS_PER_SLICE = tuning.bucketsPerSlice;

export class DictionaryReader {
  readonly #field: DictionaryHeader;
  readonly #terms: StreamReader;
  readonly #index: StreamReader;
  /** Bound of every bucket: `#bounds[#boundStarts[b] … #boundStarts[b + 1])`. Loaded on first use. */
  #bounds: Uint8Array = EMPTY;
  #boundStarts: Uint32Array = NONE;
  #bucketOffsets: Float64Array | null = null;
  readonly #recent = new Map<string, TermInfo | null>();

  constructor(field: DictionaryHeader, terms: StreamReader, index: StreamReader) {
    this.#field = field;
    this.#terms = terms;
    this.#index = index;
  }

  /**
   * Returns the list that marks the beginnings of values in documents with several (`VALUE_MARK`), or null. In a field of exact
   * values the list has the documents with an empty value. These need not have the field, so it must not be scored.
   */
  valueMarks(): TermInfo | null {
    if (this.#field.blockCount === 0) return null;
    const bucket = new DictionaryBucket(this.#loadBucket(0));
    return bucket.isFirstEmpty ? bucket.info(0) : null;
  }

  /** Returns the list of a folded term, or null if the field does not have the term. Caches recent results. */
  find(term: string): TermInfo | null {
    const known = this.#recent.get(term);
    if (known !== undefined) return known;
    const info = this.#lookUp(utf8Of(term));
    if (this.#recent.size >= RECENT_TERMS) this.#recent.clear();
    this.#recent.set(term, info);
    return info;
  }

  #lookUp(term: Uint8Array): TermInfo | null {
    if (term.length === 0 || this.#field.blockCount === 0) return null;
    const bucket = new DictionaryBucket(this.#loadBucket(this.#bucketOf(term, term.length), true));
    const entry = bucket.find(term);
    return entry < 0 ? null : bucket.info(entry);
  }

  /**
   * Visits the terms of a range that the automaton accepts, or all if it is null, in order. Yields regularly, so that the
   * caller can do other work or stop.
   */
  *walk(range: TermRange, automaton: TermAutomaton | null, visit: TermVisitor): Generator<void> {
    if (this.#field.blockCount === 0) return;
    const { lower, upper } = range;
    const scan = TextScan.of(range, automaton, visit);
    const walk = new DictionaryWalk(range, automaton, visit);
    const live = automaton === null ? null : new LiveText(automaton);
    const first = lower === null ? 0 : this.#bucketOf(lower, lower.length);
    const last = upper === null ? this.#field.blockCount - 1 : this.#bucketOf(upper, upper.length, first);
    const candidates =
      automaton === null ? null : CandidateBuckets.of(this.#field, this.#index, automaton, first, last);
    let walked = 0;
    for (let bucket = first; ; bucket++) {
      if (candidates !== null) bucket = candidates.next(bucket);
      if (bucket > last) return;
      if (++walked % BUCKETS_PER_SLICE === 0) yield;
      if (live !== null && scan === null && walk.isDead) {
        const next = this.#nextLiveBucket(bucket, live);
        if (next < 0) return;
        if (next > bucket && candidates !== null) {
          bucket = next - 1;
          continue;
        }
        bucket = next;
        if (bucket > last) return;
      }
      const loaded = new DictionaryBucket(this.#loadBucket(bucket));
      const isBorder = (bucket === first && lower !== null) || (bucket === last && upper !== null);
      if (scan === null) walk.bucket(loaded, isBorder);
      else scan.bucket(loaded);
    }
  }

  /** Estimates the number of terms in a range, from the buckets completely inside it. */
  aboutTermsIn({ lower, upper }: TermRange): number {
    const { blockCount } = this.#field;
    if (blockCount === 0) return 0;
    const first = lower === null ? -1 : this.#bucketOf(lower, lower.length);
    const last = upper === null ? blockCount : this.#bucketOf(upper, upper.length, Math.max(0, first));
    return Math.max(0, last - first - 1) * TERMS_PER_BUCKET;
  }

  get bucketCount(): number {
    return this.#field.blockCount;
  }

  /** Returns an upper bound, from its required texts, of the number of buckets that a walk with an automaton visits. */
  bucketsOf(automaton: TermAutomaton): number {
    const last = this.#field.blockCount - 1;
    return CandidateBuckets.of(this.#field, this.#index, automaton, 0, last)?.count ?? last + 1;
  }

  /** Visits the terms that any of several patterns accepts, in order: see {@link JointWalk}. Yields like {@link walk}. */
  *walkJointly(patterns: readonly TermAutomaton[], visit: JointVisitor, isAnyEnough = false): Generator<void> {
    const walk = new JointWalk(patterns, visit, isAnyEnough);
    for (let bucket = 0; bucket < this.#field.blockCount; bucket++) {
      if (bucket % BUCKETS_PER_SLICE === 0) yield;
      walk.bucket(new DictionaryBucket(this.#loadBucket(bucket)));
    }
  }

  /**
   * Returns the first bucket at or after `bucket` that can contain an accepted term, or -1. If the automaton rejects the bound
   * of a bucket, the search jumps to the next text that the automaton can accept.
   */
  #nextLiveBucket(bucket: number, live: LiveText): number {
    this.#loadIndex();
    const found = live.after(this.#bounds, this.#boundStarts[bucket]!, this.#boundStarts[bucket + 1]!);
    if (found === 'same') return bucket;
    if (found === 'none') return -1;
    return this.#bucketOf(live.bytes, live.length, bucket);
  }

  /**
   * Returns the only bucket that can contain a term: the last bucket, at or after `from`, whose bound is not greater
   * than the term. Searches near `from` first, because a walk usually skips short distances.
   */
  #bucketOf(term: Uint8Array, length: number, from = 0): number {
    this.#loadIndex();
    const last = this.#field.blockCount - 1;
    let low = from;
    let high = last;
    if (from > 0) {
      for (let step = 1; low + step <= last && this.#isAtOrBefore(low + step, term, length); step *= 2) low += step;
      high = Math.min(last, low * 2 - from + 1);
    }
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#isAtOrBefore(middle, term, length)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #isAtOrBefore(bucket: number, term: Uint8Array, length: number): boolean {
    return compareBytes(this.#bounds, this.#boundStarts[bucket]!, this.#boundStarts[bucket + 1]!, term, 0, length) <= 0;
  }

  /** `isPassing`: the bytes are valid only until the next read. */
  #loadBucket(bucket: number, isPassing = false): ByteReader {
    this.#loadIndex();
    const offset = this.#bucketOffsets![bucket]!;
    const length = this.#bucketOffsets![bucket + 1]! - offset;
    if (isPassing) this.#terms.peek(offset, length);
    else this.#terms.fetch(offset, length);
    return new ByteReader(this.#terms.bytes, this.#terms.start, this.#terms.start + length);
  }

  #loadIndex(): void {
    if (this.#bucketOffsets !== null) return;
    const { blockCount, termsIndex, firstBlock } = this.#field;
    this.#index.fetch(termsIndex.offset, termsIndex.length);
    const { bytes, start } = this.#index;
    const reader = new ByteReader(bytes, start, start + termsIndex.length);
    const bounds = new ByteWriter(2 * termsIndex.length);
    const starts = new Uint32Array(blockCount + 1);
    const offsets = new Float64Array(blockCount + 1);
    offsets[0] = firstBlock;
    for (let bucket = 0; bucket < blockCount; bucket++) {
      const { shared, further, end } = readTermHead(bytes, reader.offset);
      reader.offset = end;
      const before = starts[Math.max(0, bucket - 1)]!;
      if (before + shared > starts[bucket]!) throw new RangeError('a bound shares more than the previous one has');
      if (shared + further > BOUND_BYTES_MAX) throw new RangeError('a bound is longer than any term');
      if (reader.offset + further > reader.end) throw new RangeError('read past the end of a record');
      bounds.reserve(shared + further);
      bounds.copy(bounds.bytes, before, before + shared);
      bounds.copy(bytes, reader.offset, reader.offset + further);
      reader.offset += further;
      starts[bucket + 1] = bounds.length;
      offsets[bucket + 1] = offsets[bucket]! + reader.varint();
    }
    this.#bounds = bounds.toBytes();
    this.#boundStarts = starts;
    this.#bucketOffsets = offsets;
  }
}

/** Encodes a term as UTF-8. Most terms are ASCII, for which calling the encoder costs more than the work. */
function utf8Of(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length);
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit > 127) return encoder.encode(term);
    bytes[i] = unit;
  }
  return bytes;
}

const encoder = new TextEncoder();

const EMPTY = new Uint8Array(0);
const NONE = new Uint32Array(0);
