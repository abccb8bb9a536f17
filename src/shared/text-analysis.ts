/**
 * Describes how a tool that indexed a case tokenized and folded its text. An index of imported terms stores this in its header,
 * because queries must be analyzed in the same way.
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
  /** Maximum UTF-16 units of a word after folding. Longer words are left out but keep their position. */
  readonly tokenUnitsMax: number;
}
