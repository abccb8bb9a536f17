/**
 * The terms of a case that was indexed by the tool that processed it: the build takes them as they are, without
 * analysis. Queries are analyzed by this program, so a format must bring terms that such queries can match.
 */
import type { FieldSpec } from '../schema/field-types.ts';
import type { TermCursor } from '../shared/term-cursor.ts';

export interface AnalyzedTerms {
  /**
   * The fields that can be searched, each once; a term cursor counts them from 0. A property is searched in the field of
   * `fieldOfProperty` (`src/schema/well-known-fields.ts`) if that is listed here, and otherwise only kept with its item.
   * `id` and `parentId` have no terms: the items have them as numbers.
   */
  readonly fields: readonly FieldSpec[];
  /** Independent parts of the terms, such as segments of an index. A term, and a document, may be in several. */
  readonly segments: readonly TermSegment[];
}

export interface TermSegment {
  /**
   * The terms of the segment, from the first. A build goes through them twice. Documents are items, numbered
   * from 0 in the order in which `readItems` returns them over all parts; an item that the build leaves out (a duplicate
   * id, a node of the tree) may have terms all the same. Values of a property are `VALUE_GAP` positions apart, the empty
   * term marks where each but the first begins, and no term has a position of a document twice.
   */
  open(): TermCursor | Promise<TermCursor>;
}
