/**
 * Merges and encodes the terms of segments of a case, whose lists are in the memory of src/lucene/lucene-lists.ts. Everything
 * happens there, without a call from JavaScript for each term. src/engine/postings/assembly/case-terms.ts implements it.
 */
import { listMemory } from '../../lucene/lucene-lists.ts';
import type { ListedField } from '../../shared/term-cursor.ts';
import { type EncoderOptions, ListEncoder } from '../postings/list-encoder.ts';
import type { CollectingCode } from '../spelling/collecting-kernel.ts';

/** A segment, iterated field by field. Moving to the next field closes the previous one. */
export interface ListedSegment {
  nextField(): ListedField | null;
}

/** Receives the terms of one field while they are encoded. */
export interface CaseTexts {
  readonly field: number;
  readonly texts: {
    readonly code: CollectingCode;
    /** Receives occurrences of a term in a document without a stretch; a mark is the empty term. */
    takeLong(number: number, doc: number, count: number, term: () => Uint8Array, positions: () => Uint32Array): void;
  };
}

export interface SegmentOrder {
  /**
   * If 0, documents ascend. Otherwise they are in any order, and this many occurrences of a term are sorted at a time.
   */
  readonly gathered: number;
  /** Creates the error for unusable terms. */
  refuse(field: number, isOutOfOrder: boolean): Error;
}

export class CaseTermMerger {
  readonly lists: ListEncoder;
  readonly #documentCount: number;
  readonly #rooms: { readonly at: number; readonly bytes: number };
  #segments: readonly ListedSegment[] = [];
  #order: SegmentOrder | null = null;

  constructor(options: EncoderOptions, listener: CaseTexts | null) {
    const texts = listener?.texts;
    const { nextTerm, restart, read } = listMemory.code;
    const none = (): number => 0;
    const calls = {
      nextTerm,
      restart,
      read,
      beginTerm: texts?.code.beginTerm ?? none,
      collect: texts?.code.take ?? none,
      collectLong: (number: number, term: number, bytes: number, doc: number, positions: number, count: number) =>
        texts?.takeLong(
          number,
          doc >>> 0,
          count,
          () => new Uint8Array(listMemory.buffer, term, bytes),
          () => new Uint32Array(listMemory.buffer, positions, count),
        ),
      nextField: (n: number) => this.#nextField(n),
      refuse: (field: number, isOutOfOrder: number) => {
        throw this.#order!.refuse(field, isOutOfOrder !== 0);
      },
    };
    this.#documentCount = options.documentCount;
    const start = listMemory.end;
    this.lists = new ListEncoder(options, { memory: listMemory.code.memory, start, calls });
    const { code } = this.lists;
    this.#rooms = { at: listMemory.reserve(code.top.value), bytes: code.top.value - start };
    // Lists are collected behind all allocated memory.
    listMemory.onEnd.add(code.cutRooms);
    if (listener !== null) code.collectField(listener.field);
  }

  #nextField(n: number): number {
    const next = this.#segments[n]!.nextField();
    if (next === null) return 0;
    const { field, terms, lists, marksAt, marks } = next;
    this.lists.code.enterTerms(n, field, terms, lists, marksAt, marks);
    return 1;
  }

  /** Begins to merge segments. Returns a function that releases its memory. */
  open(segments: readonly ListedSegment[], order: SegmentOrder): () => void {
    const { code } = this.lists;
    this.#segments = segments;
    this.#order = order;
    const before = listMemory.end;
    code.laySegments(segments.length, this.#documentCount, order.gathered);
    const at = listMemory.reserve(code.top.value);
    const bytes = code.top.value - before;
    const giveBack = (): void => listMemory.giveBack(at, bytes);
    try {
      code.openSegments(segments.length);
    } catch (error) {
      giveBack();
      throw error;
    }
    return giveBack;
  }

  /** Encodes terms until a piece is complete. Returns false at the end. */
  merge(): boolean {
    return this.lists.code.mergeSegments() !== 0;
  }

  /** Releases its memory. */
  close(): void {
    listMemory.onEnd.delete(this.lists.code.cutRooms);
    listMemory.giveBack(this.#rooms.at, this.#rooms.bytes);
  }
}
