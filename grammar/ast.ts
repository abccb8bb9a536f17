/**
 * The query tree: plain data, discriminated by `kind`. It is the query as written, before analysis: texts are unescaped but
 * neither split into tokens nor folded. It is independent of any index.
 *
 * `field` is null if the query names none; the engine substitutes the default fields. A field group `name:(a OR b)` is
 * distributed over its leaves by the AST builder.
 */
import type { Check } from './texts/entities.ts';
export type Query =
  | AllQuery
  | TermQuery
  | WildcardQuery
  | FuzzyQuery
  | RegexpQuery
  | ExpressionQuery
  | PhraseQuery
  | RangeQuery
  | WholeQuery
  | NearQuery
  | ExistsQuery
  | BooleanQuery
  | BoostQuery
  | SetQuery
  | IpedQuery;

/** `*:*`, and the empty query. */
export interface AllQuery {
  readonly kind: 'all';
}

/** The time zone of a leaf that may be a date. UTC if absent. */
export interface ZonedQuery {
  readonly timeZone?: string;
}

/** A bare chunk without wildcards: `word`, `john.doe@example.com`. Several tokens in it form a phrase. */
export interface TermQuery extends ZonedQuery {
  readonly kind: 'term';
  readonly field: string | null;
  readonly text: string;
}

/** A chunk with at least one unescaped `*` or `?`. If it contains separators, it is the phrase of its parts. */
export interface WildcardQuery {
  readonly kind: 'wildcard';
  readonly field: string | null;
  readonly pattern: Pattern;
}

/** `text~distance`. */
export interface FuzzyQuery {
  readonly kind: 'fuzzy';
  readonly field: string | null;
  readonly text: string;
  readonly distance: 1 | 2;
}

/** `/pattern/`. The pattern is as written, between the slashes, including `\/`. */
export interface RegexpQuery {
  readonly kind: 'regexp';
  readonly field: string | null;
  readonly pattern: string;
}

/** `text:/pattern/`: an expression over the characters of a value. It may match anywhere in the value. */
export interface ExpressionQuery {
  readonly kind: 'expression';
  readonly field: string | null;
  /** As written, between the slashes. */
  readonly pattern: string;
  /** The check that a match must pass: `text:/…/luhn`. */
  readonly check?: Check;
  /** The name that stands for the pattern and its check: `entity:card`. */
  readonly entity?: string;
  /** The words of which the pattern is made: `cased:"US Army"`. */
  readonly cased?: string;
}

/** A quoted chunk. `slop` is 0 for an exact phrase. An empty pattern is `""`. */
export interface PhraseQuery extends ZonedQuery {
  readonly kind: 'phrase';
  readonly field: string | null;
  readonly pattern: Pattern;
  readonly slop: number;
}

/** `[lower TO upper]` and the comparison forms. An open end is null. */
export interface RangeQuery extends ZonedQuery {
  readonly kind: 'range';
  readonly field: string | null;
  readonly lower: Bound | null;
  readonly upper: Bound | null;
}

export interface Bound {
  readonly text: string;
  readonly isInclusive: boolean;
}

/** `field:=text`, `field:="text"`: items with a value of the field that equals the text as a whole. */
export interface WholeQuery {
  readonly kind: 'whole';
  readonly field: string;
  readonly text: string;
}

/**
 * `left NEAR/5 right`, `left BEFORE/5 right`, with NOT before the operator if `isNot`: occurrences near each other in one value
 * of the field. The outermost operator has the field of all its words, and nothing within it has a field.
 */
export interface NearQuery {
  readonly kind: 'near';
  readonly field: string | null;
  /** BEFORE: the left side ends before the right side begins. */
  readonly isOrdered: boolean;
  readonly isNot: boolean;
  /** Maximum positions from the end of one side to the beginning of the other. Neighbours have distance 1. */
  readonly distance: number;
  readonly left: SpanQuery;
  /** May be an edge, under an operator without an order. */
  readonly right: SpanQuery | EdgeQuery;
}

/**
 * `left FIRST/5`, `left LAST/5`: an imaginary word directly before the first word of a value, or directly after the last. It is
 * part of no occurrence. The operator has the occurrences of its left side.
 */
export interface EdgeQuery {
  readonly kind: 'edge';
  readonly isLast: boolean;
}

/** Anything with occurrences in a text: words, alternatives of them, and words near others. */
export type SpanQuery =
  | TermQuery
  | WildcardQuery
  | FuzzyQuery
  | RegexpQuery
  | PhraseQuery
  | NearQuery
  | AlternativesQuery;

/** `(a OR b)` next to NEAR. It has two or more parts, none of which are alternatives themselves. */
export interface AlternativesQuery {
  readonly kind: 'alternatives';
  readonly of: readonly SpanQuery[];
}

/** `field:*`. */
export interface ExistsQuery {
  readonly kind: 'exists';
  readonly field: string;
}

/**
 * A list of clauses, from OR, AND, juxtaposition, or a group. An AND list has only `must` and `mustNot`.
 *
 * The answer is the intersection of the `must` clauses. Without any, it is the union of the `should` clauses, and without
 * those, all items. An item must match at least `minimumMatch` of the `should` clauses, and no `mustNot` clause. `minimumMatch`
 * is 0 if `@n` was not given.
 */
export interface BooleanQuery {
  readonly kind: 'boolean';
  readonly clauses: readonly Clause[];
  readonly minimumMatch: number;
}

export type Occur = 'must' | 'should' | 'mustNot';

export interface Clause {
  readonly occur: Occur;
  readonly query: Query;
}

/** `query^factor`: does not change the answer set, but multiplies scores by the factor. */
export interface BoostQuery {
  readonly kind: 'boost';
  readonly query: Query;
  readonly factor: number;
}

/**
 * Items of a set that comes with the search request under this name, such as a bookmark or the selection. No query text
 * produces it; it is added to a tree after parsing.
 */
export interface SetQuery {
  readonly kind: 'set';
  readonly name: string;
}

/**
 * A leaf as IPED's web API means it (grammar/iped). The terms that it stands for depend on the analysis, the number types and
 * the locale of each case, so the planner determines them.
 */
export interface IpedQuery {
  readonly kind: 'iped';
  readonly field: string | null;
  readonly meant: IpedLeaf;
}

export type IpedLeaf =
  /** An unquoted chunk, which matches any of its tokens. */
  | { readonly kind: 'word'; readonly text: string }
  /** A quoted chunk: matches its tokens as a phrase. */
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  /** A chunk with wildcards: matches whole terms, folded but not cut. */
  | { readonly kind: 'wildcard'; readonly pattern: Pattern }
  /** `text~similarity`: from 1 on a number of edits, below 1 the fraction of the text that stays. */
  | { readonly kind: 'fuzzy'; readonly text: string; readonly similarity: number }
  | { readonly kind: 'range'; readonly lower: Bound | null; readonly upper: Bound | null };

/** Text with wildcards: never two adjacent text parts, no empty text part. */
export type Pattern = readonly PatternPart[];

export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'anyRun' }
  | { readonly kind: 'anyOne' };

/** A query without parts: a word, a phrase, a pattern, a range, a field. */
export type LeafQuery = Exclude<Query, { kind: 'all' | 'boolean' | 'boost' | 'set' }>;
