/** `GET /categories`: the file categories with at least one item, over all sources; optionally with their ancestors. */
import { distinctValues } from '../../suggest/distinct-values.ts';
import { NO_SUCH_SOURCE } from '../fault-texts.ts';
import { countedCategories } from '../output/category-tree.ts';
import { route } from '../route.ts';
import { categoriesSchema, sourceIdParameter, z } from '../schemas.ts';
import { chooseSources, withinDeadline } from '../searches.ts';

const categoryParameters = z.strictObject({
  sourceID: sourceIdParameter.optional(),
  tree: z
    .enum(['true', 'false'])
    .transform((tree) => tree === 'true')
    .optional()
    .openapi({
      type: 'boolean',
      description:
        'Also the tree of categories, if a source has one, with the number of items in each category and below it.',
    }),
});

type CategoryParameters = z.infer<typeof categoryParameters>;

export const categoryRoutes = [
  route<Record<string, never>, CategoryParameters>({
    method: 'get',
    path: '/categories',
    role: 'reader',
    tag: 'Categories',
    summary: 'Lists the file categories',
    ok: {
      description: 'The names, sorted, as the cases spell them.',
      mediaTypes: { 'application/json': categoriesSchema },
    },
    query: categoryParameters,
    errors: {
      400: 'A malformed parameter.',
      404: NO_SUCH_SOURCE,
      503: 'A source is still being built.',
    },
    async handle({ query: { tree, sourceID }, signal }, dependencies) {
      const { ready } = chooseSources(dependencies, sourceID);
      const names = [...new Set(ready.map(({ name }) => name))];
      const { values: data, isComplete } =
        dependencies.values === undefined || names.length === 0
          ? await distinctValues(dependencies.coordinator, ready, 'category', signal)
          : await dependencies.values.distinct(names, 'category', signal);
      // Runs one search for each category. Together they must end within the time limit of one search.
      const inTime = (whole: AbortSignal) => countedCategories(dependencies.coordinator, ready, data, whole);
      const counted = tree === true ? await withinDeadline(dependencies, signal, inTime) : null;
      // Checked again, because a source may have turned out to be damaged.
      const { missing } = chooseSources(dependencies, sourceID);
      return {
        data,
        ...(counted === null ? {} : { tree: counted }),
        ...(isComplete ? {} : { complete: false }),
        ...(missing.length > 0 ? { incomplete: missing } : {}),
      };
    },
  }),
];
