/** `GET /facets` and `POST /facets`: a set counted by values, ranges, intervals of time, and source. */
import type { CombinedAnswer } from '../../search/coordinator.ts';
import { type CombinedFacet, compareTexts } from '../../search/merged-facets.ts';
import type { FacetCount } from '../../search/search-answer.ts';
import type { FieldSummary } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { PAGE_HITS_MAX, QUERY_BODY_BYTES_MAX, SET_PARTS_MAX } from '../limits.ts';
import { sourceClause, ValueSelector } from '../output/value-selector.ts';
import { type RouteRequest, route } from '../route.ts';
import { incompleteSchema, z } from '../schemas.ts';
import { runSearch } from '../searches.ts';
import {
  type AskedFacet,
  decades,
  facetList,
  facetOfText,
  facetsToCount,
  INTERVALS,
  isSource,
  SHOWN_VALUES,
} from './facet-parameters.ts';
import { typesOf } from './fields.ts';
import {
  countText,
  readSet,
  repeatedSetParameters,
  type SetParameters,
  setBodyShape,
  setQueryShape,
} from './set-parameters.ts';

/** Intervals that `auto` shows at most. */
const AUTO_INTERVALS_MAX = 200;

const facetsQuery = z.strictObject({
  ...setQueryShape,
  facet: z
    .array(z.string().min(1))
    .max(SET_PARTS_MAX, `is given more than ${SET_PARTS_MAX} times`)
    .openapi({ description: 'A field, or `field:interval`; may be repeated.', example: ['category', 'modified:year'] }),
  facetLimit: countText(PAGE_HITS_MAX).optional().openapi({
    type: 'integer',
    minimum: 0,
    maximum: PAGE_HITS_MAX,
    default: SHOWN_VALUES,
    description: 'Values shown of each facet; 0 shows none, and still counts them.',
  }),
});
const facetsBody = z.strictObject({ ...setBodyShape, facets: facetList }).openapi('FacetsRequest', {
  example: { q: 'heron', facets: [{ field: 'category' }, { field: 'modified', interval: 'year' }] },
});

interface FacetsQuery extends SetParameters {
  readonly facet: readonly string[];
  readonly facetLimit?: number | undefined;
}

interface FacetsBody extends SetParameters {
  readonly facets: readonly AskedFacet[];
}

const facetsSchema = z
  .strictObject({
    total: z.int(),
    facets: z.array(
      z.strictObject({
        field: z.string(),
        interval: z.enum(INTERVALS).optional().openapi({ description: 'The one that `auto` chose.' }),
        values: z.array(
          z.strictObject({
            value: z.string(),
            items: z.int(),
            q: z.string().optional().openapi({
              description:
                'As one more `filter`, it selects these items. Missing only of ranges of a field that is a number in one source and a date in another.',
            }),
          }),
        ),
        distinct: z.int().openapi({ description: 'Number of different values.' }),
        missing: z.int().openapi({ description: 'Items without a value.' }),
        other: z.int().openapi({ description: 'The sum of the items of values that are not shown.' }),
      }),
    ),
    tookMs: z.number(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Facets');

const shared = {
  path: '/facets',
  role: 'reader' as const,
  tag: 'Search',
  description: 'Counts items, not values. Spellings that fold alike are one value, shown as most items spell it.',
  ok: { description: 'The counts.', mediaTypes: { 'application/json': facetsSchema } },
};
const errors = {
  400: 'A missing or malformed parameter, an invalid query, a field that no source has or that cannot be counted.',
  404: 'There is no source of that name.',
  501: 'Something that is not possible yet, by name.',
  503: 'A source is still being built, too many searches are waiting, or the search took too long.',
};

export const facetRoutes = [
  route<Record<string, never>, FacetsQuery>({
    ...shared,
    method: 'get',
    summary: 'Counts a set by fields',
    query: facetsQuery,
    repeated: [...repeatedSetParameters, 'facet'],
    errors,
    handle: ({ query: { facet, facetLimit, ...set }, ...request }, dependencies) =>
      facets(
        set,
        facet.map((text) => facetOfText(text, facetLimit)),
        request,
        dependencies,
      ),
  }),
  route<Record<string, never>, Record<string, never>, FacetsBody>({
    ...shared,
    method: 'post',
    summary: 'Counts a set by fields, ranges and intervals of time',
    body: { kind: 'json', schema: facetsBody, bytesMax: QUERY_BODY_BYTES_MAX },
    errors: { ...errors, 413: 'The body is too large.' },
    handle: ({ body: { facets: asked, ...set }, ...request }, dependencies) =>
      facets(set, asked, request, dependencies),
  }),
];

async function facets(
  parameters: SetParameters,
  asked: readonly AskedFacet[],
  { signal }: Pick<RouteRequest<unknown, unknown, unknown>, 'signal'>,
  dependencies: Dependencies,
): Promise<unknown> {
  const start = performance.now();
  for (const { field } of asked) refuseLater(field);
  const toCount = asked.map(facetsToCount);
  const set = await readSet(parameters, dependencies);
  const types: ReadonlyMap<string, FieldSummary['type']>[] = [];
  const { result, missing } = await runSearch(dependencies, {
    query: set.query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      for (const [i, facet] of asked.entries()) {
        if (isSource(facet)) continue;
        types[i] = await typesOf(dependencies, sources, facet.field);
      }
      const request = await set.requestOf(sources);
      return dependencies.coordinator.search(
        sources,
        { ...request, want: ['count'], facets: toCount.flat() },
        searchSignal,
      );
    },
  });
  let next = 0;
  const counted = asked.map((facet, i) => {
    const own = result.facets.slice(next, next + toCount[i]!.length);
    next += own.length;
    const selector = new ValueSelector(facet.field, types[i] ?? new Map(), dependencies.printQuery);
    return shown(facet, own, result, selector, dependencies.printQuery);
  });
  return {
    total: result.count ?? 0,
    facets: counted,
    tookMs: Math.round((performance.now() - start) * 10) / 10,
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

function refuseLater(field: string): void {
  if (field !== 'bookmark' && field !== 'selected') return;
  throw new AppError('UNSUPPORTED', `Counts by ${JSON.stringify(field)} are not possible yet. Ask without them.`);
}

interface ShownValue {
  readonly value: string;
  readonly items: number;
  readonly q?: string | undefined;
}

function shown(
  facet: AskedFacet,
  counted: readonly CombinedFacet[],
  result: CombinedAnswer<ReadySource>,
  selector: ValueSelector,
  print: Dependencies['printQuery'],
): unknown {
  const total = result.count ?? 0;
  if (isSource(facet)) return ofSources(facet, result, print);
  const chosen = facet.interval === 'auto' ? finest(counted) : 0;
  const { items, distinct, sum, counts } = counted[chosen]!;
  const values = valuesOf(facet, counts, selector);
  return {
    field: facet.field,
    ...(facet.interval === 'auto' ? { interval: INTERVALS[chosen] } : {}),
    values,
    distinct,
    missing: total - items,
    other: sum - values.reduce((all, value) => all + value.items, 0),
  };
}

/** The number of the finest interval of which there are few enough. */
function finest(counted: readonly CombinedFacet[]): number {
  for (let i = counted.length - 1; i > 0; i--) if (counted[i]!.distinct <= AUTO_INTERVALS_MAX) return i;
  return 0;
}

function valuesOf(facet: AskedFacet, counts: readonly FacetCount[], selector: ValueSelector): readonly ShownValue[] {
  const bounds = facet.interval === 'log' ? decades() : facet.ranges;
  if (bounds !== undefined) {
    return counts.map(({ key, items }) => {
      const [from, to] = [bounds[Number(key)]!, bounds[Number(key) + 1] ?? null];
      return { value: rangeText(from, to), items, q: selector.range(from, to) };
    });
  }
  if (facet.interval !== undefined) {
    return counts.map(({ spellings, interval, items }) => ({
      value: spellings[0]!.value,
      items,
      q: selector.interval(interval!),
    }));
  }
  const sorted = facet.order === 'value' ? counts : [...counts].sort((a, b) => b.items - a.items);
  return sorted.map((count) => {
    const value = mostSpelled(count);
    return { value, items: count.items, q: selector.value(value) };
  });
}

/** `from-to`, the last one without an end; what is below the decades is -1. */
function rangeText(from: number, to: number | null): string {
  return from === Number.NEGATIVE_INFINITY ? '-1' : `${from}-${to ?? ''}`;
}

/** The spelling of most items, of equal ones the first by code point. */
function mostSpelled({ key, spellings }: FacetCount): string {
  const [best] = [...spellings].sort((a, b) => b.items - a.items || compareTexts(a.value, b.value));
  return best?.value ?? key;
}

function ofSources(
  { limit = SHOWN_VALUES }: AskedFacet,
  { counts }: CombinedAnswer<ReadySource>,
  print: Dependencies['printQuery'],
): unknown {
  const found = counts.filter(({ count }) => count !== null && count > 0);
  const values = found
    .map(({ target, count }) => ({ value: target.id, items: count ?? 0, q: print(sourceClause(target.id)) }))
    .sort((a, b) => b.items - a.items);
  const other = values.slice(limit).reduce((sum, { items }) => sum + items, 0);
  return { field: 'source', values: values.slice(0, limit), distinct: values.length, missing: 0, other };
}
