/** `GET /facets` and `POST /facets`: counts a set by values, ranges, time intervals, source, bookmark and selection. */
import type { CombinedAnswer } from '../../search/combined/combined-answer.ts';
import type { CombinedFacet } from '../../search/combined/merged-facets.ts';
import type { FieldSummary } from '../../search/search-engine.ts';
import type { Facet, OutsideSet } from '../../search/search-request.ts';
import { RememberedSets } from '../../search/sets/remembered-sets.ts';
import { QueryMemory } from '../../shared/query-memory.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { NO_SUCH_SOURCE, SEARCH_REFUSED } from '../fault-texts.ts';
import { hintsMember, withAllHints } from '../hints/all-hints.ts';
import {
  type AskedFacet,
  facetList,
  facetOfText,
  facetsToCount,
  INTERVALS,
  inZoneOf,
  isOfCoding,
  isOfPeople,
  isOfSets,
  ofValues,
  SHOWN_VALUES,
} from '../input/asked-facet.ts';
import { countedSets } from '../input/counted-sets.ts';
import { PAGE_HITS_MAX, SET_PARTS_MAX, WHOLE_FACET_VALUES_MAX } from '../limits.ts';
import { countTexts, type TextCounts } from '../matching/expression-texts.ts';
import { writtenJson } from '../output/json-body.ts';
import { shownBookmarks, shownFacet, shownSelection, shownSources } from '../output/shown-facet.ts';
import { ValueSelector } from '../output/value-selector.ts';
import { onClosed } from '../response-end.ts';
import { hintsSchema, incompleteSchema, z } from '../schemas.ts';
import { runSearch } from '../searches.ts';
import { typesBySource } from './fields.ts';
import { computedFacets, computedValueShape, isComputedFacet, shownComputed } from './related/computed-facets.ts';
import {
  countParameter,
  readSetParameters,
  repeatedSetParameters,
  type SetParameters,
  setBodyShape,
  setQueryShape,
} from './set-parameters.ts';
import { setRoutes } from './set-routes.ts';

const facetsQuery = z.strictObject({
  ...setQueryShape,
  facet: z
    .array(z.string().min(1))
    .max(SET_PARTS_MAX, `is given more than ${SET_PARTS_MAX} times`)
    .openapi({ description: 'A field, or `field:interval`; may be repeated.', example: ['category', 'modified:year'] }),
  facetLimit: countParameter({
    most: PAGE_HITS_MAX,
    otherwise: SHOWN_VALUES,
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
        field: z.string().optional(),
        place: z.literal(true).optional(),
        zoom: z.int().optional(),
        events: z.literal(true).optional(),
        matches: z.literal(true).optional(),
        interval: z.enum(INTERVALS).optional().openapi({ description: 'The one that `auto` chose.' }),
        values: z.array(
          z.strictObject({
            value: z.string(),
            items: z.int(),
            ...computedValueShape,
            q: z.string().optional().openapi({
              description:
                'As one more `filter`, it selects these items. Absent for places, for texts that an expression matched, and for ranges of a field that is a number in one source and a date in another.',
            }),
          }),
        ),
        distinct: z.int().openapi({ description: 'Number of different values.' }),
        missing: z.int().openapi({ description: 'Items without a value.' }),
        other: z.int().openapi({ description: 'The sum of the items of values that are not shown.' }),
      }),
    ),
    tookMs: z.number(),
    hints: hintsSchema.optional(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Facets');

export const facetRoutes = setRoutes<FacetsQuery, FacetsBody>({
  path: '/facets',
  role: 'reader',
  tag: 'Search',
  description: 'Counts items, not values. Spellings that fold alike are one value, shown as most items spell it.',
  ok: { description: 'The counts.', mediaTypes: { 'application/json': facetsSchema } },
  errors: {
    400: 'A missing or malformed parameter, an invalid query, a field that no source has or that cannot be counted.',
    404: NO_SUCH_SOURCE,
    501: 'A combination that is not supported yet; the message names it.',
    503: SEARCH_REFUSED,
  },
  get: { summary: 'Counts a set by fields', query: facetsQuery, repeated: [...repeatedSetParameters, 'facet'] },
  post: { summary: 'Counts a set by fields, ranges and intervals of time', body: facetsBody },
  handle: (parameters, { ctx, signal }, dependencies) => {
    const memory = new QueryMemory(dependencies.queryMemory);
    const release = (): void => memory.releaseTo(0);
    // The counts stay in memory until they are written.
    onClosed(ctx.res, release);
    const { facets: asked, facet = [], facetLimit, ...set } = parameters as FacetsQuery & FacetsBody;
    const own = asked ?? facet.map((text) => facetOfText(text, facetLimit));
    const all = own.map((one) => inZoneOf(set, one));
    return facets(set, all, { signal, memory }, dependencies).finally(() => {
      // If many clients leave at once, the signal fires later than the answer is closed.
      if (signal.aborted || ctx.res.closed) release();
    });
  },
});

type Counted = Pick<CombinedAnswer<ReadySource>, 'count' | 'counts'>;

async function facets(
  parameters: SetParameters,
  asked: readonly AskedFacet[],
  { signal, memory }: { readonly signal: AbortSignal; readonly memory: QueryMemory },
  dependencies: Dependencies,
): Promise<unknown> {
  const start = performance.now();
  const toCount: (readonly Facet[])[] = asked.map((facet) =>
    isComputedFacet(facet) ? computedFacets(facet) : facetsToCount(facet),
  );
  // The query and the facets use the same members of bookmarks.
  const named = new RememberedSets(dependencies.bookmarks);
  const set = await readSetParameters(parameters, { ...dependencies, bookmarks: named });
  const types: ReadonlyMap<string, FieldSummary['type']>[] = [];
  let chosen: readonly ReadySource[] = [];
  const shownFacets: unknown[] = [];
  let own: CombinedFacet[] = [];
  let texts: TextCounts | null = null;
  const show = async (counted: Counted): Promise<void> => {
    // A facet may have no counts from engines, or one, or several.
    for (let i = shownFacets.length; own.length === toCount[i]?.length; i++) {
      const facet = asked[i]!;
      const typesOfField = (field: string) => typesBySource(dependencies, chosen, field);
      const whole = isComputedFacet(facet)
        ? await shownComputed(facet, own, counted.count ?? 0, typesOfField, dependencies.printQuery, texts)
        : shown(facet, own, counted, types[i], dependencies.printQuery);
      const isLong = own.some(({ counts }) => counts.length > WHOLE_FACET_VALUES_MAX);
      shownFacets.push(isLong ? await writtenJson(whole) : whole);
      own = [];
    }
  };
  const onFacet = async (facet: CombinedFacet, counted: Counted): Promise<void> => {
    if (own.length === 0) await show(counted);
    own.push(facet);
    await show(counted);
  };
  const { result, missing } = await runSearch(dependencies, {
    query: set.query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      chosen = sources;
      const request = await set.requestOf(sources, searchSignal);
      const sets: OutsideSet[] = [...(request.sets ?? [])];
      for (const [i, facet] of asked.entries()) {
        if (isOfSets(facet) && facet.field !== 'source') {
          const counted = await countedSets(facet.field, sources, dependencies, named);
          toCount[i] = [{ ...ofValues(facet), ...counted.facet }];
          sets.push(...counted.sets);
        } else if (!isOfSets(facet) && !isComputedFacet(facet))
          types[i] = await typesBySource(dependencies, sources, facet.field);
      }
      const ofMatches = asked.filter(({ matches }) => matches !== undefined).map(({ limit = SHOWN_VALUES }) => limit);
      if (ofMatches.length > 0) {
        const limit = Math.max(...ofMatches);
        texts = await countTexts(dependencies, { sources, request, limit, memory, signal: searchSignal });
      }
      const all = { ...request, sets, want: ['count', 'hints'] as const, facets: toCount.flat() };
      const found = await dependencies.coordinator.search(sources, all, searchSignal, { memory, onFacet });
      const { collapse } = parameters;
      return withAllHints(found, { ...set, collapse }, sources, dependencies, searchSignal);
    },
  });
  await show(result);
  return {
    total: result.count ?? 0,
    facets: shownFacets,
    tookMs: Math.round((performance.now() - start) * 10) / 10,
    ...hintsMember(result.hints),
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

function shown(
  facet: AskedFacet,
  counted: readonly CombinedFacet[],
  { count, counts }: Counted,
  types: ReadonlyMap<string, FieldSummary['type']> = new Map(),
  print: Dependencies['printQuery'],
): unknown {
  const total = count ?? 0;
  if (isOfCoding(facet.field) || isOfPeople(facet.field)) return shownBookmarks(facet, counted[0]!, total, print);
  switch (facet.field) {
    case 'source':
      return shownSources(facet, counts, print);
    case 'bookmark':
    case 'reviewed':
    case 'hashset':
      return shownBookmarks(facet, counted[0]!, total, print);
    case 'selected':
      return shownSelection(facet, counted[0]!, total, print);
    default:
      return shownFacet(facet, counted, total, new ValueSelector(facet.field, types, print));
  }
}
