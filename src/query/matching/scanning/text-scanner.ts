/**
 * Looks for a first match in UTF-8 with a deterministic automaton, whose states are created on demand. The state table
 * is in the memory of the kernel (assembly/scanning.ts), one row per state.
 */
import { type GrowingMemory, growTo, startCode } from '../../../kernel/wasm-memory.ts';
import { code } from './scanning-code.ts';

interface Exported {
  readonly value: number;
}

interface Code
  extends Readonly<
    Record<
      'PAGES' | 'BLOCKS' | 'BEGINNINGS' | 'NEEDED' | 'TEXT' | 'room' | 'NO_MATCH' | 'row' | 'missing' | 'at',
      Exported
    >
  > {
  readonly memory: GrowingMemory;
  begin(rows: number, end: number, ending: number): void;
  hasNeeded(length: number): number;
  countBeginnings(length: number): number;
  run(first: number, from: number, to: number, isLast: number): number;
}

/** States are numbers from 0 on. Those without a match in progress come first. */
export interface ScanAutomaton {
  /** Number of classes of code points. The next number is the class of the end of a text. */
  readonly classes: number;
  classOf(codePoint: number): number;
  areAlike(first: number, last: number): boolean;
  /** Indexed by class: the next state if no match is in progress. */
  readonly idleStates: Uint32Array;
  readonly idleCount: number;
  readonly start: number;
  /** How often all states were dropped. After a drop, the numbers mean other states. */
  readonly generation: number;
  /** Returns the next state, or a number of at least {@link MATCH}. */
  step(state: number, ownClass: number): number;
  endsMatched(state: number): boolean;
}

export const MATCH = 1 << 30;
const CODE_POINTS = 0x110000;
const PAGE_CODE_POINTS = 128;
/** Enough pages for every number that four bytes of UTF-8 can encode. */
const PAGES = (1 << 21) / PAGE_CODE_POINTS;
const REPLACEMENT = 0xfffd;
const FOUND = 1;
const STOPPED = 2;
const MATCHED_ENTRY = 1;
/** Skipping pays off if at most one byte in this many may begin a match. */
const QUIET_MIN = 12;

/** A set of bytes: 1 for each of its members. */
export type ScannedByteSet = Uint8Array;

export class TextScanner {
  readonly #code = startCode<Code>(code);
  readonly #automaton: ScanAutomaton;
  readonly #rowBytes: number;
  readonly #idleRows: number;
  readonly #table: number;
  readonly #hasNeeded: boolean;
  /** Number of existing rows. */
  #rows = 0;
  #generation: number;
  #isQuiet: boolean | null = null;
  #words: Uint32Array;
  /** Buffer for a text, up to `room` bytes. */
  text: Uint8Array;
  readonly room: number;
  /** The row reached by the text so far; 0 at the beginning of a text. */
  #row = 0;

  /** `beginnings`: bytes that may begin a match. `needed`: every match has one of these; null if none is known. */
  constructor(automaton: ScanAutomaton, beginnings: ScannedByteSet, needed: ScannedByteSet | null) {
    this.#automaton = automaton;
    this.#generation = automaton.generation;
    const { PAGES, BLOCKS, TEXT, room, BEGINNINGS, NEEDED, memory } = this.#code;
    this.room = room.value;
    const { pages, blocks } = classTables(automaton);
    this.#idleRows = BLOCKS.value + 2 * blocks.length;
    this.#table = this.#idleRows + 4 * automaton.classes;
    this.#rowBytes = 4 * (automaton.classes + 1);
    growTo(memory, this.#table + 64 * this.#rowBytes);
    new Uint16Array(memory.buffer, PAGES.value, pages.length).set(pages);
    new Uint16Array(memory.buffer, BLOCKS.value, blocks.length).set(blocks);
    putSet(new Uint8Array(memory.buffer, BEGINNINGS.value, 32), beginnings);
    this.#hasNeeded = needed !== null;
    if (needed !== null) putSet(new Uint8Array(memory.buffer, NEEDED.value, 32), needed);
    this.#words = new Uint32Array(memory.buffer);
    this.text = new Uint8Array(memory.buffer, TEXT.value, this.room);
    this.#begin();
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  /** Begins a text. */
  restart(): void {
    this.#row = 0;
  }

  /** Whether the complete text of `length` bytes in the buffer has a match. */
  matchesWhole(length: number): boolean {
    if (!this.canMatch(length)) return false;
    this.#row = 0;
    return this.feed(length, true);
  }

  /** Returns false if the `length` bytes in the buffer cannot contain a match. */
  canMatch(length: number): boolean {
    return !this.#hasNeeded || this.#code.hasNeeded(length) === 1;
  }

  /**
   * Whether a match ends in the next bytes of a text, the buffer's bytes from `from` to `length`. They must end with a complete
   * character.
   */
  feed(length: number, isLast: boolean, from = 0): boolean {
    if (this.#isQuiet === null && length > 0) this.#look(length);
    const start = this.#code.TEXT.value;
    const end = start + length;
    let at = start + from;
    let row = this.#row === 0 ? this.#rowOf(this.#automaton.start) : this.#row;
    for (;;) {
      const outcome = this.#code.run(row, at, end, isLast ? 1 : 0);
      this.#row = this.#code.row.value;
      if (outcome !== STOPPED) return outcome === FOUND;
      at = this.#code.at.value;
      const entry = this.#explore(this.#row, this.#code.missing.value);
      if (entry === MATCHED_ENTRY) return true;
      if (entry === this.#code.NO_MATCH.value) return false;
      row = entry;
      at += lengthOf(this.text[at - start]!);
    }
  }

  /** Checks whether skipping pays off. It does not if most bytes can begin a match. */
  #look(length: number): void {
    this.#isQuiet = this.#code.countBeginnings(length) * QUIET_MIN < length;
    this.#begin();
  }

  #begin(): void {
    const { idleCount, idleStates, classes } = this.#automaton;
    for (let state = 0; state < idleCount; state++) this.#rowOf(state);
    for (let own = 0; own < classes; own++) this.#words[(this.#idleRows >>> 2) + own] = this.#rowOf(idleStates[own]!);
    const idleEnd = this.#isQuiet === true ? this.#table + idleCount * this.#rowBytes : 0;
    this.#code.begin(this.#idleRows, idleEnd, classes);
  }

  /** Returns the address of a row. Creates the row if needed. */
  #rowOf(state: number): number {
    if (state >= this.#rows) {
      growTo(this.#code.memory, this.#table + (state + 1) * this.#rowBytes);
      if (this.#words.length === 0) {
        this.#words = new Uint32Array(this.#code.memory.buffer);
        this.text = new Uint8Array(this.#code.memory.buffer, this.#code.TEXT.value, this.room);
      }
      const width = this.#rowBytes >>> 2;
      this.#words.fill(0, (this.#table >>> 2) + this.#rows * width, (this.#table >>> 2) + (state + 1) * width);
      this.#rows = state + 1;
    }
    return this.#table + state * this.#rowBytes;
  }

  /** Makes an entry of a row, and returns it. */
  #explore(row: number, own: number): number {
    const automaton = this.#automaton;
    const state = (row - this.#table) / this.#rowBytes;
    const index = (row >>> 2) + own;
    if (own === automaton.classes) {
      const ending = automaton.endsMatched(state) ? MATCHED_ENTRY : this.#code.NO_MATCH.value;
      this.#words[index] = ending;
      return ending;
    }
    const next = automaton.step(state, own);
    if (automaton.generation !== this.#generation) {
      // The rows were renumbered, and this entry no longer has a row.
      this.#generation = automaton.generation;
      this.#rows = 0;
      this.#begin();
      return next >= MATCH ? MATCHED_ENTRY : this.#rowOf(next);
    }
    const entry = next >= MATCH ? MATCHED_ENTRY : this.#rowOf(next);
    this.#words[index] = entry;
    return entry;
  }
}

/** Returns the length of a character by its first byte. */
function lengthOf(byte: number): number {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Stores a set as the upper halves of its bytes for each lower half: first the ASCII bytes, then the others. */
function putSet(into: Uint8Array, set: ScannedByteSet): void {
  into.fill(0);
  set.forEach((isMember, byte) => {
    if (isMember === 1) into[(byte < 128 ? 0 : 16) + (byte & 15)]! |= 1 << ((byte >>> 4) & 7);
  });
}

/**
 * Returns the tables of classes by code point. Equal blocks are stored once. Numbers beyond the last code point have the class
 * of U+FFFD.
 */
function classTables({ classOf, areAlike }: Pick<ScanAutomaton, 'classOf' | 'areAlike'>): {
  readonly pages: Uint16Array;
  readonly blocks: Uint16Array;
} {
  const pages = new Uint16Array(PAGES);
  const blocks: Uint16Array[] = [];
  const uniform = new Map<number, number>();
  const add = (block: Uint16Array): number => blocks.push(block) - 1;
  // The first block is for ASCII alone.
  for (let page = 0; page < PAGES; page++) {
    const first = page * PAGE_CODE_POINTS;
    const isWithin = first < CODE_POINTS;
    const own = classOf(isWithin ? first : REPLACEMENT);
    if (page > 0 && (!isWithin || areAlike(first, first + PAGE_CODE_POINTS - 1))) {
      const known = uniform.get(own) ?? add(new Uint16Array(PAGE_CODE_POINTS).fill(own));
      uniform.set(own, known);
      pages[page] = known;
    } else pages[page] = add(Uint16Array.from({ length: PAGE_CODE_POINTS }, (_, i) => classOf(first + i)));
  }
  const all = new Uint16Array(blocks.length * PAGE_CODE_POINTS);
  blocks.forEach((block, i) => {
    all.set(block, i * PAGE_CODE_POINTS);
  });
  return { pages, blocks: all };
}
