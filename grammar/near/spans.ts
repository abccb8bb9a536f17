/** Reads a clause beside NEAR as something with occurrences in a text, or the reason why it has none. */
import type { EdgeQuery, LeafQuery, PhraseQuery, Query, SpanQuery } from '../ast.ts';
import { offsetOf, withOffset } from '../offsets.ts';

/** A clause beside NEAR, without its field. */
export interface Span {
  readonly query: SpanQuery;
  readonly fields: ReadonlySet<string | null>;
}

/** A clause without occurrences: a sentence that says so, for display. */
export class NoSpan {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The recursion is as deep as the groups of the query. */
export function spanOf(query: Query): Span | NoSpan {
  switch (query.kind) {
    case 'term':
    case 'wildcard':
    case 'fuzzy':
    case 'regexp':
    case 'near':
      return { query: withoutField(query), fields: new Set([query.field]) };
    case 'phrase':
      return query.slop === 0
        ? { query: withoutField(query), fields: new Set([query.field]) }
        : new NoSpan(`a sloppy phrase has no beginning and end: write its words with ${nearOf(query)}`);
    case 'boolean': {
      const isEither = query.minimumMatch <= 1 && query.clauses.every(({ occur }) => occur === 'should');
      if (!isEither) return new NoSpan('only alternatives, joined by OR, can be near something');
      return alternativesOf(query.clauses.map((clause) => clause.query));
    }
    case 'boost':
      return new NoSpan('put ^ after the complete clause: (a NEAR/5 b)^2');
    default:
      return new NoSpan('only words, phrases and patterns can be near each other');
  }
}

function nearOf({ slop }: PhraseQuery): string {
  return `NEAR/${slop + 1}`;
}

function alternativesOf(queries: readonly Query[]): Span | NoSpan {
  const of: SpanQuery[] = [];
  const fields = new Set<string | null>();
  for (const query of queries) {
    const span = spanOf(query);
    if (span instanceof NoSpan) return span;
    if (span.query.kind === 'alternatives') for (const one of span.query.of) of.push(one);
    else of.push(span.query);
    for (const field of span.fields) fields.add(field);
  }
  return { query: of.length === 1 ? of[0]! : { kind: 'alternatives', of }, fields };
}

function withoutField<Leaf extends Exclude<SpanQuery, { kind: 'alternatives' }>>(leaf: Leaf): Leaf {
  if (leaf.field === null && !('timeZone' in leaf)) return leaf;
  const { timeZone: _zone, ...bare } = { ...leaf, field: null } as Leaf & { timeZone?: string };
  const offset = offsetOf(leaf);
  return offset === null ? (bare as unknown as Leaf) : withOffset(bare as unknown as Leaf & Query, offset);
}

/** Yields the words, phrases and patterns of a leaf; for NEAR, all of those in it. */
export function wordCountOf(leaf: LeafQuery): number {
  if (leaf.kind !== 'near') return 1;
  let count = 0;
  const stack: (SpanQuery | EdgeQuery)[] = [leaf.left, leaf.right];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'near') stack.push(node.left, node.right);
    else if (node.kind === 'alternatives') for (const one of node.of) stack.push(one);
    else if (node.kind !== 'edge') count++;
  }
  return count;
}
