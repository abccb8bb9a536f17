/** Who is asked in the benchmark of the interface, and what: the same of all. */

/** One answer of a side: what must be equal, and how long it took. */
export interface Answered {
  readonly answer: string;
  readonly milliseconds: number;
}

/** What is asked of each. A set is the items modified at `from` (milliseconds) or later. Null: it has no such question. */
export interface Side {
  readonly name: string;
  /** The process that answers. */
  readonly pid: number;
  /** Counts by category, by year and by source. */
  facets(from: number): Promise<Answered | null>;
  page(field: SortedField, from: number, offset: number, limit: number): Promise<Answered | null>;
  /** The page after the one that was asked for last. */
  next(field: SortedField, from: number, limit: number): Promise<Answered | null>;
  /** Most relevant items of a word, with pieces of text around it. */
  snippets(word: string, limit: number, pieces: number): Promise<Answered | null>;
  end(): Promise<void>;
}

/** Dates newest first, names from A to Z. */
export type SortedField = 'modified' | 'name';

/** Values that are counted of a field, at most. */
export const FACETED_VALUES = 10_000;

/** The query whose hits are the items modified at `from` or later. */
export function since(from: number): string {
  return `modified:["${new Date(from).toISOString()}" TO *]`;
}

export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
