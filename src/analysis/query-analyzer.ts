/** What a query needs of an analysis: the forms of its words, patterns and values that an index holds. */
export interface QueryAnalyzer {
  /** Differs between analyzers that differ: for caches. */
  readonly key: string;
  /** The tokens of a text, in order. Null stands for a token that has a position and was left out; none is at either end. */
  analyze(text: string): readonly (string | null)[];
  /** The form that is folded and cut: each character of it is one of the pattern's. */
  normalize(text: string): string;
  /** Folds every letter and digit, and leaves everything else: patterns and bounds of ranges. Apply it only once. */
  fold(text: string): string;
  /** A whole value as one term. */
  foldWhole(value: string): string;
  foldCodePoint(codePoint: number): string;
  isTokenCodePoint(codePoint: number): boolean;
}
