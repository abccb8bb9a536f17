/**
 * How a tool that indexed a case tokenized and folded its text. The header of an index of imported terms holds it, because
 * queries must be analyzed in the same way.
 */
export interface TextAnalysis {
  /** Letters are lower-cased, one code point at a time. */
  readonly isLowerCased: boolean;
  /** Letters lose their accents and become ASCII if possible, by the rules of Lucene's ASCIIFoldingFilter. */
  readonly isFolded: boolean;
  /** Characters that count as letters. */
  readonly extraCharacters: string;
  /** Words with a character above U+00FF are left out. */
  readonly isLatinOnly: boolean;
  /** Longer words, in UTF-16 units after folding, are left out but keep their position. */
  readonly tokenUnitsMax: number;
}
