/** `GET /categories`: the file categories that at least one item has, over all sources. */
import { distinctValues } from '../../suggest/distinct-values.ts';
import { route } from '../route.ts';
import { categoriesSchema } from '../schemas.ts';
import { chooseSources } from '../searches.ts';

export const categoryRoutes = [
  route({
    method: 'get',
    path: '/categories',
    tag: 'Categories',
    summary: 'Lists the file categories',
    ok: {
      description: 'The names, sorted, as the cases spell them.',
      mediaTypes: { 'application/json': categoriesSchema },
    },
    errors: { 503: 'A source is still being built.' },
    async handle({ signal }, dependencies) {
      const { ready } = chooseSources(dependencies, undefined);
      const names = [...new Set(ready.map(({ name }) => name))];
      const data =
        dependencies.values === undefined || names.length === 0
          ? await distinctValues(dependencies.coordinator, ready, 'category', signal)
          : await dependencies.values.distinct(names, 'category', signal);
      // Asked again: one may have turned out to be damaged.
      const { missing } = chooseSources(dependencies, undefined);
      return { data, ...(missing.length > 0 ? { incomplete: missing } : {}) };
    },
  }),
];
