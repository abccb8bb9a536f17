/** The interface of a measured side, and the questions, which are the same for all. */

/** An answer of a side: the part that must be equal for all sides, and its time. */
export interface Answered {
  readonly answer: string;
  readonly milliseconds: number;
}

/** The questions to each side. A set is the items modified at `from` (milliseconds) or later. Null means unsupported. */
export interface Side {
  readonly name: string;
  /** Counts by category, by year and by source. */
  facets(from: number): Promise<Answered | null>;
  page(field: SortedField, from: number, offset: number, limit: number): Promise<Answered | null>;
  /** Returns the page after the last requested one. */
  next(field: SortedField, from: number, limit: number): Promise<Answered | null>;
  /** Most relevant items for a word, with snippets. */
  snippets(word: string, limit: number, pieces: number): Promise<Answered | null>;
  end(): Promise<void>;
}

/** Fields to sort by: dates with the newest first, names from A to Z. */
export type SortedField = 'modified' | 'name';

/** Maximum counted values of a field. */
export const FACETED_VALUES = 10_000;

/** Returns the query for the items modified at `from` or later. */
export function since(from: number): string {
  return `modified:["${new Date(from).toISOString()}" TO *]`;
}

export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
