/** `GET /categories`: the file categories that at least one item has, over all sources. */
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
      const { found } = await dependencies.coordinator.fieldValues(ready, 'category', signal);
      const names = new Set(found.flatMap(({ value: { values } }) => values.map(({ value }) => value)));
      // Asked again: one may have turned out to be damaged.
      const { missing } = chooseSources(dependencies, undefined);
      return { data: [...names].sort(byCodePoint), ...(missing.length > 0 ? { incomplete: missing } : {}) };
    },
  }),
];

/** Bytes of UTF-8 sort as code points do; UTF-16 units do not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
