/**
 * Values by document, in memory: the ascending ordinals of each. Derived once from a column, which is ordered by value.
 * column-cache.ts caches them. An ordinal is the number of a spelling, or of a distinct number.
 */
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';

import { tuning } from '../../shared/thresholds.ts';

/** Documents between two yields. */
const DOCS_PER_SLICE = tuning.columnDocs;

/** Exactly one of the two forms is set. */
export type DocValues = SingleValues | SeveralValues;

/** If each document has at most one value: its ordinal plus one, or 0. */
export interface SingleValues {
  readonly isSingle: true;
  readonly ordinals: Uint32Array;
}

/** The ordinals of a document are `ordinals[starts[doc] … starts[doc + 1])`. */
export interface SeveralValues {
  readonly isSingle: false;
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
}

/** Pairs of ordinal and document, ordinals ascending; `next` moves to the first or next one and returns false at the end. */
export interface OrdinalCursor {
  next(): boolean;
  readonly ordinal: number;
  readonly doc: number;
}

export function* singleValues(documentCount: number, cursor: OrdinalCursor): Generator<void, SingleValues> {
  const ordinals = new Uint32Array(documentCount);
  for (let n = 1; cursor.next(); n++) {
    ordinals[cursor.doc] = cursor.ordinal + 1;
    if (n % DOCS_PER_SLICE === 0) yield;
  }
  return { isSingle: true, ordinals };
}

/** `open` begins a pass over the pairs. It is called twice. */
export function* severalValues(documentCount: number, open: () => OrdinalCursor): Generator<void, SeveralValues> {
  const starts = new Uint32Array(documentCount + 2);
  const counted = open();
  for (let n = 1; counted.next(); n++) {
    starts[counted.doc + 2]!++;
    if (n % DOCS_PER_SLICE === 0) yield;
  }
  for (let doc = 2; doc < starts.length; doc++) starts[doc]! += starts[doc - 1]!;
  const held = heldMemory();
  claimMemory(4 * starts.at(-1)!, 'the values of a field');
  const ordinals = new Uint32Array(starts.at(-1)!);
  const cursor = open();
  // Advances the start of each document to its end, which is the start of the next document.
  for (let n = 1; cursor.next(); n++) {
    ordinals[starts[cursor.doc + 1]!++] = cursor.ordinal;
    if (n % DOCS_PER_SLICE === 0) yield;
  }
  releaseMemoryTo(held);
  return { isSingle: false, starts: starts.subarray(0, documentCount + 1), ordinals };
}

export function bytesOf(values: DocValues): number {
  return values.ordinals.byteLength + (values.isSingle ? 0 : values.starts.byteLength);
}
