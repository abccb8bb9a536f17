/** Random trees with leaves of IPED's syntax, converted from the random queries of our own language. */
import fc from 'fast-check';
import type { IpedLeaf, LeafQuery, Pattern, Query } from '../../grammar/ast.ts';
import { randomQuery } from './random-query.ts';

/** Occasionally, a query has a leaf that is an error. */
export function randomIpedQuery(): fc.Arbitrary<Query> {
  return fc.tuple(randomQuery(), fc.constantFrom(0, 0.5, 0.7, 1, 2, 3)).map(([query, number]) => taken(query, number));
}

function taken(query: Query, number: number): Query {
  switch (query.kind) {
    case 'all':
    case 'set':
    case 'iped':
      return query;
    case 'boost':
      return { ...query, query: taken(query.query, number) };
    case 'boolean':
      return {
        kind: 'boolean',
        clauses: query.clauses.map((clause) => ({ ...clause, query: taken(clause.query, number) })),
        minimumMatch: 0,
      };
    default: {
      const meant = meantBy(query, number);
      return meant === null ? { kind: 'all' } : { kind: 'iped', field: query.field, meant };
    }
  }
}

function meantBy(leaf: Exclude<LeafQuery, { kind: 'iped' }>, number: number): IpedLeaf | null {
  switch (leaf.kind) {
    case 'term':
      return { kind: 'word', text: leaf.text };
    case 'phrase':
      return { kind: 'phrase', text: textOf(leaf.pattern), slop: leaf.slop };
    case 'wildcard':
      return { kind: 'wildcard', pattern: leaf.pattern };
    case 'fuzzy':
      return { kind: 'fuzzy', text: leaf.text, similarity: number };
    case 'range':
      return { kind: 'range', lower: leaf.lower, upper: leaf.upper };
    case 'exists':
      return { kind: 'wildcard', pattern: [{ kind: 'anyRun' }] };
    case 'regexp':
    case 'near':
    case 'expression':
    case 'whole':
      return null;
  }
}

function textOf(pattern: Pattern): string {
  return pattern.map((part) => (part.kind === 'text' ? part.text : ' ')).join('');
}
