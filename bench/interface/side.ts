/** One answer of either side: what must be equal, and how long it took. */
export interface Answered {
  readonly answer: string;
  readonly milliseconds: number;
}

/** What is asked of both. A set is the items modified at `from` (milliseconds) or later. */
export interface Side {
  readonly name: string;
  /** Counts by category and by year. */
  facets(from: number): Promise<Answered>;
  page(field: SortedField, from: number, offset: number, limit: number): Promise<Answered>;
  /** The page after the one that was asked for last. */
  next(field: SortedField, from: number, limit: number): Promise<Answered>;
  /** Most relevant items of a word, with pieces of text around it. */
  snippets(word: string, limit: number, pieces: number): Promise<Answered>;
  end(): Promise<void>;
}

/** Dates newest first, names from A to Z. */
export type SortedField = 'modified' | 'name';
