/** The interface between the program and its search engine. */
import type { Query } from '../../grammar/ast.ts';
import type { PartRef } from '../shared/part-ref.ts';

/**
 * An engine over one source: a query tree in, a set of items out. The embedded engine is the first; a distributed one
 * can stand behind the same interface. Nothing above it knows document numbers, but for `luceneId` in an item record.
 */
export interface SearchEngine {
  /** Items that a search can hit: tree nodes are not among them. */
  readonly searchableCount: number;
  /** All items that can be read by id. */
  readonly itemCount: number;
  /** Whether nothing of the case was lost when its index was built, and the problems that its build report lists. */
  readonly isComplete: boolean;
  readonly problemCount: number;

  /**
   * The whole answer. Runs in slices and gives way to other requests between them. Throws AppError QUERY_INVALID for
   * a query that cannot run, CANCELLED when the signal fires, INDEX_CORRUPT when a checksum does not hold.
   */
  search(query: Query, options?: SearchOptions): Promise<ItemSet>;

  /** The `limit` best items by BM25, best first, equal scores by id. */
  searchTop(query: Query, limit: number, options?: SearchOptions): Promise<RankedItems>;

  explain(query: Query, options?: SearchOptions): Promise<Explanation>;

  hasItem(id: number): boolean;
  /** The stored item, or undefined for an unknown id. */
  item(id: number): IndexedItem | undefined;
  /** The inline text kept for an item whose `text` is `'stored'`; UTF-8 bytes in order, in pieces. */
  storedText(id: number): { readonly bytes: number; pieces(): Iterable<Uint8Array> };

  /** Every field of the source, by name in code point order. */
  fields(): readonly FieldSummary[];
  /** Distinct values of a field as the case spells them, with the number of searchable items that have each. */
  fieldValues(field: string): FieldValues;

  close(): Promise<void>;
}

export interface SearchOptions {
  /** Fields that a leaf without a field means; `['content']` by default. */
  readonly defaultFields?: readonly string[];
  readonly signal?: AbortSignal;
}

/** An answer: exact count, and the item ids in ascending order, in batches. */
export interface ItemSet {
  readonly count: number;
  /** Ascending ids. A batch's array is reused by the next one: copy what must be kept. */
  batches(): Iterable<Uint32Array>;
}

export interface RankedItems {
  /** Exact number of matching items, whatever `limit`. */
  readonly count: number;
  readonly items: readonly { readonly id: number; readonly score: number }[];
}

export interface IndexedItem {
  readonly id: number;
  readonly luceneId: number;
  readonly parentId: number | null;
  /** As the case spells them, `ext` included where it was derived. */
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
  /** `'stored'`: inline text kept in the index; a reference into the case; null: none. */
  readonly text: 'stored' | PartRef | null;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
}

export interface FieldSummary {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'whole';
  /** Searchable items that have the field. */
  readonly items: number;
}

export interface FieldValues {
  /** Whether `values` is all of them; false where the field has more than the index keeps. */
  readonly isComplete: boolean;
  readonly values: readonly { readonly value: string; readonly items: number }[];
}

/** What became of a query; shapes are filled by the planner. */
export interface Explanation {
  /** The plan as a tree: operator name, what it is on, estimated and true counts, microseconds. */
  readonly plan: PlanNode;
  /** What wildcard, fuzzy, regular-expression and range leaves became. */
  readonly expansions: readonly Expansion[];
  readonly hints: readonly string[];
  readonly count: number;
  readonly microseconds: number;
}

export interface PlanNode {
  readonly operator: string;
  readonly detail: string;
  readonly estimate: number;
  readonly count: number;
  readonly microseconds: number;
  readonly children: readonly PlanNode[];
}

export interface Expansion {
  readonly field: string;
  readonly source: string;
  /** How many terms. */
  readonly termCount: number;
  /** The first of them, in term order. */
  readonly terms: readonly string[];
}
