import { DEAD, type TermAutomaton } from '../automaton/automaton.ts';
import type { DictionaryBlock } from './dictionary-block.ts';
import { pointAt, sizeOf } from './live-text.ts';
import { compareBytes } from './term-source.ts';

/**
 * Hears of a term that a walk found: entry `entry` of `block`, to be asked for its list at once or not at all. The
 * bytes `term[0 … termLength)` are valid during the call.
 */
export type TermVisitor = (block: DictionaryBlock, entry: number, term: Uint8Array, termLength: number) => void;

/**
 * A walk through blocks in order. The automaton's states for the bytes of the current term are kept, so that a term
 * costs only the bytes that it does not share with the one before it, and what shares a dead prefix costs nothing.
 */
export class DictionaryWalk {
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array | null;
  readonly #steps: StepTable | null;
  readonly #visit: TermVisitor;
  #term = new Uint8Array(1024);
  /** State after the first n bytes of the term, where a character ends there. */
  #states = new Int32Array(1025);
  /** Length of the prefix after which the automaton was dead, or accepted anything; a large number for neither. */
  #decided = UNDECIDED;
  /** Whether the automaton was dead on the last term: then a jump may pay. True before the first. */
  isDead = true;
  #isPastLower = false;

  constructor(lower: Uint8Array, upper: Uint8Array | null, automaton: TermAutomaton | null, visit: TermVisitor) {
    this.#lower = lower;
    this.#upper = upper;
    this.#visit = visit;
    this.#steps = automaton === null ? null : new StepTable(automaton);
    if (automaton !== null) this.#states[0] = automaton.start;
  }

  /** Visits what a block has; false when the walk is over. */
  block(block: DictionaryBlock): boolean {
    const { bytes, count } = block;
    let term = this.#term;
    let at = block.termsStart;
    for (let entry = 0; entry < count; entry++) {
      let shared = bytes[at++]!;
      if (shared > 127) shared = (shared & 127) | (bytes[at++]! << 7);
      let rest = bytes[at++]!;
      if (rest > 127) rest = (rest & 127) | (bytes[at++]! << 7);
      const length = shared + rest;
      if (length > term.length) term = this.#grow(length);
      for (let i = shared; i < length; i++) term[i] = bytes[at++]!;
      if (length === 0) continue;
      // Below the lower bound too: the states must stand for the bytes that the next term shares.
      const isAccepted = this.#steps === null || this.#accepts(this.#steps, shared, length);
      if (!isAccepted && this.#upper === null) continue;
      if (!this.#isPastLower && !this.#isAtLower(length)) continue;
      if (this.#upper !== null && this.#isPastUpper(length)) return false;
      if (isAccepted) this.#visit(block, entry, term, length);
    }
    return true;
  }

  #isAtLower(length: number): boolean {
    this.#isPastLower = compareBytes(this.#term, 0, length, this.#lower, 0, this.#lower.length) >= 0;
    return this.#isPastLower;
  }

  #isPastUpper(length: number): boolean {
    const upper = this.#upper!;
    return compareBytes(this.#term, 0, length, upper, 0, upper.length) > 0;
  }

  #accepts(steps: StepTable, shared: number, length: number): boolean {
    if (shared >= this.#decided) return !this.isDead;
    const term = this.#term;
    const states = this.#states;
    let state = states[shared]!;
    for (let i = shared; i < length; ) {
      const byte = term[i]!;
      if (byte < 0x80) {
        const next = steps.ascii[(state << 7) | byte]!;
        state = next === UNKNOWN_STEP ? steps.explore(state, byte) : next;
        i++;
      } else {
        state = steps.step(state, pointAt(term, i));
        i += sizeOf(byte);
      }
      if (steps.isDecided(state)) {
        this.#decided = i;
        this.isDead = state === DEAD;
        return !this.isDead;
      }
      states[i] = state;
    }
    this.#decided = UNDECIDED;
    this.isDead = false;
    return steps.isAccepting(state);
  }

  #grow(length: number): Uint8Array<ArrayBuffer> {
    const term = new Uint8Array(length * 2);
    term.set(this.#term);
    this.#term = term;
    const states = new Int32Array(length * 2 + 1);
    states.set(this.#states);
    this.#states = states;
    return term;
  }
}

const UNDECIDED = 0x7fff_ffff;
const UNKNOWN_STEP = -1;

/** The steps of an automaton on ASCII, as a table: most of what a walk asks. */
class StepTable {
  readonly #automaton: TermAutomaton;
  /** The state after a byte: `ascii[(state << 7) | byte]`, or {@link UNKNOWN_STEP}. */
  ascii = new Int32Array(16 << 7).fill(UNKNOWN_STEP);
  /** By state: bit 0: known, bit 1: accepting, bit 2: dead or accepting everything. */
  #flags = new Uint8Array(16);

  constructor(automaton: TermAutomaton) {
    this.#automaton = automaton;
    this.#note(automaton.start);
    this.#note(DEAD);
  }

  explore(state: number, byte: number): number {
    const next = this.step(state, byte);
    this.ascii[(state << 7) | byte] = next;
    return next;
  }

  step(state: number, codePoint: number): number {
    const next = this.#automaton.step(state, codePoint);
    if (next >= this.#flags.length || this.#flags[next] === 0) this.#note(next);
    return next;
  }

  isAccepting(state: number): boolean {
    return (this.#flags[state]! & 2) !== 0;
  }

  isDecided(state: number): boolean {
    return (this.#flags[state]! & 4) !== 0;
  }

  #note(state: number): void {
    while (state >= this.#flags.length) {
      const flags = new Uint8Array(this.#flags.length * 2);
      flags.set(this.#flags);
      this.#flags = flags;
      const ascii = new Int32Array(this.ascii.length * 2).fill(UNKNOWN_STEP, this.ascii.length);
      ascii.set(this.ascii);
      this.ascii = ascii;
    }
    if (this.#flags[state] !== 0) return;
    const isDecided = state === DEAD || this.#automaton.acceptsAll(state);
    this.#flags[state] = 1 | (state !== DEAD && this.#automaton.isAccepting(state) ? 2 : 0) | (isDecided ? 4 : 0);
  }
}
