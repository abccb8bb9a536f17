/** Keeps most random queries from being errors: a leaf with a value that its field cannot have is moved to a text field. */
import type { Query } from '../../grammar/ast.ts';
import type { NaiveCase } from '../support/naive/naive-case.ts';
import { isUnfit } from '../support/naive/naive-leaves.ts';

/** Returns the query, with each leaf that is an error in one of the cases moved to another field. */
export function fittedQuery(query: Query, cases: readonly NaiveCase[]): Query {
  switch (query.kind) {
    case 'all':
    case 'set':
      return query;
    case 'boost':
      return { ...query, query: fittedQuery(query.query, cases) };
    case 'boolean': {
      const clauses = query.clauses.map((clause) => ({ ...clause, query: fittedQuery(clause.query, cases) }));
      return { ...query, clauses };
    }
    default: {
      const { field } = query;
      const isError = field !== null && cases.some((one) => isUnfit(query, one.type(field)));
      return isError ? { ...query, field: 'title' } : query;
    }
  }
}
