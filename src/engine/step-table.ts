import { DEAD, type TermAutomaton } from '../automaton/automaton.ts';

export const UNKNOWN_STEP = -1;
export const ACCEPTING = 2;
export const DECIDED = 4;
const STATES = 16;

/**
 * The steps of an automaton by byte, as a table, filled as a walk asks: of ASCII always, and of all of UTF-8 where the
 * automaton tells no character beyond ASCII from another. The first byte of such a character takes the step then, and
 * those that follow stay where they are.
 */
export class StepTable {
  readonly #automaton: TermAutomaton;
  readonly isByBytes: boolean;
  /** The state after a byte: `table[(state << 8) | byte]`, or {@link UNKNOWN_STEP}. */
  table = new Int32Array(STATES << 8).fill(UNKNOWN_STEP);
  /** By state: 1 for known, {@link ACCEPTING}, and {@link DECIDED} for dead or accepting everything. */
  flags = new Uint8Array(STATES);

  constructor(automaton: TermAutomaton) {
    this.#automaton = automaton;
    this.isByBytes = automaton.isUniformBeyondAscii;
    this.#note(automaton.start);
    this.#note(DEAD);
  }

  explore(state: number, byte: number): number {
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    const next = isContinuation ? state : this.step(state, byte);
    this.table[(state << 8) | byte] = next;
    return next;
  }

  /** The step of a code point. A first byte of UTF-8 stands for any beyond ASCII. */
  step(state: number, codePoint: number): number {
    const next = this.#automaton.step(state, codePoint);
    if (next >= this.flags.length || this.flags[next] === 0) this.#note(next);
    return next;
  }

  #note(state: number): void {
    while (state >= this.flags.length) this.#grow();
    if (this.flags[state] !== 0) return;
    const isDecided = state === DEAD || this.#automaton.acceptsAll(state);
    this.flags[state] =
      1 | (state !== DEAD && this.#automaton.isAccepting(state) ? ACCEPTING : 0) | (isDecided ? DECIDED : 0);
  }

  #grow(): void {
    const flags = new Uint8Array(this.flags.length * 2);
    flags.set(this.flags);
    this.flags = flags;
    const table = new Int32Array(this.table.length * 2).fill(UNKNOWN_STEP, this.table.length);
    table.set(this.table);
    this.table = table;
  }
}
