/** Collects the leaves of queries in written order, each with its index in its list. */
import type { Clause, LeafQuery, Pattern, Query } from '../../../grammar/ast.ts';

/** Maximum number of leaves that are checked for hints. */
export const LEAVES_CHECKED_MAX = 50;
/** Maximum number of nodes visited to find them. Needed because groups may contain no leaf. */
const NODES_MAX = 10 * LEAVES_CHECKED_MAX;

export interface PlacedLeaf {
  readonly leaf: LeafQuery;
  /** The list that contains it, and its index there. */
  readonly clauses: readonly Clause[];
  readonly at: number;
  /** The index of its query. */
  readonly query: number;
}

const NO_CLAUSES: readonly Clause[] = [];

export interface FirstLeaves {
  readonly leaves: readonly PlacedLeaf[];
  /** Whether these are all leaves. */
  readonly isAll: boolean;
  /** Queries that have other parts, such as all items or a set. */
  readonly withOthers: ReadonlySet<number>;
}

export function firstLeaves(queries: readonly Query[]): FirstLeaves {
  const leaves: PlacedLeaf[] = [];
  const withOthers = new Set<number>();
  const stack: { readonly query: Query; readonly clauses: readonly Clause[]; readonly at: number }[] = [];
  let nodes = 0;
  for (const [number, query] of queries.entries()) {
    stack.push({ query, clauses: NO_CLAUSES, at: 0 });
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (leaves.length === LEAVES_CHECKED_MAX || ++nodes > NODES_MAX) return { leaves, isAll: false, withOthers };
      const { query: own, clauses, at } = node;
      if (own.kind === 'boost') stack.push({ query: own.query, clauses, at });
      else if (own.kind === 'boolean') {
        // Maximum number of elements of a list to visit.
        for (let i = Math.min(own.clauses.length, NODES_MAX) - 1; i >= 0; i--) {
          stack.push({ query: own.clauses[i]!.query, clauses: own.clauses, at: i });
        }
      } else if (own.kind === 'all' || own.kind === 'set') withOthers.add(number);
      else leaves.push({ leaf: own, clauses, at, query: number });
    }
  }
  return { leaves, isAll: true, withOthers };
}

/** Returns an unquoted word or pattern without a field, with wildcards as literal characters. */
export function bareText(query: Query | undefined): string | null {
  if (query === undefined || (query.kind !== 'term' && query.kind !== 'wildcard') || query.field !== null) return null;
  return query.kind === 'term' ? query.text : textOf(query.pattern);
}

function textOf(pattern: Pattern): string {
  return pattern.map((part) => (part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?')).join('');
}
