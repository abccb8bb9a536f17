/** `GET /search` and `POST /search`: the whole answer, streamed. */
import type { Readable } from 'node:stream';
import type { Query } from '../../../grammar/ast.ts';
import type { Dependencies } from '../dependencies.ts';
import { referenceStream } from '../output/reference-stream.ts';
import { type RouteRequest, route } from '../route.ts';
import { documentsSchema } from '../schemas.ts';
import { type MissingSource, runSearch, watched } from '../searches.ts';
import {
  defaultFields,
  rankedLimit,
  type SearchParameters,
  searchBody,
  searchParameters,
} from './search-parameters.ts';

const description =
  'Returns every item that matches: sources in the order in which they are listed, ids ascending in each. ' +
  '`incomplete` is present only if a source did not open, and names it.';
const ok = { description: 'The items.', mediaTypes: { 'application/json': documentsSchema } };
const errors = {
  400: 'A missing or malformed parameter, or an invalid query.',
  404: 'There is no source of that name.',
  503: 'A source is still being built, too many searches are waiting, or the search took too long.',
};

export const searchRoutes = [
  route<Record<string, never>, SearchParameters>({
    method: 'get',
    path: '/search',
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
    tag: 'Search',
    summary: 'Searches all sources or one, for queries too long for a URL',
    description,
    body: { kind: 'json', schema: searchBody },
    ok,
    errors: { ...errors, 413: 'The body is too large.' },
    handle: ({ body, ...request }, dependencies) => search(body, request, dependencies),
  }),
];

type Connection = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal'>;

async function search(parameters: SearchParameters, { ctx, signal }: Connection, dependencies: Dependencies) {
  const body =
    parameters.sort === 'relevance'
      ? await rankedAnswer(parameters, signal, dependencies)
      : await orderedAnswer(parameters, signal, dependencies);
  ctx.type = 'application/json';
  ctx.body = body;
}

async function orderedAnswer(parameters: SearchParameters, signal: AbortSignal, dependencies: Dependencies) {
  const options = defaultFields(parameters);
  const query = await parse(parameters, dependencies);
  const { results, missing } = await runSearch(dependencies, {
    query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: ({ engine }, searchSignal) => engine.search(query, { ...options, signal: searchSignal }),
  });
  const groups = results.map(({ source, result }) => ({
    source: source.id,
    batches: () => watched(dependencies, source, result.batches()),
  }));
  return answer(groups, missing, signal, parameters.limit);
}

function parse({ q, defaultOperator }: SearchParameters, { lanes, parseQuery }: Dependencies): Query | Promise<Query> {
  lanes.refuseLongText(q);
  return parseQuery(q, { defaultOperator: defaultOperator ?? 'OR' });
}

/** Best first over all sources; of equal scores, the source listed first and then the lower id. */
async function rankedAnswer(parameters: SearchParameters, signal: AbortSignal, dependencies: Dependencies) {
  const options = defaultFields(parameters);
  const limit = rankedLimit(parameters);
  const query = await parse(parameters, dependencies);
  const { results, missing } = await runSearch(dependencies, {
    query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    run: ({ engine }, searchSignal) => engine.searchTop(query, limit, { ...options, signal: searchSignal }),
  });
  const ranked = results
    .flatMap(({ source, result }, order) =>
      result.items.map(({ id, score }) => ({ source: source.id, order, id, score })),
    )
    .sort((a, b) => b.score - a.score || a.order - b.order || a.id - b.id);
  const groups = ranked.map(({ source, id }) => ({ source, batches: () => [Uint32Array.of(id)] }));
  return answer(groups, missing, signal, limit);
}

function answer(
  groups: Parameters<typeof referenceStream>[0],
  missing: readonly MissingSource[],
  signal: AbortSignal,
  limit: number | undefined,
): Readable {
  const members = missing.length > 0 ? { incomplete: missing } : {};
  return referenceStream(groups, { members, signal, ...(limit === undefined ? {} : { limit }) });
}
