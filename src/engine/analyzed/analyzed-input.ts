/** The terms that a case brings, as the engine takes them: src/cases/analyzed-terms.ts describes them. */
import type { FieldSpec } from '../../schema/field-types.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';

export interface AnalyzedInput {
  readonly fields: readonly FieldSpec[];
  readonly segments: readonly { open(): TermCursor | Promise<TermCursor> }[];
  /** Not null: the texts of documents are put together from the terms of `content`. */
  readonly spelling: { readonly overlapUnits: number } | null;
}

/** The index's numbers for those of the input. */
export interface AnalyzedNumbers {
  /** The field of the index for each of the input; null: it has no terms. */
  readonly fieldIds: readonly (number | null)[];
  readonly docOfItem: Uint32Array;
}

/** A cursor for each segment. */
export async function openSegments({ segments }: AnalyzedInput): Promise<TermCursor[]> {
  const opened: TermCursor[] = [];
  try {
    for (const segment of segments) opened.push(await segment.open());
    return opened;
  } catch (error) {
    for (const cursor of opened) cursor.close();
    throw error;
  }
}
