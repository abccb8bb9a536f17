/** `GET /explain`: what a query means, what it became in each source, and what may have been meant instead. */
import { route } from '../route.ts';
import { incompleteSchema, z } from '../schemas.ts';
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
    hints: z.array(z.string()),
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
    tag: 'Search',
    summary: 'Explains a query: canonical form, tree, expanded terms, plan, hints',
    query: queryParameters,
    ok: { description: 'The explanation, by source.', mediaTypes: { 'application/json': explanationsSchema } },
    errors: {
      400: 'A missing or malformed parameter, or an invalid query.',
      404: 'There is no source of that name.',
      503: 'A source is still being built, too many searches are waiting, or the search took too long.',
    },
    async handle({ query: parameters, signal }, dependencies) {
      const options = defaultFields(parameters);
      const defaultOperator = parameters.defaultOperator ?? 'OR';
      const ast = await dependencies.parseQuery(parameters.q, { defaultOperator });
      const { result, missing } = await runSearch(dependencies, {
        query: ast,
        sourceId: parameters.sourceID,
        clientSignal: signal,
        run: (sources, searchSignal) =>
          dependencies.coordinator.explain(sources, { query: ast, ...options, want: [] }, searchSignal),
      });
      return {
        query: dependencies.printQuery(ast),
        ast,
        sources: result.found.map(({ target, value: { plan, expansions, hints, count, microseconds } }) => ({
          source: target.id,
          count,
          microseconds,
          plan,
          expansions,
          hints,
        })),
        ...(missing.length > 0 ? { incomplete: missing } : {}),
      };
    },
  }),
];
