/**
 * Transition table over UTF-8 bytes, because the dictionary stores bytes. It is filled on demand from an automaton over code
 * points.
 */
import { type CodePointAutomaton, DEAD } from './code-point-automaton.ts';
import { CODE_POINT_MAX } from './code-point-set.ts';

/** The state after which everything is accepted. */
export const ALL = 1;
/**
 * Table entry of a transition that is not computed yet; call {@link ByteSteps.explore}. States up to this one need special
 * treatment.
 */
export const UNKNOWN = 2;
/** The first of the states inside a character that are not cached. There is one for each number of remaining bytes. */
const FLEETING = 3;
const FIRST_STATE = 6;
/**
 * Maximum number of cached states inside characters. If there are more, steps are computed every time. This limits the table to
 * about 8 MB.
 */
const INSIDE_MAX = 4096;
const ROWS = 16;
/** The highest byte that begins a character. */
const LEAD_MAX = 0xf4;

/**
 * Turns an automaton over code points into one over the bytes of UTF-8, with a table that is filled on demand. A character
 * beyond ASCII leads through intermediate states. If the automaton treats everything that may follow a first byte alike, these
 * states only count the remaining bytes. So a pattern of ASCII letters has only a few of them.
 *
 * Bytes that are not UTF-8 lead to {@link DEAD}.
 */
export class ByteSteps {
  readonly #automaton: CodePointAutomaton;
  /** The state after a byte: `table[(state << 8) | byte]`, or {@link UNKNOWN}. */
  table = new Uint16Array(ROWS << 8).fill(UNKNOWN);
  /** Indexed by state: 1 where a term may end. */
  accepting = new Uint8Array(ROWS);
  /** The state before the first byte. */
  readonly start: number;
  /**
   * Indexed by state: the automaton's state before the current character. For a state that only counts bytes, it is the state
   * after the character.
   */
  readonly #states: number[] = [DEAD, DEAD, DEAD, DEAD, DEAD, DEAD];
  /** Indexed by state: the bits of the character read so far; {@link COUNTING} if they do not matter. */
  readonly #values: number[] = [0, 0, 0, 0, 0, 0];
  /** Indexed by state: remaining bytes of the character, 0 between characters. */
  readonly #lefts: number[] = [0, 0, 0, 1, 2, 3];
  /** Indexed by state: a byte such that all greater bytes are known to lead to {@link DEAD}. */
  readonly #noneAfter: number[] = [LEAD_MAX, LEAD_MAX, LEAD_MAX, LEAD_MAX, LEAD_MAX, LEAD_MAX];
  readonly #known = new Map<number, number>();
  readonly #insideMax: number;
  #insideCount = 0;

  constructor(automaton: CodePointAutomaton, insideMax = INSIDE_MAX) {
    this.#automaton = automaton;
    this.#insideMax = insideMax;
    this.table.fill(DEAD, DEAD << 8, (DEAD + 1) << 8);
    this.table.fill(ALL, ALL << 8, (ALL + 1) << 8);
    this.accepting[ALL] = 1;
    this.start = this.#between(automaton.start);
  }

  /** Memory of the table, in bytes. */
  get tableBytes(): number {
    return this.table.byteLength;
  }

  /** Returns the state after a byte, computed if the table does not have it. May replace `table`. */
  step(state: number, byte: number): number {
    const next = this.table[(state << 8) | byte]!;
    return next === UNKNOWN ? this.explore(state, byte) : next;
  }

  /** Whether everything that begins with these bytes is accepted. */
  acceptsAllAfter(bytes: Uint8Array): boolean {
    let state = this.start;
    for (const byte of bytes) state = this.step(state, byte);
    return state === ALL;
  }

  /** Computes a state that the table does not have. May replace `table`. */
  explore(state: number, byte: number): number {
    const next = this.#next(state, byte);
    if (!isFleeting(next) && !isFleeting(state)) this.table[(state << 8) | byte] = next;
    return next;
  }

  /** Returns the smallest byte above `after` that does not lead from a state to {@link DEAD}, or -1. */
  nextLive(state: number, after: number): number {
    if (after >= this.#noneAfter[state]!) return -1;
    for (let byte = after + 1; byte <= LEAD_MAX; byte++) if (this.step(state, byte) !== DEAD) return byte;
    if (!isFleeting(state)) this.#noneAfter[state] = after;
    return -1;
  }

  #next(state: number, byte: number): number {
    const before = this.#states[state]!;
    const left = this.#lefts[state]!;
    if (left > 0) {
      if ((byte & 0xc0) !== 0x80) return DEAD;
      const value = this.#values[state]!;
      return value === COUNTING
        ? this.#counting(before, left - 1)
        : this.#inside(before, (value << 6) | (byte & 63), left - 1);
    }
    if (byte < 0x80) return this.#between(this.#automaton.step(before, byte));
    if (byte < 0xc0 || byte > LEAD_MAX) return DEAD;
    const further = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    return this.#inside(before, byte & (0x3f >> further), further);
  }

  /** Returns the state inside a character with `value` as the bits read so far and `left` remaining bytes. */
  #inside(before: number, value: number, left: number): number {
    const first = Math.max(value << (6 * left), LEAST[left]!);
    const last = Math.min(((value + 1) << (6 * left)) - 1, CODE_POINT_MAX);
    if (first > last) return DEAD;
    if (this.#automaton.areAlike(first, last)) return this.#counting(this.#automaton.step(before, first), left);
    return this.#remembered(before, value, left);
  }

  /** Returns the state before `left` arbitrary bytes that lead to the automaton's state `after`. */
  #counting(after: number, left: number): number {
    if (left === 0 || after === DEAD || this.#automaton.acceptsAll(after)) return this.#between(after);
    return this.#remembered(after, COUNTING, left);
  }

  /** Returns the state between two characters that represents a state of the automaton. */
  #between(state: number): number {
    if (state === DEAD) return DEAD;
    return this.#automaton.acceptsAll(state) ? ALL : this.#remembered(state, 0, 0);
  }

  #remembered(state: number, value: number, left: number): number {
    const key = (state * 4 + left) * (COUNTING + 1) + value;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (left > 0 && ++this.#insideCount > this.#insideMax) {
      const fleeting = FLEETING + left - 1;
      this.#states[fleeting] = state;
      this.#values[fleeting] = value;
      return fleeting;
    }
    const number = this.#states.push(state) - 1;
    this.#values.push(value);
    this.#lefts.push(left);
    this.#noneAfter.push(LEAD_MAX);
    if (number === this.accepting.length) this.#grow();
    this.accepting[number] = left === 0 && this.#automaton.isAccepting(state) ? 1 : 0;
    this.#known.set(key, number);
    return number;
  }

  #grow(): void {
    const accepting = new Uint8Array(this.accepting.length * 2);
    accepting.set(this.accepting);
    this.accepting = accepting;
    const table = new Uint16Array(this.table.length * 2).fill(UNKNOWN, this.table.length);
    table.set(this.table);
    this.table = table;
  }
}

/** Indexed by number of remaining bytes: the smallest code point of that length. Overlong forms are not UTF-8. */
const LEAST: readonly number[] = [0, 0x80, 0x800, 0x1_0000];
/** Greater than the bits of every code point. */
const COUNTING = 0x1f_ffff;

function isFleeting(state: number): boolean {
  return state >= FLEETING && state < FIRST_STATE;
}
