/** Answers requests that the cluster answers alone: counts, ids in order, and the best items, of an unmodified set. */
import type { ItemBatch, Items, SourceAnswer } from '../../search/search-answer.ts';
import type { SearchRequest, SourceScope } from '../../search/search-request.ts';
import { PAGE_ITEMS } from '../mapping/index-settings.ts';
import { allOf, type Dsl } from '../translate/dsl.ts';
import { filterDsl, isExpressible, scoredDsl } from '../translate/plan.ts';
import { countOf, type FoundPage, type PageOrder, pagesOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';
import type { SourcePlans } from './source-plans.ts';

export function isPlain(request: SearchRequest, plans: readonly SourcePlans[]): boolean {
  const { expand = [], collapse, bbox, facets = [], sort, sources } = request;
  if (expand.length > 0 || collapse !== undefined || bbox !== undefined || facets.length > 0) return false;
  if (sort?.by === 'fields' && request.want.includes('ids')) return false;
  // For pages far from the beginning, the cached set is faster.
  if (sources.some(({ skip = 0 }) => skip > PAGE_ITEMS)) return false;
  return plans.every(({ query, filters }) => isExpressible(query) && filters.every(isExpressible));
}

export async function plainAnswer(
  source: ClusterSource,
  request: SearchRequest,
  { query, filters }: SourcePlans,
  scope: SourceScope,
  signal: AbortSignal | undefined,
): Promise<SourceAnswer> {
  const { want, sort } = request;
  const filter = allOf([query, ...filters].map(filterDsl));
  const isCounted = want.includes('count');
  if (!want.includes('ids') || request.limit === 0) {
    const count = isCounted ? await countOf(source, filter, signal) : null;
    return { count, items: want.includes('ids') ? emptyItems(sort, want) : null, facets: [] };
  }
  const isRanked = sort?.by === 'relevance';
  let dsl = filter;
  if (isRanked) dsl = narrowed(scoredDsl(query, noOther), filters.map(filterDsl));
  const { items, total } = await firstPage(source, request, scope, dsl, signal);
  return { count: isCounted ? total : null, items, facets: [] };
}

function noOther(): never {
  throw new Error('a plain plan has no sets');
}

export function narrowed(query: Dsl, filter: readonly Dsl[]): Dsl {
  return filter.length === 0 ? query : { bool: { must: [query], filter } };
}

/** Fetches the first page immediately, so that errors of the query are reported before an answer begins. */
async function firstPage(
  source: ClusterSource,
  { limit = Number.POSITIVE_INFINITY, sort, want }: SearchRequest,
  { after, skip = 0 }: SourceScope,
  dsl: Dsl,
  signal: AbortSignal | undefined,
): Promise<{ readonly items: Items; readonly total: number | null }> {
  const isRanked = sort?.by === 'relevance';
  const hasKeys = isRanked && want.includes('keys');
  const order: PageOrder = {
    by: isRanked ? 'best' : 'id',
    after: after === undefined ? undefined : { score: Number(after.key[0] ?? 0), id: after.id },
    first: skip + limit,
    isCounted: want.includes('count'),
  };
  const pages = pagesOf(source, dsl, order, signal);
  const { value: first } = await pages.next();
  if (first!.ids.length === 0) {
    await pages.return();
    return { items: emptyItems(sort, want), total: first!.total };
  }
  const batches = cutPages(continued(first!, pages), { skip, limit, hasKeys });
  return { items: { [Symbol.asyncIterator]: () => batches }, total: first!.total };
}

function emptyItems(sort: SearchRequest['sort'], want: SearchRequest['want']): Items {
  const hasKeys = sort?.by === 'relevance' && want.includes('keys');
  const whole = { ids: new Uint32Array(0), keys: hasKeys ? new Float64Array(0) : null };
  return { whole, async *[Symbol.asyncIterator]() {} };
}

async function* continued(first: FoundPage, rest: AsyncGenerator<FoundPage, void, undefined>) {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* cutPages(
  pages: AsyncIterable<FoundPage>,
  { skip, limit, hasKeys }: { readonly skip: number; readonly limit: number; readonly hasKeys: boolean },
): AsyncGenerator<ItemBatch, void, undefined> {
  let toSkip = skip;
  let left = limit;
  for await (const { ids, scores } of pages) {
    const from = Math.min(toSkip, ids.length);
    const to = Math.min(ids.length, from + left);
    toSkip -= from;
    left -= to - from;
    if (to > from) yield { ids: ids.subarray(from, to), keys: hasKeys ? scores!.subarray(from, to) : null };
    if (left === 0) return;
  }
}
