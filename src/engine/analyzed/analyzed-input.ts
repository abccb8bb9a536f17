/** The interface to the terms that a case brings; src/cases/analyzed-terms.ts describes them. */
import type { FieldSpec } from '../../schema/field-types.ts';
import type { TermCursor, TermSpan } from '../../shared/term-cursor.ts';
import { RunMerger } from '../inversion/runs/run-merger.ts';
import { type ListOrdering, OrderedCursor } from './ordered-cursor.ts';

export interface AnalyzedInput {
  readonly fields: readonly FieldSpec[];
  readonly segments: readonly InputSegment[];
  /** If not null, the texts of documents are reconstructed from the terms of `content`. */
  readonly spelling: { readonly overlapUnits: number } | null;
  /** If null, only this thread can read the terms. */
  readonly inThreads: InputInThreads | null;
}

export interface InputInThreads {
  readonly documentCount: number;
  readonly documents: readonly InputSegment[];
  itemsOfDocuments(): Promise<InputDocuments>;
  handOver(docOfItem: Uint32Array): Promise<unknown>;
  takeOver(values: unknown): void;
}

export interface InputDocuments {
  readonly itemOf: Int32Array;
  readonly inPieces: readonly number[];
  readonly positionMax: number;
}

export interface InputSegment {
  open(range?: TermSpan): TermCursor | Promise<TermCursor>;
  occurrences?(): Promise<number>;
}

/** Maps field and document numbers of the input to those of the index. */
export interface AnalyzedNumbers {
  /** Indexed by field of the input: the field of the index, or null if it has no terms. */
  readonly fieldIds: readonly (number | null)[];
  readonly docOfItem: Uint32Array;
}

/** Occurrences of all terms, or null if they are unknown until the terms are read. */
export async function occurrencesOf(segments: readonly InputSegment[]): Promise<number | null> {
  let all = 0;
  for (const segment of segments) {
    if (segment.occurrences === undefined) return null;
    all += await segment.occurrences();
  }
  return all;
}

/** Returns a cursor for each segment. */
export async function openSegments(segments: readonly InputSegment[], range?: TermSpan): Promise<TermCursor[]> {
  const opened: TermCursor[] = [];
  try {
    for (const segment of segments) opened.push(await segment.open(range));
    return opened;
  } catch (error) {
    for (const cursor of opened) cursor.close();
    throw error;
  }
}

/** Merges the terms of all segments into one sequence, with their documents in order. */
export async function openMerged(
  segments: readonly InputSegment[],
  ordering: ListOrdering,
  range?: TermSpan,
): Promise<TermCursor> {
  const cursors = await openSegments(segments, range);
  if (!cursors.some(({ isUnordered }) => isUnordered === true)) return new RunMerger(cursors);
  return new OrderedCursor(new RunMerger(cursors, false), ordering);
}
