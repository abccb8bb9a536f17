/** Counts the facets of a request over the documents that it finds, all in one pass. */

import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { FacetAnswer } from '../../search/search-answer.ts';
import type { Facet } from '../../search/search-request.ts';
import { ways } from '../../shared/thresholds.ts';
import { BlockSet } from '../operators/block-set.ts';
import type { Operator } from '../operators/operator.ts';
import { NO_BLOCK } from '../operators/operator.ts';
import { CellCounter } from './cell-counter.ts';
import { EventCounter } from './event-counter.ts';
import { dateFields } from './event-order.ts';
import { type FacetCounter, NoValues } from './facet-counter.ts';
import { columnTypeOf, datesOfField, itemCoordinates, numberValues, wholeValues } from './field-columns.ts';
import { type CountedRange, RangeCounter } from './range-counter.ts';
import { type SetOperators, SetsCounter } from './sets-counter.ts';
import { intervalsOf } from './time-intervals.ts';
import { ValueCounter } from './value-counter.ts';

/** Documents counted between two yields. */
const DOCS_PER_SLICE = ways.columnDocs;

/** What facets need beside columns. */
export interface FacetsBeside {
  readonly sets: SetOperators;
  /** Counts the words that the query matched. */
  readonly matchedWords: () => FacetCounter;
}

/** Of documents that are known already. */
export function* facetsOfDocs(
  index: IndexReader,
  facets: readonly Facet[],
  beside: FacetsBeside,
  docs: Uint32Array,
): Generator<void, readonly FacetAnswer[]> {
  const counters = yield* countersOf(index, facets, beside);
  for (let from = 0; from < docs.length; from += DOCS_PER_SLICE) {
    const to = Math.min(docs.length, from + DOCS_PER_SLICE);
    for (const counter of counters) counter.add(docs, from, to);
    yield;
  }
  return yield* answersOf(counters);
}

/** Of all that an operator finds, without a list of it. */
export function* facetsOfPlan(
  index: IndexReader,
  facets: readonly Facet[],
  beside: FacetsBeside,
  operator: Operator,
): Generator<void, { count: number; facets: readonly FacetAnswer[] }> {
  const counters = yield* countersOf(index, facets, beside);
  const set = BlockSet.take();
  const docs = new Uint32Array(BLOCK_SIZE);
  let count = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const found = set.collect(block * BLOCK_SIZE, docs, 0);
    count += found;
    for (const counter of counters) counter.add(docs, 0, found);
    yield;
  }
  set.release();
  return { count, facets: yield* answersOf(counters) };
}

function* countersOf(
  index: IndexReader,
  facets: readonly Facet[],
  beside: FacetsBeside,
): Generator<void, readonly FacetCounter[]> {
  const counters: FacetCounter[] = [];
  for (const facet of facets) {
    const isOfQuery = facet.kind === 'matches';
    counters.push(isOfQuery ? beside.matchedWords() : yield* counterOf(index, facet, beside.sets));
  }
  return counters;
}

function* answersOf(counters: readonly FacetCounter[]): Generator<void, readonly FacetAnswer[]> {
  const answers: FacetAnswer[] = [];
  for (const counter of counters) answers.push(yield* counter.finish());
  return answers;
}

type CountedFacet = Exclude<Facet, { kind: 'matches' }>;

function* counterOf(index: IndexReader, facet: CountedFacet, sets: SetOperators): Generator<void, FacetCounter> {
  if (facet.kind === 'sets') return new SetsCounter(index, facet, sets);
  if (facet.kind === 'values') {
    const values = yield* wholeValues(index, facet.field);
    return values === null ? new NoValues() : new ValueCounter(values, facet);
  }
  if (facet.kind === 'places') return new CellCounter(yield* itemCoordinates(index), facet.zoom);
  if (facet.kind === 'events') return yield* eventCounterOf(index, facet);
  const type = facet.kind === 'interval' ? 'date' : 'number';
  const values = columnTypeOf(index, facet.field) === type ? yield* numberValues(index, facet.field) : null;
  if (values === null) return new NoValues();
  const ranges =
    facet.kind === 'ranges'
      ? rangesOf(facet.bounds)
      : yield* intervalsOf(values.numbers, facet.interval, facet.timeZone);
  return new RangeCounter(values, ranges);
}

function* eventCounterOf(
  index: IndexReader,
  { interval, timeZone }: Extract<Facet, { kind: 'events' }>,
): Generator<void, FacetCounter> {
  const fields: { field: string; counter: RangeCounter }[] = [];
  for (const field of dateFields(index)) {
    const values = yield* datesOfField(index, field);
    if (values === null) continue;
    const ranges = yield* intervalsOf(values.numbers, interval, timeZone);
    fields.push({ field, counter: new RangeCounter(values, ranges) });
  }
  return new EventCounter(fields);
}

function rangesOf(bounds: readonly number[]): readonly CountedRange[] {
  return bounds.map((from, i) => ({ from, key: String(i).padStart(6, '0') }));
}
