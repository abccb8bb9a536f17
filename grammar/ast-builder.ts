/**
 * Actions of the parser's rules: they turn tokens into the query tree. No file after this one depends on Chevrotain.
 *
 * A field group is distributed over its leaves here. The field of a leaf is the innermost one that encloses it.
 */
import type { IToken } from 'chevrotain';
import type { Bound, Clause, EdgeQuery, NearQuery, Pattern, Query, ZonedQuery } from './ast.ts';
import { foundAt, QuerySyntaxError, tooDeep } from './errors.ts';
import { NESTING_MAX } from './limits.ts';
import { NoSpan, type Span, spanOf } from './near/spans.ts';
import { withOffset } from './offsets.ts';
import {
  type ComparisonPayload,
  type EdgePayload,
  type ExpressionPayload,
  type NearPayload,
  Plus,
  type WordPayload,
} from './tokens.ts';

/** A clause that is not part of a list yet. `occur` is null if no operator determines it. */
export interface BuiltClause {
  readonly occur: 'must' | 'mustNot' | null;
  readonly query: Query;
}

/** The clauses of an AND list or of a list joined by OR and juxtaposition. */
export interface ClauseList {
  readonly clauses: readonly Clause[];
  readonly isConjunction: boolean;
}

/** A clause next to NEAR, and its offset. */
export interface NearOperand {
  readonly query: Query;
  readonly start: number;
}

/** Maximum slop, distance or count. A larger number is an error. */
const COUNT_MAX = 2_147_483_647;

export class AstBuilder {
  #text = '';
  #timeZone: string | null = null;
  /** The fields that enclose the current position, innermost last. */
  #fields: string[] = [];
  /** Parentheses needed to print a query inside another one; absent if no parentheses are needed. */
  readonly #heights = new Map<Query, number>();

  /** Forgets the previous query, finished or not. */
  start(text: string, timeZone: string | null = null): void {
    this.#text = text;
    this.#timeZone = timeZone;
    this.#fields = [];
    this.#heights.clear();
  }

  query(list: ClauseList): Query {
    const query = this.#collapse(list, 0, 0);
    const height = this.#heights.get(query) ?? 0;
    // The outermost list has no parentheses, unless they state how many clauses must match.
    const isBare = query.kind === 'boolean' && query.minimumMatch === 0;
    if (height > (isBare ? NESTING_MAX + 1 : NESTING_MAX)) throw tooDeep(this.#text, 0);
    return query;
  }

  /** Joins lists with OR. A single list is returned unchanged. */
  disjunction(lists: readonly ClauseList[]): ClauseList {
    const first = lists[0];
    if (lists.length === 1 && first !== undefined) return first;
    const clauses = lists.map((list): Clause => {
      const only = list.clauses[0];
      if (!list.isConjunction && only !== undefined) return only;
      return { occur: 'should', query: this.#boolean(list.clauses, 0, 0) };
    });
    return { clauses, isConjunction: false };
  }

  conjunction(clauses: readonly BuiltClause[]): ClauseList {
    const only = clauses[0];
    if (clauses.length === 1 && only !== undefined) {
      return { clauses: [{ occur: only.occur ?? 'should', query: only.query }], isConjunction: false };
    }
    return {
      clauses: clauses.map(({ occur, query }) => ({ occur: occur ?? 'must', query })),
      isConjunction: true,
    };
  }

  /** Each operator applies to everything after it, as if that were in parentheses: `NOT -a` is `NOT (-a)`. */
  clause(modifiers: readonly IToken[], operand: Query, boost: IToken | null): BuiltClause {
    let query = this.#boosted(operand, boost);
    for (let index = modifiers.length - 1; index > 0; index--) {
      const modifier = modifiers[index] as IToken;
      if (modifier.tokenType !== Plus) query = this.#boolean([{ occur: 'mustNot', query }], 0, modifier.startOffset);
    }
    const first = modifiers[0];
    if (first === undefined) return { occur: null, query };
    return { occur: first.tokenType === Plus ? 'must' : 'mustNot', query };
  }

  near(token: IToken, left: NearOperand, right: NearOperand): Query {
    const { isOrdered, isNot, digits }: NearPayload = token.payload;
    const distance = this.#distance(token, digits);
    const [a, b] = [this.#spanOf(left), this.#spanOf(right)];
    const fields = new Set([...a.fields, ...b.fields]);
    if (fields.size > 1) {
      const note = 'both sides of NEAR are searched in one field: name it before a group, as in name:(a NEAR/5 b)';
      throw this.#fault(right.start, ['a clause of the same field'], note);
    }
    const [field] = fields;
    const near: NearQuery = { kind: 'near', field: field!, isOrdered, isNot, distance, left: a.query, right: b.query };
    const height = Math.max(this.#heights.get(left.query) ?? 0, this.#heights.get(right.query) ?? 0) + 1;
    return withOffset(this.#composite(near, height, token.startOffset), left.start);
  }

  atEdge(token: IToken, side: NearOperand): Query {
    const { isLast, isNot, digits }: EdgePayload = token.payload;
    const distance = this.#distance(token, digits);
    const { query: left, fields } = this.#spanOf(side);
    if (fields.size > 1) {
      const note = 'alternatives are searched in one field: name it before a group, as in name:((a OR b) FIRST/5)';
      throw this.#fault(side.start, ['clauses of the same field'], note);
    }
    const [field] = fields;
    const right: EdgeQuery = { kind: 'edge', isLast };
    const near: NearQuery = { kind: 'near', field: field!, isOrdered: false, isNot, distance, left, right };
    const height = (this.#heights.get(side.query) ?? 0) + 1;
    return withOffset(this.#composite(near, height, token.startOffset), side.start);
  }

  #distance(token: IToken, digits: string): number {
    const distance = Number(digits);
    if (distance < 1 || distance > COUNT_MAX) throw this.#badDistance(token, digits);
    return distance;
  }

  #spanOf({ query, start }: NearOperand): Span {
    const span = spanOf(query);
    if (span instanceof NoSpan) throw this.#fault(start, ['a word', 'a quoted phrase', "'('"], span.reason);
    if (span.query.kind !== 'alternatives') withOffset(span.query, start);
    return span;
  }

  /** The position is at the number, after the slash. */
  #badDistance(token: IToken, digits: string): QuerySyntaxError {
    const position = (token.endOffset ?? token.startOffset) + 1 - digits.length;
    return new QuerySyntaxError({
      fault: 'badNumber',
      position,
      found: foundAt(this.#text, position),
      expected: [`a whole number of words from 1 to ${COUNT_MAX}`],
    });
  }

  all(): Query {
    return { kind: 'all' };
  }

  word(word: IToken, tilde: IToken | null): Query {
    const field = this.#field();
    const payload: WordPayload = word.payload;
    if (tilde !== null) return withOffset(this.#fuzzy(field, payload, tilde), word.startOffset);
    if (typeof payload === 'string') {
      const term: Query = { kind: 'term', field, text: payload, ...this.#zoneOf(payload) };
      return field === null ? term : withOffset(term, word.startOffset);
    }
    if (field !== null && payload.length === 1 && payload[0]?.kind === 'anyRun') return { kind: 'exists', field };
    return withOffset({ kind: 'wildcard', field, pattern: payload }, word.startOffset);
  }

  phrase(phrase: IToken, tilde: IToken | null): Query {
    const pattern: Pattern = phrase.payload;
    const slop = tilde === null ? 0 : this.#count(tilde, 'a whole number of positions');
    const only = pattern.length === 1 ? pattern[0]! : null;
    const zone = only?.kind === 'text' ? this.#zoneOf(only.text) : {};
    return { kind: 'phrase', field: this.#field(), pattern, slop, ...zone };
  }

  regexp(regexp: IToken): Query {
    const payload: string | ExpressionPayload = regexp.payload;
    const field = this.#field();
    const query: Query =
      typeof payload === 'string' ? { kind: 'regexp', field, pattern: payload } : expressionOf(field, payload);
    return withOffset(query, regexp.startOffset);
  }

  range(open: IToken, lower: IToken, upper: IToken, close: IToken): Query {
    return this.#range(this.#field(), bound(lower, open.payload), bound(upper, close.payload));
  }

  comparison(comparison: IToken, value: IToken): Query {
    const { field, operator }: ComparisonPayload = comparison.payload;
    if (operator === ':=') return withOffset({ kind: 'whole', field, text: value.payload }, value.startOffset);
    const end = bound(value, operator.endsWith('='));
    const isLower = operator.startsWith('>');
    return this.#range(field, isLower ? end : null, isLower ? null : end);
  }

  enterField(field: IToken): void {
    this.#fields.push(field.payload);
  }

  leaveField(): void {
    this.#fields.pop();
  }

  group(open: IToken, list: ClauseList, atLeast: IToken | null): Query {
    const minimumMatch = atLeast === null ? 0 : this.#count(atLeast, 'a whole number of clauses');
    return this.#collapse(list, minimumMatch, open.startOffset);
  }

  #range(field: string | null, lower: Bound | null, upper: Bound | null): Query {
    return {
      kind: 'range',
      field,
      lower,
      upper,
      ...this.#zoneOf(lower?.text ?? ''),
      ...this.#zoneOf(upper?.text ?? ''),
    };
  }

  /** Only a text that may be a date gets a zone. All other queries are the same in every zone. */
  #zoneOf(text: string): ZonedQuery {
    return this.#timeZone !== null && /^\d{4}(?:-|$)/.test(text) ? { timeZone: this.#timeZone } : {};
  }

  #field(): string | null {
    return this.#fields.at(-1) ?? null;
  }

  /** A lone clause that is not prohibited is its query, so that `((a))` is `a`. */
  #collapse(list: ClauseList, minimumMatch: number, position: number): Query {
    const only = list.clauses[0];
    if (list.clauses.length === 1 && only !== undefined && only.occur !== 'mustNot' && minimumMatch === 0)
      return only.query;
    return this.#boolean(list.clauses, minimumMatch, position);
  }

  #boolean(clauses: readonly Clause[], minimumMatch: number, position: number): Query {
    let height = 0;
    for (const clause of clauses) height = Math.max(height, this.#heights.get(clause.query) ?? 0);
    return this.#composite({ kind: 'boolean', clauses, minimumMatch }, height + 1, position);
  }

  #boosted(query: Query, boost: IToken | null): Query {
    if (boost === null) return query;
    const factor = Number(boost.payload);
    if (!Number.isFinite(factor)) throw this.#badNumber(boost, 'a smaller number');
    const height = this.#heights.get(query) ?? 0;
    const isBoostTwice = query.kind === 'boost';
    return this.#composite({ kind: 'boost', query, factor }, isBoostTwice ? height + 1 : height, boost.startOffset);
  }

  #composite(query: Query, height: number, position: number): Query {
    if (height > NESTING_MAX + 1) throw tooDeep(this.#text, position);
    this.#heights.set(query, height);
    return query;
  }

  #fuzzy(field: string | null, payload: WordPayload, tilde: IToken): Query {
    if (typeof payload !== 'string') {
      throw this.#fault(tilde.startOffset, ['white space', "'^'"], 'a term with wildcards cannot be fuzzy too');
    }
    if (tilde.payload === '' || tilde.payload === '2') return { kind: 'fuzzy', field, text: payload, distance: 2 };
    if (tilde.payload === '1') return { kind: 'fuzzy', field, text: payload, distance: 1 };
    throw this.#badNumber(tilde, '1 or 2');
  }

  #count(token: IToken, expected: string): number {
    const count = Number(token.payload);
    if (!/^\d+$/.test(token.payload) || count > COUNT_MAX) throw this.#badNumber(token, expected);
    return count;
  }

  #badNumber(token: IToken, expected: string): QuerySyntaxError {
    const position = token.startOffset + 1;
    return new QuerySyntaxError({
      fault: 'badNumber',
      position,
      found: foundAt(this.#text, position),
      expected: [expected],
    });
  }

  #fault(position: number, expected: string[], note: string): QuerySyntaxError {
    return new QuerySyntaxError({
      fault: 'unexpected',
      position,
      found: foundAt(this.#text, position),
      expected,
      note,
    });
  }
}

/** The payload of an open end is null. */
function bound(token: IToken, isInclusive: boolean): Bound | null {
  return token.payload === null ? null : withOffset({ text: token.payload, isInclusive }, token.startOffset);
}

function expressionOf(field: string | null, { ofText: pattern, check, entity, cased }: ExpressionPayload): Query {
  return {
    kind: 'expression',
    field,
    pattern,
    ...(check === undefined ? {} : { check }),
    ...(entity === undefined ? {} : { entity }),
    ...(cased === undefined ? {} : { cased }),
  };
}
