/**
 * The interface to the terms of a case that another tool indexed. The build imports them without analysis. Queries are analyzed
 * by this program, so a format must provide terms that such queries can match.
 */
import type { CaseOrigin } from '../schema/case-origin.ts';
import type { FieldSpec } from '../schema/field-types.ts';
import type { TermCursor, TermSpan } from '../shared/term-cursor.ts';
import type { CaseProblem } from './case-problem.ts';

export interface AnalyzedTerms {
  /**
   * The searchable fields, each once. A term cursor numbers them from 0. A property is searched in the field of
   * `fieldOfProperty` (`src/schema/well-known-fields.ts`) if that is listed here; otherwise it is only stored with its item.
   * `id` and `parentId` have no terms, because items have them as numbers.
   */
  readonly fields: readonly FieldSpec[];
  /** Independent parts of the terms, such as segments of an index. A term or a document may be in several segments. */
  readonly segments: readonly TermSegment[];
  /** Returns the problems that were found while terms were read. Called once, afterwards. */
  takeProblems?(): readonly CaseProblem[];
  /** For formats whose terms can be read in other threads, each with its own reader of the case; otherwise null. */
  readonly inThreads: TermsInThreads | null;
  /** How the terms were made, if not by this program. Stored in the index. */
  readonly origin: CaseOrigin | null;
  /**
   * Not null if the text of items with `indexed.hasSpelledText` exists only as terms of `content`, from which the build
   * reconstructs it. A text may have been cut into pieces before it was analyzed. The pieces are the values of `content`, and
   * each except the first repeats up to `overlapUnits` UTF-16 units from the end of the previous one.
   */
  readonly spelling: { readonly overlapUnits: number } | null;
}

/**
 * For reading terms in several threads. While the items are read, the threads count tokens by document of the case's own index.
 */
export interface TermsInThreads {
  readonly documentCount: number;
  /**
   * The segments, whose cursors return documents instead of items, numbered from 0 over all segments. They do not depend on the
   * items.
   */
  readonly documents: readonly TermSegment[];
  /** Call this after all items were read. */
  itemsOfDocuments(): Promise<DocumentItems>;
  /**
   * Returns the data about the items, as plain values, that a reader in another thread needs for its `takeOver`. Call it after
   * all items were read. The segments of that reader then return these documents instead of items, in the same order.
   * `docOfItem` has the document of each item, or 0xffff_ffff for none.
   */
  handOver(docOfItem: Uint32Array): Promise<unknown>;
  /** Call this before `open` of a segment. */
  takeOver(values: unknown): void;
}

export interface DocumentItems {
  /** The item of each document, or -1. */
  readonly itemOf: Int32Array;
  /** Items whose texts come in pieces. */
  readonly inPieces: readonly number[];
  /** If a document has a text beyond this position, some tokens of its item are missing. */
  readonly positionMax: number;
}

export interface TermSegment {
  /**
   * Reads the terms of the segment, or of a range of it. A build reads them twice. Documents are items, numbered from 0 in the
   * order in which `readItems` or `readItemsById`, whichever was last, returned them over all parts. Items that the build
   * leaves out (a duplicate id, a tree node) may still have terms. A term never has the same position of a document twice. In a
   * text field, values of a property are at least `VALUE_GAP` positions apart, and the empty term marks the beginning of each
   * value but the first. If the original tool left no gap, there are no marks either, and phrases may match across values. In
   * other fields positions have no meaning, and the empty term of an `exact` field is the empty value.
   */
  open(range?: TermSpan): TermCursor | Promise<TermCursor>;
  /** Number of occurrences of all its terms, for progress. Absent if it cannot be known without reading them. */
  occurrences?(): Promise<number>;
}
