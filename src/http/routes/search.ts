/** `GET /search` and `POST /search`: the complete answer, streamed. */
import { asWritten } from '../../search/hints.ts';
import type { Sort, Want } from '../../search/search-request.ts';
import { noteItems } from '../audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { NO_SUCH_SOURCE, SEARCH_REFUSED } from '../fault-texts.ts';
import { hintsMember, withAllHints } from '../hints/all-hints.ts';
import { questionOf } from '../input/named-sets.ts';
import { readQuery } from '../input/query-text.ts';
import { QUERY_BODY_BYTES_MAX } from '../limits.ts';
import { referenceBody } from '../output/reference-stream.ts';
import { type RouteRequest, route } from '../route.ts';
import { documentsSchema } from '../schemas.ts';
import { runSearch } from '../searches.ts';
import {
  defaultFields,
  rankedLimit,
  type SearchParameters,
  searchBody,
  searchParameters,
} from './search-parameters.ts';

const description =
  'Returns every item that matches: sources in the order in which they are listed, ids ascending in each. ' +
  '`incomplete` is present only if a source did not open, and names it; `hints` only if some of the query was not searched as its author may think.';
const ok = { description: 'The items.', mediaTypes: { 'application/json': documentsSchema } };
const errors = {
  400: 'A missing or malformed parameter, or an invalid query.',
  404: NO_SUCH_SOURCE,
  503: SEARCH_REFUSED,
};

export const searchRoutes = [
  route<Record<string, never>, SearchParameters>({
    method: 'get',
    path: '/search',
    role: 'reader',
    tag: 'Search',
    summary: 'Searches all sources or one',
    description,
    query: searchParameters,
    ok,
    errors,
    handle: ({ query, ...request }, dependencies) => search(query, request, dependencies),
  }),
  route<Record<string, never>, Record<string, never>, SearchParameters>({
    method: 'post',
    path: '/search',
    role: 'reader',
    tag: 'Search',
    summary: 'Searches all sources or one, for queries too long for a URL',
    description,
    body: { kind: 'json', schema: searchBody, bytesMax: QUERY_BODY_BYTES_MAX },
    ok,
    errors: { ...errors, 413: 'The body is too large.' },
    handle: ({ body, ...request }, dependencies) => search(body, request, dependencies),
  }),
];

type Connection = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal'>;

/** Answers by relevance, with ties by source order, then id. Otherwise by source, then id. */
async function search(parameters: SearchParameters, { ctx, signal }: Connection, dependencies: Dependencies) {
  const { coordinator } = dependencies;
  const isRanked = parameters.sort === 'relevance';
  const limit = isRanked ? rankedLimit(parameters) : parameters.limit;
  const shared = { ...defaultFields(parameters), ...asWritten(parameters.q), want: idsAndHints };
  const { query, clauses, setsOf } = questionOf(await readQuery(parameters, dependencies), dependencies);
  const { result, missing } = await runSearch(dependencies, {
    query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const asked = {
        ...shared,
        ...(await setsOf(sources, { ...defaultFields(parameters), signal: searchSignal })),
        query,
      };
      // The complete set is computed before its first items are sent, so that damage beyond the limit is also found.
      const first = limit === undefined ? asked : { ...asked, limit };
      const ordered = isRanked ? { ...first, sort: byRelevance } : first;
      const found = await coordinator.search(sources, ordered, searchSignal);
      return withAllHints(found, { query, clauses }, sources, dependencies, searchSignal);
    },
  });
  const members = { ...hintsMember(result.hints), ...(missing.length > 0 ? { incomplete: missing } : {}) };
  ctx.type = 'application/json';
  ctx.body = await referenceBody(result.hits, {
    members,
    signal,
    onEnd: (count) => noteItems(ctx, count),
    ...(limit === undefined ? {} : { limit }),
  });
}

const byRelevance: Sort = { by: 'relevance' };
const idsAndHints: readonly Want[] = ['ids', 'hints'];
