/** `GET /explain`: the parsed query, its form in each source, and suggestions. */
import { asWritten } from '../../search/hints.ts';
import type { QueryDescription } from '../../search/query-texts.ts';
import { jsonPieces } from '../../shared/json-pieces.ts';
import { NO_SUCH_SOURCE, SEARCH_REFUSED } from '../fault-texts.ts';
import { goneHints } from '../hints/gone-hints.ts';
import { mixedTypeHints } from '../hints/mixed-types.ts';
import { questionOf } from '../input/named-sets.ts';
import { readQuery } from '../input/query-text.ts';
import { jsonStream } from '../output/json-body.ts';
import { route } from '../route.ts';
import { hintsSchema, incompleteSchema, z } from '../schemas.ts';
import { runSearch } from '../searches.ts';
import { defaultFields, type QueryParameters, queryParameters } from './search-parameters.ts';

const planNode = z
  .strictObject({
    operator: z.string(),
    detail: z.string(),
    estimate: z.number(),
    count: z.number(),
    microseconds: z.number(),
    get children() {
      return z.array(planNode);
    },
  })
  .openapi('PlanNode');

const explanation = z
  .strictObject({
    source: z.string(),
    count: z.int().openapi({ description: 'Items found.' }),
    microseconds: z.number(),
    plan: planNode,
    expansions: z.array(
      z.strictObject({ field: z.string(), source: z.string(), termCount: z.int(), terms: z.array(z.string()) }),
    ),
    hints: hintsSchema,
  })
  .openapi('SourceExplanation');

const explanationsSchema = z
  .strictObject({
    query: z.string().openapi({ description: 'Canonical form of the query.' }),
    ast: z.looseObject({ kind: z.string() }).openapi({ description: 'The tree of the query.' }),
    sources: z.array(explanation),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Explanation');

export const explainRoutes = [
  route<Record<string, never>, QueryParameters>({
    method: 'get',
    path: '/explain',
    role: 'reader',
    tag: 'Search',
    summary: 'Explains a query: canonical form, tree, expanded terms, plan, hints',
    query: queryParameters,
    ok: { description: 'The explanation, by source.', mediaTypes: { 'application/json': explanationsSchema } },
    errors: {
      400: 'A missing or malformed parameter, or an invalid query.',
      404: NO_SUCH_SOURCE,
      503: SEARCH_REFUSED,
    },
    async handle({ query: parameters, ctx, signal }, dependencies) {
      const options = defaultFields(parameters);
      const query = await readQuery(parameters, dependencies);
      const { query: asked, clauses, setsOf } = questionOf(query, dependencies);
      const { result, missing } = await runSearch(dependencies, {
        query,
        sourceId: parameters.sourceID,
        clientSignal: signal,
        run: async (sources, searchSignal) => {
          const request = {
            query: asked,
            ...options,
            ...asWritten(parameters.q),
            ...(await setsOf(sources, { ...options, signal: searchSignal })),
            want: [],
          };
          const found = await dependencies.coordinator.explain(sources, request, searchSignal);
          const mixed = await mixedTypeHints(asked, sources, dependencies);
          const gone = new Map<string, readonly string[]>();
          for (const source of sources) {
            gone.set(source.id, await goneHints(clauses, [source], dependencies, searchSignal));
          }
          return { ...found, mixed, gone };
        },
      });
      const found = {
        sources: result.found.map(({ target, value: { plan, expansions, hints, count, microseconds } }) => ({
          source: target.id,
          count,
          microseconds,
          plan,
          expansions,
          hints: [...result.gone.get(target.id)!, ...hints, ...result.mixed],
        })),
        ...(missing.length > 0 ? { incomplete: missing } : {}),
      };
      if (query.kind !== 'unparsed') return { query: dependencies.printQuery(query), ast: query, ...found };
      ctx.type = 'application/json';
      ctx.body = jsonStream(described(await dependencies.queryTexts!.describe(query, signal), found));
      return undefined;
    },
  }),
];

/** Writes the description in pieces, with the same members in the same order. */
async function* described({ canonical, tree }: QueryDescription, found: object): AsyncGenerator<string> {
  yield '{"query":';
  yield* canonical;
  yield ',"ast":';
  yield* tree;
  // The opening brace of the other members becomes a comma.
  let isFirst = true;
  for (const piece of jsonPieces(found)) {
    yield isFirst ? `,${piece.slice(1)}` : piece;
    isFirst = false;
  }
}
