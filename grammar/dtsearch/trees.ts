/** Makes query trees from lists of words and connectors, in the syntaxes of dtSearch and Nuix. */
import type { Clause, EdgeQuery, NearQuery, Query, SpanQuery } from '../ast.ts';
import { NESTING_MAX } from '../limits.ts';
import { NoSpan, spanOf } from '../near/spans.ts';
import { withOffset } from '../offsets.ts';
import type { NearConnector } from './near-connector.ts';
import { refusal } from './refusal.ts';
import type { WordSpan } from './words.ts';

/** A clause of a list. */
export interface Operand {
  readonly query: Query;
  readonly isNot: boolean;
  readonly hasNear: boolean;
}

/** One side of w/, and its position. */
interface Side {
  readonly query: Query;
  readonly start: number;
}

/** Throws QuerySyntaxError for sides that have no occurrences, or are in several fields. */
export function nearOf(
  text: string,
  { isOrdered, isNot, distance }: NearConnector & { readonly isNot: boolean },
  left: Side,
  right: Side,
): Query {
  const [before, after] = [occurrencesOf(text, left), occurrencesOf(text, right)];
  const [field, ...others] = new Set([...before.fields, ...after.fields]);
  if (others.length > 0) {
    throw refusal(text, right.start, 'both sides of w/ are in one field: put the field before a group of both');
  }
  const near: NearQuery = {
    ...{ kind: 'near', field: field!, isOrdered, isNot, distance },
    ...{ left: before.query, right: after.query },
  };
  return withOffset(near, left.start);
}

/** Returns the name of an edge in a request. */
export function edgeName({ isLast }: EdgeQuery): string {
  return isLast ? 'xlastword' : 'xfirstword';
}

/**
 * Joins a side to the first or last word of a text. Throws QuerySyntaxError for a side that has no occurrences, or is in
 * several fields.
 */
export function atEdge(
  text: string,
  { isNot, distance }: { readonly isNot: boolean; readonly distance: number },
  side: Side,
  edge: EdgeQuery,
): Query {
  const { query: left, fields } = occurrencesOf(text, side);
  const [field, ...others] = fields;
  if (others.length > 0) {
    const note = `alternatives beside ${edgeName(edge)} are in one field: put the field before a group of all`;
    throw refusal(text, side.start, note);
  }
  const near: NearQuery = { kind: 'near', field: field!, isOrdered: false, isNot, distance, left, right: edge };
  return withOffset(near, side.start);
}

function occurrencesOf(text: string, { query, start }: Side): Exclude<ReturnType<typeof spanOf>, NoSpan> {
  const span = spanOf(query);
  if (!(span instanceof NoSpan)) return span;
  throw refusal(text, start, 'beside w/ only words, phrases and alternatives are exact: write (a w/5 b) and (a w/5 c)');
}

/**
 * Plain consecutive words become a phrase. A pattern follows at distance 1, because within quotes its signs would be
 * punctuation. Returns null if there are too many patterns.
 */
export function rowOf(words: readonly WordSpan[]): SpanQuery | null {
  const rows: SpanQuery[] = [];
  let plain: string[] = [];
  const endPlain = (): void => {
    if (plain.length > 0)
      rows.push({ kind: 'phrase', field: null, pattern: [{ kind: 'text', text: plain.join(' ') }], slop: 0 });
    plain = [];
  };
  for (const word of words) {
    if (word.kind === 'term') plain.push(word.text);
    else {
      endPlain();
      rows.push(word);
    }
  }
  endPlain();
  if (rows.length > NESTING_MAX) return null;
  return rows.reduce((left, right) => ({
    ...{ kind: 'near', field: null, isOrdered: true, isNot: false, distance: 1 },
    ...{ left, right },
  }));
}

export function listOf(operands: readonly Operand[], connector: 'and' | 'or' | null): Query {
  const [only] = operands;
  if (operands.length === 1 && only?.isNot === false) return only.query;
  const isAnd = connector !== 'or';
  const clauses = operands.map(({ query, isNot }): Clause => {
    if (!isNot) return { occur: isAnd ? 'must' : 'should', query };
    if (isAnd) return { occur: 'mustNot', query };
    return { occur: 'should', query: { kind: 'boolean', clauses: [{ occur: 'mustNot', query }], minimumMatch: 0 } };
  });
  return { kind: 'boolean', clauses, minimumMatch: 0 };
}

/** Returns the tree with a field. A part that has a field already keeps it. */
export function inField(query: Query, field: string): Query {
  if (query.kind === 'boolean') {
    return { ...query, clauses: query.clauses.map((clause) => ({ ...clause, query: inField(clause.query, field) })) };
  }
  if (query.kind === 'all' || query.kind === 'boost' || query.kind === 'set' || query.field !== null) return query;
  return withOffset({ ...query, field }, 0);
}

/** Returns the nesting depth of groups in the printed query. */
export function heightOf(query: Query | SpanQuery | EdgeQuery): number {
  switch (query.kind) {
    case 'boolean':
      return 1 + query.clauses.reduce((most, clause) => Math.max(most, heightOf(clause.query)), 0);
    case 'alternatives':
      return 1 + query.of.reduce((most, one) => Math.max(most, heightOf(one)), 0);
    case 'near':
      return 1 + Math.max(heightOf(query.left), heightOf(query.right));
    default:
      return 0;
  }
}
