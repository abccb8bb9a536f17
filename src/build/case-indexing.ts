/**
 * How the items of a case become fields and terms: text-indexing.ts analyzes its text, analyzed-indexing.ts takes
 * the terms that it brings. Every item of the case is reported in order, by `add`, `pass` or `skip`.
 */
import type { CaseItem } from '../cases/case-reader.ts';
import type { ColumnValues } from '../engine/columns/column-values.ts';
import type { IndexerProblem } from '../engine/document-indexer.ts';
import type { EncodedTerms } from '../engine/inversion/encoded-lists.ts';
import type { FieldState } from '../engine/inversion/field-state.ts';
import type { IndexingCrew } from '../engine/inversion/indexing-crew.ts';
import type { FrameKeeper } from '../engine/spelling/text-stretch.ts';
import type { TermCursor } from '../shared/term-cursor.ts';

export interface CaseIndexing {
  /** The fields so far, by number. */
  readonly fields: readonly FieldState[];
  /** Their whole values. */
  readonly values: ColumnValues;
  /** Threads that can help to write while items are read; null: there are none. */
  readonly crew: IndexingCrew | null;
  /** Types that the case gives to fields, before the first item. A case that brings its terms gives them with these. */
  useTypes?(types: ReadonlyMap<string, 'number' | 'date'>): void;
  /** An item that a search can hit. `properties` are those that it is stored with. */
  add(doc: number, item: CaseItem, properties: CaseItem['properties']): Promise<void>;
  /** An item that is stored and that no search can hit. */
  pass(doc: number, item: CaseItem, properties: CaseItem['properties']): void;
  /** An item that is left out. */
  skip(): void;
  /** All terms of all documents. `onPart` is called now and then with how far it is, 0 to 1; null if that is unknown. */
  finish(onPart: (part: number | null) => Promise<void>): Promise<TermCursor | EncodedTerms>;
  /** Texts that only come with the terms; called after these were written. */
  writeTexts?(keeper: FrameKeeper, pause: () => Promise<void>): Promise<void>;
  /** Stops its workers and removes its files: after the terms were written, or in the middle. */
  close(): Promise<void>;
}

/** Called with what could not be indexed of the current item. */
export interface IndexingProblems {
  text(reason: string): void;
  field(problem: IndexerProblem, field: string): void;
}
