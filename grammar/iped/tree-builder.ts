/**
 * Actions of the rules of IPED's syntax: they turn tokens into the query tree.
 *
 * Lucene gives AND and OR no precedence here. Operands of a conjunction are required, whatever else is in the list, which is
 * flat: `a OR b AND c` is `a +b +c`.
 */
import type { IToken } from 'chevrotain';
import type { Bound, Clause, IpedLeaf, IpedQuery, Query } from '../ast.ts';
import { QuerySyntaxError } from '../errors.ts';
import { withOffset } from '../offsets.ts';
import { type ComparisonPayload, Plus } from '../tokens.ts';
import type { BoundPayload } from './lexer.ts';
import { patternOf, type Unescaped } from './unescape.ts';

export interface BuiltClause {
  readonly occur: 'must' | 'mustNot' | null;
  readonly query: Query;
}

/** The meaning of `~` alone. */
const EDITS_BY_DEFAULT = 2;
/** Largest slop that is read as a number. */
const SLOP_MAX = 2_147_483_647;

export class TreeBuilder {
  #fields: string[] = [];
  #originalOffset: (offset: number) => number = (offset) => offset;

  /** Forgets the previous query, finished or not. `originalOffset` maps the offset of a token to the text as written. */
  start(originalOffset: (offset: number) => number): void {
    this.#fields = [];
    this.#originalOffset = originalOffset;
  }

  /** Builds a list of conjunctions, whichever way they were joined. A lone clause that is not prohibited is its own query. */
  list(conjunctions: readonly (readonly BuiltClause[])[]): Query {
    const clauses = conjunctions.flatMap((conjunction): Clause[] =>
      conjunction.map(({ occur, query }) => ({ occur: occur ?? (conjunction.length > 1 ? 'must' : 'should'), query })),
    );
    const only = clauses[0]!;
    if (clauses.length === 1 && only.occur !== 'mustNot') return only.query;
    return { kind: 'boolean', clauses, minimumMatch: 0 };
  }

  clause(modifier: IToken | null, query: Query): BuiltClause {
    if (modifier === null) return { occur: null, query };
    return { occur: modifier.tokenType === Plus ? 'must' : 'mustNot', query };
  }

  boosted(query: Query, boost: IToken | null): Query {
    // If a boost exceeds the range of a number, IPED multiplies by infinity. That makes no difference, because answers are in
    // order of ids.
    return boost === null ? query : { kind: 'boost', query, factor: Math.min(Number(boost.payload), Number.MAX_VALUE) };
  }

  word(word: IToken, tilde: IToken | null): Query {
    const { text, hasWildcard }: Unescaped = word.payload;
    const at = word.startOffset;
    if (this.#isAllItems(text)) return { kind: 'all' };
    // A pattern cannot be fuzzy, too, so the sign is ignored.
    if (hasWildcard) return this.#leaf({ kind: 'wildcard', pattern: patternOf(text) }, at);
    if (tilde === null) return this.#leaf({ kind: 'word', text }, at);
    const similarity = tilde.payload === '' ? EDITS_BY_DEFAULT : Number(tilde.payload);
    if (similarity >= 1 && !Number.isInteger(similarity)) throw badNumber(tilde, 'a whole number of edits');
    return this.#leaf({ kind: 'fuzzy', text, similarity }, at);
  }

  phrase(phrase: IToken, tilde: IToken | null): Query {
    const text: string = phrase.payload;
    if (tilde !== null && (!/^\d+$/.test(tilde.payload) || Number(tilde.payload) > SLOP_MAX)) {
      throw badNumber(tilde, 'a whole number of positions');
    }
    if (this.#isAllItems(text)) return { kind: 'all' };
    return this.#leaf({ kind: 'phrase', text, slop: Number(tilde?.payload ?? 0) }, phrase.startOffset);
  }

  range(open: IToken, lower: IToken, upper: IToken, close: IToken): Query {
    const range = { lower: bound(lower.payload, open.payload), upper: bound(upper.payload, close.payload) };
    return this.#leaf({ kind: 'range', ...range }, open.startOffset);
  }

  comparison(comparison: IToken, value: IToken): Query {
    const { field, operator }: ComparisonPayload = comparison.payload;
    const end = bound(value.payload, operator.endsWith('='));
    const range = operator.startsWith('>') ? { lower: end, upper: null } : { lower: null, upper: end };
    this.#fields.push(field);
    const leaf = this.#leaf({ kind: 'range', ...range }, value.startOffset);
    this.#fields.pop();
    return leaf;
  }

  enterField(field: IToken): void {
    this.#fields.push(field.payload);
  }

  leaveField(): void {
    this.#fields.pop();
  }

  /** `*:*`, however the second star is written. */
  #isAllItems(text: string): boolean {
    return text === '*' && this.#fields.at(-1) === '*';
  }

  #leaf(meant: IpedLeaf, offset: number): IpedQuery {
    return withOffset({ kind: 'iped', field: this.#fields.at(-1) ?? null, meant }, this.#originalOffset(offset));
  }
}

function bound(text: BoundPayload, isInclusive: boolean): Bound | null {
  return text === null ? null : { text, isInclusive };
}

function badNumber(token: IToken, expected: string): QuerySyntaxError {
  const position = token.startOffset + 1;
  const found = `'${String(token.payload).slice(0, 40)}'`;
  return new QuerySyntaxError({ fault: 'badNumber', position, found, expected: [expected] });
}
