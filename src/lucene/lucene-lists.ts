/**
 * The memory in which terms of Lucene are read and their posting lists decoded, and the code for it, compiled to WebAssembly
 * from assembly/lucene.ts. src/cases/lucene/ allocates areas and windows in it. The bytes of files come through {@link
 * ListedFile}s.
 */
import { type GrowingMemory, growTo, LAYOUT_START, startCode } from '../kernel/wasm-memory.ts';
import { code } from './lucene-lists-code.ts';

type Name =
  | ('OUTSIDE' | 'OUT_DOCS' | 'OUT_POSITIONS' | 'AREA_BYTES' | 'TERMS_BYTES' | 'MORE_BYTES')
  | ('counted' | 'positionMax');

interface Code extends Record<Name, { readonly value: number }> {
  readonly memory: GrowingMemory;
  openLists(area: number, maxDoc: number, hasFreqs: number, ...windows: number[]): void;
  mapDocuments(area: number, items: number, bases: number, room: number): void;
  beginList(area: number, docFreq: number, count: number, single: number, docs: number, positions: number): void;
  read(area: number): number;
  beginTally(counters: number, documents: number): void;
  tallyTerms(area: number, most: number): number;
  openTerms(area: number, lists: number, maxDoc: number, hasFreqs: number, ...rest: number[]): void;
  boundTerms(area: number, from: number, fromBytes: number, to: number, toBytes: number): void;
  nextTerm(area: number): number;
  restart(area: number): void;
  termBytesOf(area: number): number;
  docFreqOf(area: number): number;
  occurrencesOf(area: number): number;
  readTerms(area: number): number;
  readPostings(area: number): number;
  readOccurrences(area: number): number;
}

/** A file that the code reads. */
export interface ListedFile {
  /** Reads `count` bytes at `offset` into `target`. Throws if there are fewer. */
  read(target: Uint8Array, at: number, count: number, offset: number): void;
  /** Returns the error for a damaged file. `finding` is a number that assembly/window.ts defines. */
  found(finding: number, a: number, b: number): Error;
}

/** Allocates the memory of a thread. */
class ListMemory {
  readonly code: Code;
  /** Free stretches in order of addresses, with their sizes in bytes. */
  readonly #free: { at: number; bytes: number }[] = [];
  #end = LAYOUT_START;
  /** Called when the beginning of the free end changes. The one user of that space must know. */
  readonly onEnd = new Set<(end: number) => void>();
  readonly #files: (ListedFile | null)[] = [];
  /** Keyed by area: functions that enlarge the space for its nodes. */
  readonly #lengthening = new Map<number, (bytes: number) => number>();

  constructor() {
    this.code = startCode<Code>(code, {
      window: {
        read: (file: number, to: number, count: number, offset: number) =>
          this.#files[file]!.read(new Uint8Array(this.buffer, to, count), 0, count, offset),
        fail: (file: number, finding: number, a: number, b: number) => {
          throw this.#files[file]!.found(finding, a, b);
        },
      },
      'term-node': { lengthen: (area: number, bytes: number) => this.#lengthening.get(area)!(bytes) },
    });
  }

  /** The whole memory. Growing replaces it and detaches views. */
  get buffer(): ArrayBuffer {
    return this.code.memory.buffer;
  }

  /** The beginning of the free end. */
  get end(): number {
    return this.#end;
  }

  /**
   * Allocates everything up to `to`, keeps the contents, and returns where it begins. The user of the free end may have data
   * there.
   */
  reserve(to: number): number {
    const at = this.#end;
    this.#moveEnd(to);
    return at;
  }

  #moveEnd(end: number): void {
    this.#end = end;
    for (const listener of this.onEnd) listener(end);
  }

  /** Allocates a stretch of zeros. Throws RangeError if memory is exhausted. */
  take(bytes: number): number {
    const n = this.#free.findIndex((free) => free.bytes === bytes);
    const found = n < 0 ? this.#atEnd(bytes) : this.#free.splice(n, 1)[0]!.at;
    new Uint8Array(this.buffer, found, bytes).fill(0);
    return found;
  }

  #atEnd(bytes: number): number {
    const at = this.#end;
    growTo(this.code.memory, at + bytes);
    this.#moveEnd(at + bytes);
    return at;
  }

  giveBack(at: number, bytes: number): void {
    this.#free.push({ at, bytes });
    // Merges stretches at the end with the free end.
    for (let n = 0; n >= 0; ) {
      n = this.#free.findIndex((free) => free.at + free.bytes === this.#end);
      if (n >= 0) this.#moveEnd(this.#free.splice(n, 1)[0]!.at);
    }
  }

  /** Registers a file. Returns the number by which the code reads it, until it is closed. */
  openFile(file: ListedFile): number {
    const free = this.#files.indexOf(null);
    const number = free < 0 ? this.#files.length : free;
    this.#files[number] = file;
    return number;
  }

  closeFile(number: number): void {
    this.#files[number] = null;
  }

  /** `lengthen` enlarges the space for the nodes of an area. Null: the area is closed. */
  onLengthen(area: number, lengthen: ((bytes: number) => number) | null): void {
    if (lengthen === null) this.#lengthening.delete(area);
    else this.#lengthening.set(area, lengthen);
  }
}

/** The one memory of a thread. There are few areas, and their views are renewed when the memory grows. */
export const listMemory = new ListMemory();
