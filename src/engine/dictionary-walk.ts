import { DEAD, type TermAutomaton } from '../automaton/automaton.ts';
import type { DictionaryBlock } from './dictionary-block.ts';
import { pointAt, sizeOf } from './live-text.ts';
import { ACCEPTING, DECIDED, StepTable, UNKNOWN_STEP } from './step-table.ts';
import { compareBytes } from './term-source.ts';

/**
 * Hears of a term that a walk found: entry `entry` of `block`, to be asked for its list at once or not at all;
 * `block.term(entry)` is the term itself.
 */
export type TermVisitor = (block: DictionaryBlock, entry: number) => void;

/** The terms from one to another; null for an open end. */
export interface TermRange {
  readonly lower: Uint8Array | null;
  readonly isLowerExclusive?: boolean;
  readonly upper: Uint8Array | null;
  readonly isUpperExclusive?: boolean;
}

/**
 * A walk through blocks in order. The automaton's states for the bytes of the current term are kept, so that a term
 * costs only the bytes that it does not share with the one before it, and what shares a dead prefix costs nothing. The
 * term itself is put together only where somebody asks for it.
 */
export class DictionaryWalk {
  readonly #range: TermRange;
  readonly #steps: StepTable | null;
  readonly #visit: TermVisitor;
  /** State after the first n bytes of the term. */
  #states = new Int32Array(1025);
  /** Length of the prefix after which the automaton was dead, or accepted anything; a large number for neither. */
  #decided = UNDECIDED;
  /** Whether the automaton was dead on the last term: then a jump may pay. True before the first. */
  isDead = true;

  constructor(range: TermRange, automaton: TermAutomaton | null, visit: TermVisitor) {
    this.#range = range;
    this.#visit = visit;
    this.#steps = automaton === null ? null : new StepTable(automaton);
    if (automaton !== null) this.#states[0] = automaton.start;
  }

  /** Visits what a block has. `isBorder`: the block may hold terms that are not in the range. */
  block(block: DictionaryBlock, isBorder: boolean): void {
    const { bytes, count } = block;
    const steps = this.#steps;
    let at = block.termsStart;
    for (let entry = 0; entry < count; entry++) {
      let shared = bytes[at++]!;
      if (shared > 127) shared = (shared & 127) | (bytes[at++]! << 7);
      let rest = bytes[at++]!;
      if (rest > 127) rest = (rest & 127) | (bytes[at++]! << 7);
      const start = at;
      at += rest;
      if (rest === 0 && shared === 0) continue; // the value mark
      if (steps !== null && !this.#accepts(steps, bytes, start, at, shared)) continue;
      if (isBorder && !this.#isInRange(block.term(entry))) continue;
      this.#visit(block, entry);
    }
  }

  #isInRange(term: Uint8Array): boolean {
    const { lower, upper, isLowerExclusive, isUpperExclusive } = this.#range;
    if (lower !== null) {
      const order = compareBytes(term, 0, term.length, lower, 0, lower.length);
      if (order < 0 || (order === 0 && isLowerExclusive === true)) return false;
    }
    if (upper === null) return true;
    const order = compareBytes(term, 0, term.length, upper, 0, upper.length);
    return order < 0 || (order === 0 && isUpperExclusive !== true);
  }

  /** Whether the automaton accepts the term of which the first `shared` bytes are known and the rest given. */
  #accepts(steps: StepTable, bytes: Uint8Array, start: number, end: number, shared: number): boolean {
    if (shared >= this.#decided) return !this.isDead;
    const depthMax = shared + end - start;
    if (depthMax >= this.#states.length) this.#grow(depthMax);
    const states = this.#states;
    let state = states[shared]!;
    let depth = shared;
    let { table, flags } = steps;
    const { isByBytes } = steps;
    for (let i = start; i < end; ) {
      const byte = bytes[i]!;
      if (isByBytes || byte < 0x80) {
        let next = table[(state << 8) | byte]!;
        if (next === UNKNOWN_STEP) {
          next = steps.explore(state, byte);
          ({ table, flags } = steps);
        }
        state = next;
        i++;
        depth++;
      } else {
        const size = sizeOf(byte);
        state = steps.step(state, pointAt(bytes, i));
        ({ table, flags } = steps);
        i += size;
        depth += size;
      }
      if ((flags[state]! & DECIDED) !== 0) {
        this.#decided = depth;
        this.isDead = state === DEAD;
        return !this.isDead;
      }
      states[depth] = state;
    }
    this.#decided = UNDECIDED;
    this.isDead = false;
    return (flags[state]! & ACCEPTING) !== 0;
  }

  #grow(depth: number): void {
    const states = new Int32Array(depth * 2 + 1);
    states.set(this.#states);
    this.#states = states;
  }
}

const UNDECIDED = 0x7fff_ffff;
