/** The interface for the analysis of queries: returns words, patterns and values in the form in which an index stores them. */
import type { QueryAtom } from './query-atoms.ts';
import type { QueryToken } from './query-tokens.ts';

export interface QueryAnalyzer {
  /** Identifies the analyzer, for caches. */
  readonly key: string;
  /** Returns the tokens of a text, position by position, with no `any` at either end. */
  tokens(text: string): readonly QueryToken[];
  /** Returns the characters of a text, each with its role in a token. */
  atoms(text: string): readonly QueryAtom[];
  /** Returns the form in which expressions are parsed. Each of its characters is one character of the expression. */
  compose(text: string): string;
  /** Folds patterns and bounds of ranges. */
  fold(text: string): string;
  /** Returns a whole value as one term. */
  foldWhole(value: string): string;
  foldCodePoint(codePoint: number): string;
  /** Whether a term may contain the folded code point. */
  isTermCodePoint(codePoint: number): boolean;
  /**
   * Whether the code point folds to a letter of a script without spaces. Such a letter occurs only in terms of at most two
   * letters.
   */
  isUnitCodePoint(codePoint: number): boolean;
}
