/**
 * The interface of inversion: documents in, terms with postings out. spilling-inverter.ts implements it in the calling thread,
 * indexing-thread-pool.ts in several.
 */
import type { Analysis } from '../../schema/field-types.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { EncodedTerms } from './encoded-lists.ts';

/**
 * Turns the values and texts of documents into terms with their postings. Documents must ascend. For each field of a
 * document, call `beginField`, then add values or one text, then call `endField`. After the last field call
 * `endDocument`.
 */
export interface Inverter {
  beginField(doc: number, field: number): void;
  addValue(value: string, analysis: Analysis): void;
  beginText(): void;
  /** Adds a piece of the text, cut anywhere. */
  addText(piece: string): void;
  endText(): void;
  endField(): void;
  endDocument(): void;
  /** Whether `settle` should be awaited before more is added. Checked between documents and between pieces of a text. */
  readonly isBusy: boolean;
  settle(): Promise<void>;
  /**
   * Returns all terms of all documents, in order. By then, the end of every field has been reported. `fields` returns
   * the lengths of all fields, by id.
   */
  finish(fields: () => readonly FieldLengths[]): Promise<EncodedTerms>;
  /** Stops all work. Called at the end, or to abandon the build. */
  close(): Promise<void>;
}

/** Facts about the tokens of a field of one document. */
export interface FieldTokens {
  /** Its length: tokens that share a position count once. */
  readonly positions: number;
  /** Whether positions ran out before its end. */
  readonly isCut: boolean;
  /** Whether tokens share a position. */
  readonly isShared: boolean;
  /** Words that were cut into pieces. */
  readonly longWords: number;
}

/** Called at the end of each field, in order. */
export type FieldEnd = (field: number, doc: number, tokens: FieldTokens) => void;
