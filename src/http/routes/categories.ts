/** `GET /categories`: the file categories that at least one item has, over all sources. */
import { route } from '../route.ts';
import { categoriesSchema } from '../schemas.ts';
import { chooseSources, takenOut } from '../searches.ts';

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
    handle(_request, dependencies) {
      const names = new Set<string>();
      for (const source of chooseSources(dependencies, undefined).ready) {
        try {
          for (const { value } of source.engine.fieldValues('category').values) names.add(value);
        } catch (fault) {
          if (!takenOut(dependencies, source, fault)) throw fault;
        }
      }
      const { missing } = chooseSources(dependencies, undefined);
      return { data: [...names].sort(byCodePoint), ...(missing.length > 0 ? { incomplete: missing } : {}) };
    },
  }),
];

/** Bytes of UTF-8 sort as code points do; UTF-16 units do not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
