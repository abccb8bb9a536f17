/**
 * Terms with occurrences on their way to threads: arrays in memory that all of them see, filled by one and read by the others.
 * The term that a batch begins with may be the rest of the one before.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';

/** Occurrences and terms of a batch. */
const OCCURRENCES = 1 << 16;
const TERMS = 1 << 13;
/** A term has 65,535 bytes at most. */
const TEXT_BYTES = 1 << 18;
const TERM_BYTES_MAX = 1 << 16;

/** Of each term: field, 1 if it is the rest of one, end of its bytes, end of its occurrences. */
const FACTS = 4;

/** What goes to a thread once. */
export interface BatchMemory {
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  readonly texts: Uint8Array;
  readonly facts: Uint32Array;
}

export function newBatchMemory(): BatchMemory {
  const memory = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
  return {
    docs: new Uint32Array(memory(OCCURRENCES * 4)),
    positions: new Uint32Array(memory(OCCURRENCES * 4)),
    texts: new Uint8Array(memory(TEXT_BYTES)),
    facts: new Uint32Array(memory(TERMS * FACTS * 4)),
  };
}

/** Fills a batch: `begin` and `add` take what there is room for. */
export class BatchFiller {
  #memory: BatchMemory;
  terms = 0;
  #textBytes = 0;
  #count = 0;

  constructor(memory: BatchMemory) {
    this.#memory = memory;
  }

  reset(memory: BatchMemory): void {
    this.#memory = memory;
    this.terms = 0;
    this.#textBytes = 0;
    this.#count = 0;
  }

  get isFull(): boolean {
    return this.terms === TERMS || this.#textBytes + TERM_BYTES_MAX > TEXT_BYTES || this.#count === OCCURRENCES;
  }

  /** Begins the cursor's term; there must be room. */
  begin({ field, bytes, termStart, termEnd }: TermCursor, isRest: boolean): void {
    const { texts, facts } = this.#memory;
    let at = this.#textBytes;
    for (let i = termStart; i < termEnd; i++) texts[at++] = bytes[i]!;
    this.#textBytes = at;
    const from = this.terms++ * FACTS;
    facts[from] = field;
    facts[from + 1] = isRest ? 1 : 0;
    facts[from + 2] = at;
    facts[from + 3] = this.#count;
  }

  /** Takes occurrences of the current term, and returns how many. */
  add(docs: Uint32Array, positions: Uint32Array, from: number, count: number): number {
    const memory = this.#memory;
    const taken = Math.min(count, OCCURRENCES - this.#count);
    const to = this.#count;
    for (let i = 0; i < taken; i++) {
      memory.docs[to + i] = docs[from + i]!;
      memory.positions[to + i] = positions[from + i]!;
    }
    this.#count = to + taken;
    memory.facts[this.terms * FACTS - 1] = this.#count;
    return taken;
  }
}

/** Takes the terms of batches, in order. */
export interface BatchReader {
  /** The term is `batch.texts[start … end)`, its occurrences are `[from … to)`, maybe none. `isRest`: more of the term before. */
  take(batch: BatchMemory, field: number, isRest: boolean, start: number, end: number, from: number, to: number): void;
}

export function readBatch(batch: BatchMemory, terms: number, reader: BatchReader): void {
  const { facts } = batch;
  let start = 0;
  let from = 0;
  for (let at = 0; at < terms * FACTS; at += FACTS) {
    const end = facts[at + 2]!;
    const to = facts[at + 3]!;
    reader.take(batch, facts[at]!, facts[at + 1] === 1, start, end, from, to);
    start = end;
    from = to;
  }
}
