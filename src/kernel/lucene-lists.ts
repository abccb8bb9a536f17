/**
 * The memory in which posting lists of Lucene are decoded, and the code that does it, compiled to WebAssembly from
 * assembly/lucene/lucene-lists.ts. An area of it has two windows, of `.doc` and `.pos`, and what they become; src/cases/lucene/list-decoder.ts
 * fills them.
 */
import { code } from './lucene-lists-code.ts';
import { type GrowingMemory, growTo, LAYOUT_START, startCode } from './wasm-memory.ts';

type Name =
  | ('DOCS_AT' | 'DOCS_END' | 'DOCS_FINAL' | 'POSITIONS_AT' | 'POSITIONS_END' | 'POSITIONS_FINAL')
  | ('DOCUMENTS' | 'HAS_FREQS' | 'HAS_POSITIONS' | 'ITEMS' | 'BASES' | 'ROOM' | 'OUTSIDE')
  | ('OUT_DOCS' | 'OUT_POSITIONS' | 'AREA_BYTES' | 'counted' | 'tallied' | 'positionMax');

interface Code extends Record<Name, { readonly value: number }> {
  readonly memory: GrowingMemory;
  beginList(area: number, docFreq: number, occurrences: number, single: number): void;
  read(area: number): number;
  beginTally(counters: number, documents: number): void;
  tally(area: number): number;
}

/** Memory of a thread: blocks that are given, and given back. */
class ListMemory {
  readonly code: Code;
  /** Blocks that were given back: address and bytes. */
  readonly #free: { at: number; bytes: number }[] = [];
  #end = LAYOUT_START;
  /** All of it: another one when it has grown, and views of this one are empty then. */
  buffer: ArrayBuffer;

  constructor() {
    this.code = startCode<Code>(code);
    this.buffer = this.code.memory.buffer;
  }

  /** A block of zeros. Throws RangeError where memory has no room for it. */
  take(bytes: number): number {
    const n = this.#free.findIndex((block) => block.bytes === bytes);
    const found = n < 0 ? this.#atEnd(bytes) : this.#free.splice(n, 1)[0]!.at;
    new Uint8Array(this.buffer, found, bytes).fill(0);
    return found;
  }

  #atEnd(bytes: number): number {
    const at = this.#end;
    growTo(this.code.memory, at + bytes);
    this.buffer = this.code.memory.buffer;
    this.#end = at + bytes;
    return at;
  }

  giveBack(at: number, bytes: number): void {
    this.#free.push({ at, bytes });
    // What is free at the end is room for blocks of any size.
    for (let n = 0; n >= 0; ) {
      n = this.#free.findIndex((block) => block.at + block.bytes === this.#end);
      if (n >= 0) this.#end = this.#free.splice(n, 1)[0]!.at;
    }
  }
}

/** One in each thread: areas are few, and their views are renewed when it grows. */
export const listMemory = new ListMemory();
