/** Queries in a time zone. */
import type { Query } from '../../grammar/ast.ts';

/** Returns the query in a time zone. */
export function inZone(query: Query, timeZone: string): Query {
  switch (query.kind) {
    case 'boolean':
      return {
        ...query,
        clauses: query.clauses.map(({ occur, query: one }) => ({ occur, query: inZone(one, timeZone) })),
      };
    case 'boost':
      return { ...query, query: inZone(query.query, timeZone) };
    case 'term':
    case 'phrase':
    case 'range':
      return { ...query, timeZone };
    default:
      return query;
  }
}
