/** Makes the request to the parts of sources, and merges their answers into one answer for each source. */
import { combinedFacet, facetsOfEach } from '../../search/combined/merged-facets.ts';
import type { FacetAnswer, FacetCount, SourceAnswer } from '../../search/search-answer.ts';
import type { Facet, SearchRequest, SourceScope } from '../../search/search-request.ts';
import { type MemoryLimits, QueryMemory } from '../../shared/query-memory.ts';
import { type IndexParts, namesInParts } from './index-parts.ts';
import { mergedItems } from './merged-items.ts';

const NO_HINTS: readonly string[] = [];

/**
 * Returns the request with parts in place of sources. Parts skip nothing, because nobody knows yet to which parts the
 * skipped items belong.
 */
export function requestOfParts(
  { want, limit, facets, ...request }: SearchRequest,
  sources: readonly SourceScope[],
  parts: IndexParts,
): SearchRequest {
  const needsKeys = want.includes('ids') && request.sort !== undefined && request.sort.by !== 'id';
  return {
    ...request,
    ...namesInParts(parts, request),
    sources: sources.map(fromTheFirst),
    want: needsKeys && !want.includes('keys') ? [...want, 'keys'] : want,
    ...limitOfParts({ limit, sources: request.sources }),
    ...(facets === undefined ? {} : { facets: facetsOfEach(facets, sources.length) }),
  };
}

/** Returns the scope of a part, without the number of items to skip. */
export function fromTheFirst<S extends { readonly skip?: number }>({ skip: _skip, ...scope }: S): Omit<S, 'skip'> {
  return scope;
}

/** Returns the limit for each part: that of the source, plus the items that the source skips. */
export function limitOfParts({
  limit,
  sources,
}: {
  readonly limit?: number | undefined;
  readonly sources: readonly { readonly skip?: number }[];
}): { readonly limit?: number } {
  return limit === undefined ? {} : { limit: limit + Math.max(0, ...sources.map(({ skip = 0 }) => skip)) };
}

/** Merges the answers of its parts into the answer of a source. */
export async function mergedAnswer(
  answers: readonly SourceAnswer[],
  { want, sort, limit, facets = [] }: SearchRequest,
  { skip = 0 }: SourceScope,
  limits: MemoryLimits,
  areInterleaved: boolean,
): Promise<SourceAnswer> {
  const items = answers.flatMap((answer) => answer.items ?? []);
  const merged: FacetAnswer[] = [];
  const memory = new QueryMemory(limits);
  try {
    for (const [i, facet] of facets.entries()) {
      const own = answers.map((answer) => answer.facets[i]!);
      merged.push(await mergedFacet(facet, own, memory));
    }
  } finally {
    memory.releaseTo(0);
  }
  const order = {
    sort,
    skip,
    limit: limit ?? Number.POSITIVE_INFINITY,
    hasKeys: want.includes('keys'),
    areInterleaved,
  };
  return {
    count: want.includes('count') ? answers.reduce((sum, { count }) => sum + count!, 0) : null,
    items: want.includes('ids') ? mergedItems(items, order) : null,
    facets: merged,
    ...(want.includes('hints') ? { hints: commonHints(answers.map(({ hints = NO_HINTS }) => hints)) } : {}),
  };
}

/** The number of sources with a value is counted by the caller, which does not know parts. */
async function mergedFacet(facet: Facet, answers: readonly FacetAnswer[], memory: QueryMemory): Promise<FacetAnswer> {
  const own = facet.kind === 'values' ? { ...facet, minSources: 1 } : facet;
  const { counts, ...numbers } = await combinedFacet(own, answers, memory, false);
  return { ...numbers, counts: batches(counts) };
}

async function* batches(counts: readonly FacetCount[]): AsyncGenerator<readonly FacetCount[], void, undefined> {
  for (let at = 0; at < counts.length; at += COUNTS_AT_ONCE) yield counts.slice(at, at + COUNTS_AT_ONCE);
}

const COUNTS_AT_ONCE = 1024;

/** Returns the hints that all parts give. A hint that something is missing may be wrong in another part. */
export function commonHints(hints: readonly (readonly string[])[]): readonly string[] {
  const [first = NO_HINTS, ...others] = hints;
  return first.filter((hint) => others.every((other) => other.includes(hint)));
}
