/**
 * The interface that turns the items of a case into fields and terms. text-indexing.ts analyzes the text of a case.
 * analyzed-indexing.ts takes the terms that a case provides. Every item of the case must be reported in order, by `add`, `pass`
 * or `skip`.
 */
import type { CaseItem } from '../cases/case-reader.ts';
import type { ColumnValues } from '../engine/columns/values/column-values.ts';
import type { IndexerProblem } from '../engine/document-indexer.ts';
import type { EncodedTerms } from '../engine/inversion/encoded-lists.ts';
import type { FieldState } from '../engine/inversion/field-state.ts';
import type { IndexingThreadPool } from '../engine/inversion/indexing-thread-pool.ts';
import type { SketchEnd } from '../engine/neardup/sketch-row.ts';
import type { FrameKeeper } from '../engine/spelling/text-stretch.ts';
import type { RecordFields } from '../engine/store/records/record-fields.ts';
import type { FieldType } from '../schema/field-types.ts';
import type { TermCursor } from '../shared/term-cursor.ts';

export interface CaseIndexing {
  /** The fields so far, by number. */
  readonly fields: readonly FieldState[];
  /** The whole values of these fields. */
  readonly values: ColumnValues;
  /** Threads that can help to write while items are read; null without threads. */
  readonly pool: IndexingThreadPool | null;
  /**
   * Takes the types that the case assigns to fields. Called before the first item. Absent if types come with the terms of the
   * case.
   */
  useTypes?(types: ReadonlyMap<string, FieldType>): void;
  /**
   * Takes the names of columns of whole values that are impossible because of earlier items of the case. Called before the
   * first item.
   */
  refuseColumns?(names: Iterable<string>): void;
  /** An item that a search can hit. `properties` are those that are stored. `record` may have them, too. */
  add(doc: number, item: CaseItem, properties: CaseItem['properties'], record?: RecordFields): Promise<void>;
  /** An item that is stored but cannot be hit by a search. */
  pass(doc: number, item: CaseItem, properties: CaseItem['properties']): void;
  /** An item that is left out. */
  skip(): void;
  /** Returns all terms of all documents. Calls `onPart` regularly with the progress, 0 to 1, or null if that is unknown. */
  finish(onPart: (part: number | null) => Promise<void>): Promise<TermCursor | EncodedTerms>;
  /** Writes texts that come only with the terms. Called after the terms were written. */
  writeTexts?(keeper: FrameKeeper, onSketch: SketchEnd, pause: () => Promise<void>): Promise<void>;
  /** Stops its workers and removes its files. Called after the terms were written, or to abandon the build. */
  close(): Promise<void>;
}

/** Receives the problems of the current item. */
export interface IndexingProblems {
  text(reason: string): void;
  field(problem: IndexerProblem, field: string): void;
}
