/**
 * Expands many ranges of words in one walk of a dictionary. The dictionary is divided at every beginning and end of a
 * range, and each part is walked once for all ranges that contain it. Parts that several ranges share are united by
 * recursive halving.
 */
import type { TermRange } from '../../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../../engine/format.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { ListUnion } from '../../../engine/postings/list-union.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../../shared/query-memory.ts';
import { leastPassing } from '../../../shared/sorting/binary-search.ts';
import type { Operator } from '../../operators/operator.ts';
import { compareTerms, lowerCut, upperCut } from './range-cuts.ts';
import { RangeDocs } from './range-docs.ts';

/** The distinct ranges of one field. */
export interface JointRanges {
  readonly field: FieldHeader;
  /** Keyed by the range's text in a query. */
  readonly ranges: ReadonlyMap<string, TermRange>;
}

/** A range as parts: the first part, and the one after the last. */
interface Parts {
  readonly from: number;
  readonly to: number;
  readonly docs: RangeDocs;
}

/** The result of a range: its number of words, and their documents as an operator. */
export interface ExpandedRange {
  readonly words: number;
  readonly operator: Operator;
}

/** Expands the ranges of a field. The results have the same keys. Claims the expected memory at the beginning. */
export function* expandRanges(
  index: IndexReader,
  { field, ranges }: JointRanges,
): Generator<void, ReadonlyMap<string, ExpandedRange>> {
  const walk = new RangesWalk(index, field, [...ranges.values()]);
  yield* walk.all();
  const expanded = new Map<string, ExpandedRange>();
  for (const [n, source] of [...ranges.keys()].entries()) {
    const { docs } = walk.ranges[n]!;
    expanded.set(source, { words: docs.words, operator: docs.operator(`${field.name}:${source}`) });
    yield;
  }
  return expanded;
}

class RangesWalk {
  readonly #index: IndexReader;
  readonly #field: FieldHeader;
  /** The beginnings of parts, each as its least possible term. The last part has no end. */
  readonly #cuts: readonly Uint8Array[];
  readonly ranges: readonly Parts[];
  readonly #union: ListUnion;
  /** A pool of bitmaps. */
  readonly #free: Uint32Array[] = [];
  /** Bytes of all bitmaps. */
  #claimed = 0;

  constructor(index: IndexReader, field: FieldHeader, ranges: readonly TermRange[]) {
    this.#index = index;
    this.#field = field;
    this.#union = new ListUnion(index.postings, NO_WORDS);
    const ends = ranges.map((range) => [lowerCut(range), upperCut(range)] as const);
    const cuts = ends.flat().filter((cut) => cut !== null);
    cuts.sort(compareTerms);
    this.#cuts = cuts.filter((cut, i) => i === 0 || compareTerms(cut, cuts[i - 1]!) !== 0);
    const dictionary = index.dictionary(field);
    this.ranges = ends.map(([lower, upper], n) => {
      const from = this.#partAt(lower);
      const to = upper === null ? this.#cuts.length : Math.max(from, this.#partAt(upper));
      return { from, to, docs: new RangeDocs(index, dictionary.aboutTermsIn(ranges[n]!)) };
    });
  }

  *all(): Generator<void> {
    yield* this.#walk(
      0,
      this.#cuts.length,
      this.ranges.filter(({ from, to }) => from < to),
      null,
    );
    releaseMemoryTo(heldMemory() - this.#claimed);
  }

  /**
   * Walks the parts `[from … to)` for the ranges that contain some of them, and for `into`, which receives all documents if it
   * is not null. Returns the number of words.
   */
  *#walk(from: number, to: number, ranges: readonly Parts[], into: Uint32Array | null): Generator<void, number> {
    if (ranges.length === 0 && into === null) return 0;
    const whole = ranges.filter((range) => range.from <= from && range.to >= to);
    const some = whole.length === ranges.length ? NONE : ranges.filter((range) => range.from > from || range.to < to);
    const own = whole.length === 0 ? into : this.#take();
    let words = 0;
    if (some.length === 0) words = yield* this.#walkPart(from, to, own!);
    else {
      const middle = (from + to) >>> 1;
      words += yield* this.#walk(
        from,
        middle,
        some.filter((range) => range.from < middle),
        own,
      );
      words += yield* this.#walk(
        middle,
        to,
        some.filter((range) => range.to > middle),
        own,
      );
      yield;
    }
    if (whole.length > 0) {
      RangeDocs.addAll(
        whole.map(({ docs }) => docs),
        own!,
        words,
      );
      if (into !== null) for (let i = 0; i < into.length; i++) into[i]! |= own![i]!;
      this.#free.push(own!);
    }
    return words;
  }

  *#walkPart(from: number, to: number, words: Uint32Array): Generator<void, number> {
    this.#union.words = words;
    let count = 0;
    const range = { lower: this.#cuts[from]!, upper: this.#cuts[to] ?? null, isUpperExclusive: true };
    yield* this.#index.dictionary(this.#field).walk(range, null, (bucket, first, end) => {
      count += end - first;
      bucket.unite(first, end, this.#union);
    });
    return count;
  }

  /** Returns a zeroed bitmap. */
  #take(): Uint32Array {
    const free = this.#free.pop();
    if (free !== undefined) return free.fill(0);
    const words = new Uint32Array(this.#index.bitmapWords);
    claimMemory(words.byteLength, 'the documents of a pattern or range');
    this.#claimed += words.byteLength;
    return words;
  }

  /** Returns the part that begins at a cut. */
  #partAt(cut: Uint8Array): number {
    return leastPassing(this.#cuts.length, (n) => compareTerms(this.#cuts[n]!, cut) >= 0);
  }
}

const NONE: readonly Parts[] = [];
const NO_WORDS = new Uint32Array(0);
