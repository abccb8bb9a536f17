/** The analysis of queries: the forms of words, patterns and values that an index holds. */
import type { QueryAtom } from './query-atoms.ts';
import type { QueryToken } from './query-tokens.ts';

export interface QueryAnalyzer {
  /** Differs between analyzers that differ: for caches. */
  readonly key: string;
  /** What a text asks for, position by position; no `any` at either end. */
  tokens(text: string): readonly QueryToken[];
  /** The characters of a text, each with its part in a token. */
  atoms(text: string): readonly QueryAtom[];
  /** The form in which expressions are parsed: each character of it is one of the expression's. */
  compose(text: string): string;
  /** Folds patterns and bounds of ranges. */
  fold(text: string): string;
  /** A whole value as one term. */
  foldWhole(value: string): string;
  foldCodePoint(codePoint: number): string;
  /** Whether a term may hold the code point, folded. */
  isTermCodePoint(codePoint: number): boolean;
  /** Whether the code point folds to a letter of a script without spaces, which is in terms of two letters only. */
  isUnitCodePoint(codePoint: number): boolean;
}
