/** The input of an export: a set in some order, access to its items, and additional facts about them. */
import type { CaseReader } from '../cases/case-reader.ts';
import type { HitBatch } from '../search/combined/merged-hits.ts';
import type { ItemReader } from '../search/item-reader.ts';
import type { ItemNote } from '../search/notes/item-note.ts';
import type { RowBookmarks } from '../search/rows.ts';
import type { Target } from '../search/target.ts';

export interface ExportSource extends Target {
  readonly caseReader: CaseReader;
}

export interface ExportSet<T extends ExportSource> {
  readonly sources: readonly T[];
  readonly total: number;
  /** The items in order, from the beginning at each call. */
  hits(): Promise<AsyncIterable<readonly HitBatch<T>[]>>;
  readonly items: ItemReader<T>;
  /** Null: no item is in any. */
  bookmarksOf(source: T, ids: Uint32Array): Promise<RowBookmarks | null>;
  /** Returns the notes of an item, oldest first. Null if no item has notes. */
  readonly notes: ((source: T, id: number) => readonly ItemNote[]) | null;
  /** Returns the reviewers of some items. Null if nothing was reviewed. */
  readonly reviewed: ((source: T, ids: Uint32Array) => Promise<RowBookmarks | null>) | null;
  /** Returns the hash sets that have each of some items. Null if there are no sets. */
  readonly hashsets: ((source: T, ids: Uint32Array) => Promise<RowBookmarks | null>) | null;
  readonly signal: AbortSignal;
  /** Identifies the set for verification. Null if not requested. */
  readonly certificate: object | null;
  /** Parts of the query that were probably not searched as intended. */
  readonly hints: readonly string[];
  /** Sources whose items are missing. */
  readonly missing: readonly MissingPart[];
}

export interface MissingPart {
  readonly source: string;
  readonly reason: string;
}

export type Pieces = AsyncGenerator<Uint8Array, void, undefined>;
