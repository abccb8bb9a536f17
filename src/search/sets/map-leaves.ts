/** Replaces leaves of a query. */
import type { Clause, Query } from '../../../grammar/ast.ts';

/** A part of a query that has no further parts. */
type Leaf = Exclude<Query, { kind: 'all' | 'set' | 'iped' | 'boost' | 'boolean' }>;

/** Parts without a replaced leaf stay the same objects, so that their offsets are known. */
export function mapLeaves(query: Query, replace: (leaf: Leaf) => Query): Query {
  switch (query.kind) {
    case 'all':
    case 'set':
    case 'iped':
      return query;
    case 'boost': {
      const inner = mapLeaves(query.query, replace);
      return inner === query.query ? query : { ...query, query: inner };
    }
    case 'boolean': {
      const clauses = query.clauses.map((clause): Clause => {
        const inner = mapLeaves(clause.query, replace);
        return inner === clause.query ? clause : { ...clause, query: inner };
      });
      return clauses.every((clause, i) => clause === query.clauses[i]) ? query : { ...query, clauses };
    }
    default:
      return replace(query);
  }
}
