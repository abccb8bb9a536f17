/**
 * The terms of a case that was indexed by the tool that processed it: the build takes them as they are, without
 * analysis. Queries are analyzed by this program, so a format must bring terms that such queries can match.
 */
import type { CaseOrigin } from '../schema/case-origin.ts';
import type { FieldSpec } from '../schema/field-types.ts';
import type { TermCursor, TermRange } from '../shared/term-cursor.ts';
import type { CaseProblem } from './case-problem.ts';

export interface AnalyzedTerms {
  /**
   * The fields that can be searched, each once; a term cursor counts them from 0. A property is searched in the field of
   * `fieldOfProperty` (`src/schema/well-known-fields.ts`) if that is listed here, and otherwise only kept with its item.
   * `id` and `parentId` have no terms: the items have them as numbers.
   */
  readonly fields: readonly FieldSpec[];
  /** Independent parts of the terms, such as segments of an index. A term, and a document, may be in several. */
  readonly segments: readonly TermSegment[];
  /** What was found wrong while terms were read from the first to the last; asked then, and once. */
  takeProblems?(): readonly CaseProblem[];
  /** For a format whose terms other threads can read, with readers of the same case of their own; else null. */
  readonly inThreads: TermsInThreads | null;
  /** How its terms were made, if not as this program makes them; the index keeps it. */
  readonly origin: CaseOrigin | null;
  /**
   * Not null: items whose `indexed.hasSpelledText` is set have no text but what their terms of `content` spell, and the build puts
   * it together. A text may have been cut into pieces before it was analyzed, which are the values of `content` then: each but
   * the first begins with up to `overlapUnits` UTF-16 units of the end of the piece before.
   */
  readonly spelling: { readonly overlapUnits: number } | null;
}

/** How threads share the reading of terms. Tokens are counted while the items are read: by document of the case's own index. */
export interface TermsInThreads {
  readonly documentCount: number;
  /** The segments with documents in place of items, numbered from 0 over all of them; nothing need be known of items. */
  readonly documents: readonly TermSegment[];
  /** After all items were read. */
  itemsOfDocuments(): Promise<DocumentItems>;
  /**
   * What a reader in another thread needs to know of the items, when all were read: plain values, for its `takeOver`. Its segments give
   * documents in place of items then, in the same order: `docOfItem` has the document of each item, or 0xffff_ffff for none.
   */
  handOver(docOfItem: Uint32Array): Promise<unknown>;
  /** Before `open` of a segment. */
  takeOver(values: unknown): void;
}

export interface DocumentItems {
  /** The item of each document, or -1. */
  readonly itemOf: Int32Array;
  /** Items whose texts come in pieces. */
  readonly inPieces: readonly number[];
  /** If a document has a text beyond this position, items have not all of its tokens. */
  readonly positionMax: number;
}

export interface TermSegment {
  /**
   * The terms of the segment, from the first, or those of a range. A build goes through them twice. Documents are items, numbered
   * from 0 in the order in which `readItems` returns them over all parts, or `readItemsById`, whichever was read last; an item that the build leaves out (a duplicate
   * id, a node of the tree) may have terms all the same. No term has a position of a document twice. In a field of analysis text
   * values of a property are `VALUE_GAP` positions apart or more, and the empty term marks where each but the first begins;
   * where the tool that made the terms left no gap, there is none, there are no marks, and phrases go from one value into the
   * next. In other fields positions mean nothing, and the empty term of an `exact` field is the empty value.
   */
  open(range?: TermRange): TermCursor | Promise<TermCursor>;
  /** Occurrences of all its terms, for whoever says how far a build is; not there where only reading them would tell. */
  occurrences?(): Promise<number>;
}
