/** `GET /hits` and `POST /hits`: a page of a set in any order, with records and counts. */
import type { CombinedAnswer } from '../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { Sort, SortValue } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { NO_SUCH_SOURCE, SEARCH_REFUSED } from '../fault-texts.ts';
import { hintsMember, withAllHints } from '../hints/all-hints.ts';
import { type Cursor, cursorOf, requireState, stateOf, writeCursor } from '../input/cursor.ts';
import { readSort } from '../input/sort-order.ts';
import { RANKED_COUNT_MAX, SNIPPETS_MAX } from '../limits.ts';
import { type ChosenProperties, type Hit, hitRecords, shownOf } from '../output/hit-records.ts';
import { ShownNotes } from '../output/shown-notes.ts';
import type { RouteRequest } from '../route.ts';
import { hintsSchema, incompleteSchema, recordShape, sortText, z } from '../schemas.ts';
import { runSearch, withinDeadline } from '../searches.ts';
import { propertiesBySource, typesBySource } from './fields.ts';
import { DEFAULT_PAGE_LIMIT, type PageParameters, pageShapes } from './page-parameters.ts';
import {
  countParameter,
  propertyNames,
  propertyNamesText,
  readSetParameters,
  type SetParameters,
  setBodyShape,
  setQueryShape,
} from './set-parameters.ts';
import { setRoutes } from './set-routes.ts';

const described = {
  sort:
    '`field:asc`, `field:desc`, `field:natural` and `field:natural-desc` (`file2` before `file10`), several of them; ' +
    'or `relevance`; or `id`, the default. Ties by source, then id.',
  properties:
    'Names of properties to show; `*`: all; `none`. With `*` or `notes`, the notes of the items are shown, too.',
  snippets: `Pieces of the text around matches, up to ${SNIPPETS_MAX}, most distinctive first; then as many of shown properties.`,
};

const page = pageShapes('Hits');

const hitsQuery = z.strictObject({
  ...setQueryShape,
  ...page.query,
  sort: sortText.optional().openapi({ type: 'string', description: described.sort }),
  properties: propertyNamesText.optional().openapi({ type: 'string', description: described.properties }),
  snippets: countParameter({ most: SNIPPETS_MAX, description: described.snippets }),
});

const hitsBody = z
  .strictObject({
    ...setBodyShape,
    ...page.body,
    sort: z.array(z.string()).optional().openapi({ description: described.sort }),
    properties: propertyNames.optional().openapi({ description: described.properties }),
    snippets: z.int().min(0).max(SNIPPETS_MAX).optional().openapi({ description: described.snippets }),
  })
  .openapi('HitsRequest', { example: { q: 'heron', sort: ['modified:desc', 'name:asc'], limit: 20 } });

interface HitsParameters extends SetParameters, PageParameters {
  readonly sort?: readonly string[] | undefined;
  readonly properties?: readonly string[] | undefined;
  readonly snippets?: number | undefined;
}

const snippetSchema = z
  .strictObject({
    field: z.string(),
    value: z.int().openapi({ description: 'The index of the value in the field.' }),
    offset: z.int().openapi({
      description: 'Offset of `text` in the text that `/text` serves, or in the value, in UTF-16 units.',
    }),
    text: z.string(),
    marks: z
      .array(z.tuple([z.int(), z.int()]))
      .openapi({ description: 'Start and end of each match in `text`. Matches of several clauses may overlap.' }),
  })
  .openapi('Snippet');

const hitSchema = z
  .strictObject({
    ...recordShape,
    score: z.number().optional(),
    snippets: z.array(snippetSchema).optional().openapi({ description: 'Only if requested.' }),
  })
  .openapi('Hit');

const hitsSchema = z
  .strictObject({
    total: z.int().openapi({ description: 'Number of items of the set.' }),
    hits: z.array(hitSchema),
    next: z.string().nullable().openapi({ description: 'For `after` of the next page; null on the last page.' }),
    tookMs: z.number(),
    hints: hintsSchema.optional(),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Hits');

export const hitRoutes = setRoutes({
  path: '/hits',
  role: 'reader',
  tag: 'Search',
  description:
    'All pages together are the complete set, each item once. `next` is stale (409) if an index, or a bookmark or saved search named in the query, has changed.',
  ok: { description: 'A page.', mediaTypes: { 'application/json': hitsSchema } },
  errors: {
    400: 'A missing or malformed parameter, an invalid query, a field that no source has or that cannot be sorted by.',
    404: NO_SUCH_SOURCE,
    409: 'The cursor is of an index, a bookmark or a saved search that has changed.',
    501: 'A combination that is not supported yet; the message names it.',
    503: SEARCH_REFUSED,
  },
  get: { summary: 'Returns a page of a set, in any order', query: hitsQuery },
  post: { summary: 'Returns a page of a set; names with commas and colons are safe here', body: hitsBody },
  handle: sendHits,
});

/** The requested page. */
interface Page {
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
  readonly cursor: Cursor | null;
  /** The request without the page. */
  readonly asked: unknown;
}

/** Snippets need further calls to engines, within the time limit of the search. */
function sendHits(
  parameters: HitsParameters,
  { signal }: Pick<RouteRequest<unknown, unknown, unknown>, 'signal'>,
  dependencies: Dependencies,
): Promise<unknown> {
  return (parameters.snippets ?? 0) === 0
    ? hits(parameters, signal, dependencies)
    : withinDeadline(dependencies, signal, (whole) => hits(parameters, whole, dependencies));
}

async function hits(parameters: HitsParameters, signal: AbortSignal, dependencies: Dependencies): Promise<unknown> {
  const start = performance.now();
  const page = pageOf(parameters);
  const set = await readSetParameters(parameters, dependencies);
  let state = '';
  let asked: Omit<CombinedRequest, 'want'> | null = null;
  let chosen: ChosenProperties = new Map();
  const { result, missing } = await runSearch(dependencies, {
    query: set.query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      if (page.sort.by === 'fields')
        for (const { field } of page.sort.keys) await typesBySource(dependencies, sources, field);
      asked = await set.requestOf(sources, searchSignal);
      state = stateOf(sources, asked.sets ?? [], set.searches);
      requireState(page.cursor, state, sources);
      chosen = await propertiesBySource(dependencies, sources, parameters.properties);
      const request = { ...requestOf(asked, page), ...alongOf(page, sources, chosen) };
      const found = await dependencies.coordinator.search(sources, request, searchSignal);
      const { collapse } = parameters;
      return withAllHints(found, { ...set, collapse }, sources, dependencies, searchSignal);
    },
  });
  const { found, lastKey, hasMore } = await readPage(result, page);
  const last = found.at(-1);
  const { snippets: most = 0 } = parameters;
  const notes = new ShownNotes(dependencies, parameters.properties);
  const snippets = most === 0 || asked === null ? null : { set: asked, most };
  const end = hasMore && last !== undefined ? { source: last.source.id, id: last.id, key: lastKey } : null;
  return {
    total: result.count ?? 0,
    hits: await hitRecords(dependencies, { hits: found, known: result.records, chosen, notes }, signal, snippets),
    next: end === null ? null : writeCursor(page.asked, state, end),
    tookMs: Math.round((performance.now() - start) * 10) / 10,
    ...hintsMember(result.hints),
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

function pageOf({
  limit: wanted = DEFAULT_PAGE_LIMIT,
  offset = 0,
  after: cursorText,
  snippets: _snippets,
  sort: list,
  properties: _shown,
  ...rest
}: HitsParameters): Page {
  const sort = readSort(list);
  const asked = [rest, sort];
  const cursor = cursorOf(cursorText, offset, asked);
  if (sort.by === 'relevance' && offset + wanted > RANKED_COUNT_MAX) {
    throw new AppError(
      'INVALID_REQUEST',
      `Sorted by relevance, "offset" plus "limit" is at most ${RANKED_COUNT_MAX}. Use "after".`,
    );
  }
  return { sort, limit: wanted, offset, cursor, asked };
}

function requestOf(set: Omit<CombinedRequest, 'want'>, { sort, limit: wanted, offset, cursor }: Page): CombinedRequest {
  return {
    ...set,
    sort,
    // Requests one more, which shows whether there is a next page.
    limit: wanted === 0 ? 0 : wanted + 1,
    offset,
    want: ['count', 'ids', 'hints', ...(sort.by === 'id' ? [] : (['keys'] as const))],
    ...(cursor === null ? {} : { after: { source: cursor.source, id: cursor.id, key: cursor.key } }),
  };
}

/** With one source, the engine's page is the displayed page, so it can include the records. */
function alongOf(
  { limit }: Page,
  [source, ...others]: readonly ReadySource[],
  chosen: ChosenProperties,
): Pick<CombinedRequest, 'recordsAlong'> {
  if (source === undefined || others.length > 0 || limit === 0) return {};
  return { recordsAlong: { count: limit, shown: shownOf(chosen)(source) } };
}

async function readPage(
  { hits: batches }: CombinedAnswer<ReadySource>,
  { sort, limit }: Page,
): Promise<{ found: readonly Hit[]; lastKey: readonly SortValue[]; hasMore: boolean }> {
  const found: Hit[] = [];
  const width = sort.by === 'fields' ? sort.keys.length : sort.by === 'relevance' ? 1 : 0;
  let lastKey: readonly SortValue[] = [];
  for await (const some of batches) {
    for (const { target, ids, keys } of some) {
      for (const [i, id] of ids.entries()) {
        if (found.length === limit) return { found, lastKey, hasMore: true };
        found.push({ source: target, id, score: sort.by === 'relevance' ? Number(keys?.[i]) : null });
        if (found.length === limit && keys !== null) lastKey = Array.from(keys.slice(i * width, (i + 1) * width));
      }
    }
  }
  return { found, lastKey, hasMore: false };
}
