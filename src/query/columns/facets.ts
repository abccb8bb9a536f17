/** Counts the facets of a request over its documents, all in one pass. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { FacetAnswer } from '../../search/search-answer.ts';
import type { Facet } from '../../search/search-request.ts';
import { tuning } from '../../shared/thresholds.ts';
import { BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import type { FoundDocs } from '../operators/found-docs.ts';
import type { Operator } from '../operators/operator.ts';
import { NO_BLOCK } from '../operators/operator.ts';
import { kernel } from '../resident/this-thread.ts';
import { CellCounter } from './cell-counter.ts';
import { EventCounter } from './event-counter.ts';
import { dateFields } from './event-order.ts';
import { type FacetCounter, NoValues } from './facet-counter.ts';
import { columnTypeOf, datesOfField, itemCoordinates, numberValues, wholeValues, zonedDates } from './field-columns.ts';
import { intervalGroups, valueGroups } from './field-groups.ts';
import { type CountedRange, RangeCounter } from './range-counter.ts';
import { type SetOperators, SetsCounter } from './sets-counter.ts';
import { intervalsOf } from './time-intervals.ts';
import { ValueCounter } from './value-counter.ts';

/** Documents between two yields. */
const DOCS_PER_SLICE = tuning.columnDocs;

/** Inputs of facets that do not come from columns. */
export interface FacetsBeside {
  readonly sets: SetOperators;
  /** Counts the words that the query matched. */
  readonly matchedWords: () => FacetCounter;
}

/** Counts facets of documents that are already known. */
export function* facetsOfDocs(
  index: IndexReader,
  facets: readonly Facet[],
  beside: FacetsBeside,
  found: FoundDocs,
): Generator<void, readonly FacetAnswer[]> {
  const { docs, words } = found;
  const counters = yield* countersOf(index, facets, beside, words !== null);
  if (docs !== null) {
    for (let from = 0; from < docs.length; from += DOCS_PER_SLICE) {
      const to = Math.min(docs.length, from + DOCS_PER_SLICE);
      for (const counter of counters) counter.add(docs, from, to);
      yield;
    }
    return yield* answersOf(counters);
  }
  const block = new CountedBlock();
  for (let at = 0; at < words!.length; at += BLOCK_WORDS) {
    block.addTo(counters, words!, at, (at / BLOCK_WORDS) * BLOCK_SIZE);
    yield;
  }
  return yield* answersOf(counters);
}

/** Counts facets of all documents of an operator, without a list of them. */
export function* facetsOfPlan(
  index: IndexReader,
  facets: readonly Facet[],
  beside: FacetsBeside,
  operator: Operator,
): Generator<void, { count: number; facets: readonly FacetAnswer[] }> {
  const counters = yield* countersOf(index, facets, beside, operator.cost > index.bitmapWords);
  const set = BlockSet.take();
  const counted = new CountedBlock();
  const docs = new Uint32Array(SPARSE_MAX);
  let count = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    count += set.count();
    if (set.isSparse) {
      const found = set.collect(block * BLOCK_SIZE, docs, 0);
      for (const counter of counters) counter.add(docs, 0, found);
    } else counted.addTo(counters, set.words, 0, block * BLOCK_SIZE);
    yield;
  }
  set.release();
  return { count, facets: yield* answersOf(counters) };
}

/** Passes a block of a bitmap to counters. Lists its documents only for counters that need a list. */
class CountedBlock {
  #docs: Uint32Array | null = null;

  addTo(counters: readonly FacetCounter[], words: Uint32Array, at: number, base: number): void {
    let listed = -1;
    for (const counter of counters) {
      if (counter.addWords !== undefined) {
        counter.addWords(words, at, base);
        continue;
      }
      this.#docs ??= new Uint32Array(BLOCK_SIZE);
      if (listed < 0) listed = kernel.bits.list(words.subarray(at, at + BLOCK_WORDS), base, this.#docs, 0);
      counter.add(this.#docs, 0, listed);
    }
  }
}

function* countersOf(
  index: IndexReader,
  facets: readonly Facet[],
  beside: FacetsBeside,
  isLarge: boolean,
): Generator<void, readonly FacetCounter[]> {
  const counters: FacetCounter[] = [];
  const made: MadeIntervals = new Map();
  for (const facet of facets) {
    const isOfQuery = facet.kind === 'matches';
    counters.push(isOfQuery ? beside.matchedWords() : yield* counterOf(index, facet, beside.sets, isLarge, made));
  }
  return counters;
}

/** The intervals of a field, shared by the facets of one request, keyed by request parameters. */
type MadeIntervals = Map<string, readonly CountedRange[]>;

function* sharedIntervals(
  made: MadeIntervals,
  field: string,
  moments: Float64Array,
  { interval, timeZone }: Pick<Extract<Facet, { kind: 'interval' }>, 'interval' | 'timeZone'>,
): Generator<void, readonly CountedRange[]> {
  const name = JSON.stringify([interval, timeZone, field]);
  const ranges = made.get(name) ?? (yield* intervalsOf(moments, interval, timeZone));
  made.set(name, ranges);
  return ranges;
}

function* answersOf(counters: readonly FacetCounter[]): Generator<void, readonly FacetAnswer[]> {
  const answers: FacetAnswer[] = [];
  for (const counter of counters) answers.push(yield* counter.finish());
  return answers;
}

type CountedFacet = Exclude<Facet, { kind: 'matches' }>;

/** A large set is counted by groups if there are few of them. */
function* counterOf(
  index: IndexReader,
  facet: CountedFacet,
  sets: SetOperators,
  isLarge: boolean,
  made: MadeIntervals,
): Generator<void, FacetCounter> {
  if (facet.kind === 'sets') return new SetsCounter(index, facet, sets);
  if (facet.kind === 'values') {
    const values = yield* wholeValues(index, facet.field);
    if (values === null) return new NoValues();
    const groups = isLarge && facet.isLeast !== true ? yield* valueGroups(index, facet.field, values) : null;
    return new ValueCounter(values, facet, groups);
  }
  if (facet.kind === 'places') return new CellCounter(yield* itemCoordinates(index), facet.zoom);
  if (facet.kind === 'events') return yield* eventCounterOf(index, facet, made);
  const type = facet.kind === 'interval' ? 'date' : 'number';
  const isOfType = columnTypeOf(index, facet.field) === type;
  const values = isOfType ? yield* valuesOf(index, facet) : null;
  if (values === null) return new NoValues();
  if (facet.kind === 'ranges') return new RangeCounter(values, rangesOf(facet.bounds));
  const { interval, timeZone } = facet;
  if (isLarge) {
    const { ranges, groups } = yield* intervalGroups(index, facet.field, values, { interval, timeZone });
    return new RangeCounter(values, ranges, groups);
  }
  return new RangeCounter(values, yield* sharedIntervals(made, facet.field, values.numbers, facet));
}

function valuesOf(index: IndexReader, facet: Extract<Facet, { kind: 'interval' | 'ranges' }>) {
  return facet.kind === 'interval' ? zonedDates(index, facet.field, facet.timeZone) : numberValues(index, facet.field);
}

function* eventCounterOf(
  index: IndexReader,
  facet: Extract<Facet, { kind: 'events' }>,
  made: MadeIntervals,
): Generator<void, FacetCounter> {
  const fields: { field: string; counter: RangeCounter }[] = [];
  for (const field of dateFields(index)) {
    const values = yield* datesOfField(index, field, facet.timeZone);
    if (values === null) continue;
    const ranges = yield* sharedIntervals(made, `events ${field}`, values.numbers, facet);
    fields.push({ field, counter: new RangeCounter(values, ranges) });
  }
  return new EventCounter(fields);
}

function rangesOf(bounds: readonly number[]): readonly CountedRange[] {
  return bounds.map((from, i) => ({ from, key: String(i).padStart(6, '0') }));
}
