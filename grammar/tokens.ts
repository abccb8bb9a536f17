/**
 * The tokens of the language. Error messages show their labels.
 *
 * Their patterns are never used, because the lexer is written by hand: the meaning of `-`, `/`, `@`, `:` and quotes depends on
 * the text around them. Tokens that carry more than their kind have it in `payload`, typed below.
 */
import type { IToken, TokenType } from 'chevrotain';
import type { Pattern } from './ast.ts';
import { createToken, Lexer } from './parser-library.ts';
import type { Check } from './texts/entities.ts';

const token = (name: string, label: string): TokenType => createToken({ name, label, pattern: Lexer.NA });

/** `word`, `wor?`. The payload is a {@link WordPayload}. */
export const Word = token('Word', 'a word');
/** `"a b"`: payload Pattern. */
export const Phrase = token('Phrase', 'a quoted phrase');
/** `/re/`, whose payload is the pattern between the slashes, or `text:/re/`, whose payload is an {@link ExpressionPayload}. */
export const Regexp = token('Regexp', 'a regular expression');
/** `*:*` */
export const AllItems = token('AllItems', '*:*');
/** `name:` or `name=`. The payload is the name. */
export const Field = token('Field', 'a field');
/** `name>`, `name:>`, `name:=` …. The payload is a {@link ComparisonPayload}. A Bound follows. */
export const Comparison = token('Comparison', 'a comparison');
/** `[` or `{`. The payload says whether the end is inclusive. */
export const RangeOpen = token('RangeOpen', "'['");
/** An end of a range. The payload is its text, or null for an open end. */
export const Bound = token('Bound', 'a value or *');
export const To = token('To', 'TO');
/** `]` or `}`. The payload says whether the end is inclusive. */
export const RangeClose = token('RangeClose', "']' or '}'");
export const GroupOpen = token('GroupOpen', "'('");
export const GroupClose = token('GroupClose', "')'");
export const And = token('And', 'AND');
export const Or = token('Or', 'OR');
/** `NOT`, `!`, `-` */
export const Not = token('Not', 'NOT');
export const Plus = token('Plus', "'+'");
/** `NEAR/5`, `BEFORE/5`, `NOT NEAR/5`. The payload is a {@link NearPayload}. */
export const Near = token('Near', 'NEAR');
/** `FIRST/5`, `LAST/5`, `NOT FIRST/5`. The payload is an {@link EdgePayload}. */
export const Edge = token('Edge', 'FIRST');
/** `~`, `~2`. The payload is the digits. */
export const Tilde = token('Tilde', "'~'");
/** `^2.5`. The payload is the digits. */
export const Caret = token('Caret', "'^'");
/** `@2` after a group. The payload is the digits. */
export const AtLeast = token('AtLeast', "'@'");
/** Marks where the lexer stopped. No rule accepts it. */
export const Invalid = token('Invalid', 'nothing');

export const ALL_TOKENS: TokenType[] = [
  Word,
  Phrase,
  Regexp,
  AllItems,
  Field,
  Comparison,
  RangeOpen,
  Bound,
  To,
  RangeClose,
  GroupOpen,
  GroupClose,
  And,
  Or,
  Not,
  Plus,
  Near,
  Edge,
  Tilde,
  Caret,
  AtLeast,
  Invalid,
];

export interface ExpressionPayload {
  /** The pattern between the slashes. */
  readonly ofText: string;
  readonly check?: Check;
  readonly entity?: string;
  readonly cased?: string;
}

/** The text of a chunk without wildcards, or the pattern of one with wildcards. */
export type WordPayload = string | Pattern;

export interface ComparisonPayload {
  readonly field: string;
  readonly operator: '<' | '<=' | '>' | '>=' | ':=';
}

export interface NearPayload {
  readonly isOrdered: boolean;
  readonly isNot: boolean;
  readonly digits: string;
}

export interface EdgePayload {
  readonly isLast: boolean;
  readonly isNot: boolean;
  readonly digits: string;
}

/**
 * Makes the token of the units from `start` to before `end`. Its image is empty, because everything needed is in the payload.
 */
export function makeToken(tokenType: TokenType, start: number, end: number, payload?: unknown): IToken {
  const tokenTypeIdx = tokenType.tokenTypeIdx as number;
  return { image: '', startOffset: start, endOffset: end - 1, tokenTypeIdx, tokenType, payload };
}
