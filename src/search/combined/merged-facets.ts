/** Merges the counts of several sources: equal keys are one value, and the shown values are chosen over all sources. */
import { AppError } from '../../shared/errors.ts';
import type { QueryMemory } from '../../shared/query-memory.ts';
import { compareTexts } from '../compare-texts.ts';
import type { FacetAnswer, FacetCount } from '../search-answer.ts';
import type { Facet, MatchesFacet, SetsFacet, ValuesFacet } from '../search-request.ts';

export interface CombinedFacet {
  /** Number of items that have any value. */
  readonly items: number;
  /** Number of keys with items, and the sum of their items, however many are shown. */
  readonly distinct: number;
  readonly sum: number;
  /** The requested counts, by ascending key. */
  readonly counts: readonly FacetCount[];
}

/**
 * The facets to request from each source. The first values, and the number of sources with a value, are known only after all
 * counts are added up.
 */
export function facetsOfEach(facets: readonly Facet[], sources: number): readonly Facet[] {
  return facets.map((facet) => {
    if (facet.kind === 'values' && sources <= 1 && leastOf(facet) <= 1) return facet;
    if (!isCut(facet)) return facet;
    const { first: _first, ...whole } = facet;
    return whole;
  });
}

/** Whether the facet may request only its first counts. */
function isCut(facet: Facet): facet is ValuesFacet | SetsFacet | MatchesFacet {
  return facet.kind === 'values' || facet.kind === 'sets' || facet.kind === 'matches';
}

/** The minimum number of sources of a value. */
function leastOf(facet: Facet): number {
  return facet.kind === 'values' ? (facet.minSources ?? 1) : 1;
}

/** With more keys than this, only their number is requested. */
function mostOf(facet: Facet): number {
  return ('most' in facet ? facet.most : undefined) ?? Number.POSITIVE_INFINITY;
}

/**
 * `memory` accounts for all counts that it returns. `areCut`: whether the answers have only the counts that the facet requests.
 * They do if there is one source, and `facetsOfEach` made its request.
 */
export async function combinedFacet(
  facet: Facet,
  answers: readonly FacetAnswer[],
  memory: QueryMemory | null = null,
  areCut = answers.length === 1 && facet.kind === 'values',
): Promise<CombinedFacet> {
  const first = isCut(facet) ? facet.first : undefined;
  const least = leastOf(facet);
  const items = answers.reduce((sum, answer) => sum + answer.items, 0);
  const [only] = answers;
  const distinctAtLeast = Math.max(0, ...answers.map((answer) => answer.distinct));
  if (distinctAtLeast > mostOf(facet)) {
    await Promise.all(answers.map(({ counts }) => abandonCounts(counts)));
    return { items, distinct: distinctAtLeast, sum: 0, counts: [] };
  }
  if (answers.length === 1 && only !== undefined && (areCut || first === undefined) && least <= 1) {
    const counts: FacetCount[] = [];
    for await (const some of only.counts) {
      claimCounts(memory, some);
      counts.push(...some);
    }
    return { items, distinct: only.distinct, sum: only.sum, counts };
  }
  const chosen = first === undefined ? new AllCounts(memory) : new FirstCounts(first);
  let distinct = 0;
  let sum = 0;
  for await (const { count, sources } of inKeyOrder(answers)) {
    if (sources < least) continue;
    distinct++;
    sum += count.items;
    chosen.add(count);
  }
  const counts = chosen.inOrder();
  if (first !== undefined) claimCounts(memory, counts);
  return { items, distinct, sum, counts };
}

/**
 * Throws the account's error if the counts that facets need in memory do not fit. Checked before any is read: each source
 * reports a minimum number.
 */
export function refuseTooManyFacets(
  facets: readonly Facet[],
  answersOf: (i: number) => readonly FacetAnswer[],
  memory: QueryMemory,
): void {
  const { held } = memory;
  let counts = 0;
  for (const [i, facet] of facets.entries()) {
    if ((isCut(facet) && facet.first !== undefined) || leastOf(facet) > 1) continue;
    const distinct = answersOf(i).reduce((most, answer) => Math.max(most, answer.distinct), 0);
    if (distinct <= mostOf(facet)) counts += distinct;
  }
  memory.claim(counts * COUNT_BYTES, COUNTS);
  memory.releaseTo(held);
}

/**
 * Maximum number of values of all facets in all sources, if a request has several facets and several sources. They take about
 * fifteen seconds of processor time. A single facet may exceed it, because nobody can request less.
 */
export const COMPARED_VALUES_MAX = 3_000_000;

/** Throws AppError QUERY_INVALID if too many values would be compared. Checked before any is read. */
export function refuseTooManyCompared(
  facets: readonly Facet[],
  answersOf: (i: number) => readonly FacetAnswer[],
): void {
  let facetCount = 0;
  let values = 0;
  for (const [i, facet] of facets.entries()) {
    const answers = answersOf(i);
    const compared = answers.reduce((sum, { distinct }) => sum + distinct, 0);
    const isUnread = answers.some(({ distinct }) => distinct > mostOf(facet));
    if (answers.length < 2 || compared === 0 || isUnread) continue;
    facetCount++;
    values += compared;
  }
  if (facetCount < 2 || values <= COMPARED_VALUES_MAX) return;
  throw new AppError(
    'QUERY_INVALID',
    `the facets have ${values} values in all sources together, and several facets of one request may have ${COMPARED_VALUES_MAX}; ask for fewer facets at once, or for one source`,
  );
}

/** Approximate memory of one count in bytes, without its texts. */
const COUNT_BYTES = 200;
const COUNTS = 'the values of the facets';

function claimCounts(memory: QueryMemory | null, counts: readonly FacetCount[]): void {
  let bytes = 0;
  for (const { key, spellings } of counts) {
    bytes += COUNT_BYTES + key.length;
    for (const { value } of spellings) bytes += value.length;
  }
  memory?.claim(bytes, COUNTS);
}

/** Abandons counts that nobody will read. Otherwise their engine would keep them. */
export async function abandonCounts(counts: FacetAnswer['counts']): Promise<void> {
  for await (const _ of counts) break;
}

class AllCounts {
  readonly #memory: QueryMemory | null;
  readonly #counts: FacetCount[] = [];

  constructor(memory: QueryMemory | null) {
    this.#memory = memory;
  }

  add(count: FacetCount): void {
    claimCounts(this.#memory, [count]);
    this.#counts.push(count);
  }

  inOrder(): readonly FacetCount[] {
    return this.#counts;
  }
}

/** Collects up to twice the requested number of counts, then drops the worse half. */
class FirstCounts {
  readonly #wanted: number;
  readonly #isByCount: boolean;
  #counts: FacetCount[] = [];

  constructor({ count, order }: NonNullable<ValuesFacet['first']>) {
    this.#wanted = count;
    this.#isByCount = order === 'count';
  }

  add(count: FacetCount): void {
    if (!this.#isByCount) {
      if (this.#counts.length < this.#wanted) this.#counts.push(count);
      return;
    }
    this.#counts.push(count);
    if (this.#counts.length >= 2 * this.#wanted + SPARE) this.#drop();
  }

  #drop(): void {
    // Counts arrive by key, and sorting is stable, so ties stay in order of keys.
    this.#counts.sort((a, b) => b.items - a.items || compareTexts(a.key, b.key));
    this.#counts.length = Math.min(this.#counts.length, this.#wanted);
  }

  inOrder(): readonly FacetCount[] {
    if (this.#isByCount) this.#drop();
    return this.#counts.sort((a, b) => compareTexts(a.key, b.key));
  }
}

const SPARE = 64;

/** Yields the counts of all answers by ascending key, adding those of equal keys. */
async function* inKeyOrder(
  answers: readonly FacetAnswer[],
): AsyncGenerator<{ readonly count: FacetCount; readonly sources: number }, void, undefined> {
  const heads = answers.map(({ counts }) => new Head(counts));
  try {
    let live: Head[] = [];
    for (const head of heads) if (await head.next()) live.push(head);
    while (live.length > 0) {
      let least = live[0]!.count.key;
      for (const { count } of live) if (compareTexts(count.key, least) < 0) least = count.key;
      const same = live.filter(({ count }) => count.key === least);
      yield { count: added(same.map(({ count }) => count)), sources: same.length };
      for (const head of same) if (!(await head.next())) live = live.filter((other) => other !== head);
    }
  } finally {
    await Promise.all(heads.map((head) => head.close()));
  }
}

function added(counts: readonly FacetCount[]): FacetCount {
  const [first] = counts;
  if (counts.length === 1 && first !== undefined) return first;
  const spellings = new Map<string, number>();
  let items = 0;
  for (const count of counts) {
    items += count.items;
    for (const { value, items: own } of count.spellings) spellings.set(value, (spellings.get(value) ?? 0) + own);
  }
  const coordinates = counts.map((count) => count.coordinates).reduce(sumOf);
  return {
    ...first!,
    items,
    ...(coordinates === undefined ? {} : { coordinates }),
    spellings: [...spellings].map(([value, own]) => ({ value, items: own })),
  };
}

function sumOf(a: FacetCount['coordinates'], b: FacetCount['coordinates']): FacetCount['coordinates'] {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    latitude: a.latitude + b.latitude,
    longitude: a.longitude + b.longitude,
    count: a.count + b.count,
    south: Math.min(a.south, b.south),
    west: Math.min(a.west, b.west),
    north: Math.max(a.north, b.north),
    east: Math.max(a.east, b.east),
  };
}

/** The next count of one answer. */
class Head {
  readonly #batches: AsyncIterator<readonly FacetCount[]>;
  #batch: readonly FacetCount[] = [];
  #at = 0;

  constructor(counts: AsyncIterable<readonly FacetCount[]>) {
    this.#batches = counts[Symbol.asyncIterator]();
  }

  get count(): FacetCount {
    return this.#batch[this.#at]!;
  }

  /** Moves to the first or next count. Returns false at the end. */
  async next(): Promise<boolean> {
    if (++this.#at < this.#batch.length) return true;
    for (;;) {
      const { done, value } = await this.#batches.next();
      if (done === true) return false;
      this.#batch = value;
      this.#at = 0;
      if (value.length > 0) return true;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
