import { DEAD, type TermAutomaton } from '../automaton/automaton.ts';

/**
 * Finds, after a term on which an automaton dies, the first text that it may live on: where a walk of the dictionary
 * may go on. Works on UTF-8, whose order is that of code points.
 */
export class LiveText {
  readonly #automaton: TermAutomaton;
  /** The text found: `bytes[0 … length)`. */
  bytes = new Uint8Array(64);
  length = 0;
  /** The automaton's state before each character of the term at hand, and where the character begins. */
  readonly #states: number[] = [];
  readonly #starts: number[] = [];

  constructor(automaton: TermAutomaton) {
    this.#automaton = automaton;
  }

  /** `same` where the automaton lives on the term `term[start … end)`; `none` where nothing after it can be accepted. */
  after(term: Uint8Array, start: number, end: number): 'same' | 'found' | 'none' {
    const automaton = this.#automaton;
    let state = automaton.start;
    let depth = 0;
    for (let at = start; at < end && state !== DEAD; depth++) {
      this.#states[depth] = state;
      this.#starts[depth] = at;
      state = automaton.step(state, pointAt(term, at));
      at += sizeOf(term[at]!);
    }
    if (state !== DEAD) return 'same';
    while (--depth >= 0) {
      const at = this.#starts[depth]!;
      const point = automaton.nextLive(this.#states[depth]!, pointAt(term, at));
      if (point < 0) continue;
      this.#set(term, start, at, point);
      return 'found';
    }
    return 'none';
  }

  #set(term: Uint8Array, start: number, end: number, point: number): void {
    const kept = end - start;
    if (kept + 4 > this.bytes.length) this.bytes = new Uint8Array(2 * (kept + 4));
    for (let i = 0; i < kept; i++) this.bytes[i] = term[start + i]!;
    this.length = kept + writePoint(this.bytes, kept, point);
  }
}

/** Bytes of the character that begins with `lead`. */
export function sizeOf(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** The code point that begins at a byte of UTF-8. */
export function pointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return ((lead & 31) << 6) | (bytes[at + 1]! & 63);
  if (lead < 0xf0) return ((lead & 15) << 12) | ((bytes[at + 1]! & 63) << 6) | (bytes[at + 2]! & 63);
  return ((lead & 7) << 18) | ((bytes[at + 1]! & 63) << 12) | ((bytes[at + 2]! & 63) << 6) | (bytes[at + 3]! & 63);
}

function writePoint(bytes: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    bytes[at] = point;
    return 1;
  }
  const size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  const lead = size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0;
  bytes[at] = lead | (point >> (6 * (size - 1)));
  for (let i = 1; i < size; i++) bytes[at + i] = 0x80 | ((point >> (6 * (size - 1 - i))) & 63);
  return size;
}
