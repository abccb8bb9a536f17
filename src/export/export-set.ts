/** What an export is made of: a set in some order, where its items are read, and what is known of them besides. */
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
  /** The items in their order, from the beginning each time. */
  hits(): Promise<AsyncIterable<readonly HitBatch<T>[]>>;
  readonly items: ItemReader<T>;
  /** Null: no item is in any. */
  bookmarksOf(source: T, ids: Uint32Array): Promise<RowBookmarks | null>;
  /** The notes of an item, oldest first; null: there are none at all. */
  readonly notes: ((source: T, id: number) => readonly ItemNote[]) | null;
  /** Who reviewed each of some items; null: nobody any at all. */
  readonly reviewed: ((source: T, ids: Uint32Array) => Promise<RowBookmarks | null>) | null;
  readonly signal: AbortSignal;
  /** What the set is, for those who check it; null: not asked for. */
  readonly certificate: object | null;
  /** What of the query was not searched as its author may think. */
  readonly hints: readonly string[];
  /** Sources whose items are missing. */
  readonly missing: readonly MissingPart[];
}

export interface MissingPart {
  readonly source: string;
  readonly reason: string;
}

export type Pieces = AsyncGenerator<Uint8Array, void, undefined>;
