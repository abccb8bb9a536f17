/**
 * How a tool that indexed a case cut and folded its text. An index of imported terms has it in its header, because a query finds
 * nothing unless it is analyzed in the same way.
 */
export interface TextAnalysis {
  /** Letters become lower case, one code point at a time. */
  readonly isLowerCased: boolean;
  /** Letters lose their accents and become ASCII where they can: the rules of Lucene's ASCIIFoldingFilter. */
  readonly isFolded: boolean;
  /** Characters that count as letters. */
  readonly extraCharacters: string;
  /** Words with a character above U+00FF are left out. */
  readonly isLatinOnly: boolean;
  /** Longer words, in UTF-16 units after folding, are left out. They keep their position. */
  readonly tokenUnitsMax: number;
}
