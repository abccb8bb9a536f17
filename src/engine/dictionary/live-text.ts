/**
 * Seeks in a walk with an automaton: finds the smallest text after a rejected term at which a match is possible again.
 */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { ALL, type ByteSteps } from '../../automaton/byte-steps.ts';
import { DEAD } from '../../automaton/code-point-automaton.ts';

/**
 * Finds the first byte string after a rejected term that can lead to a match. The walk continues there. It may end
 * inside a character.
 */
export class LiveText {
  readonly #steps: ByteSteps;
  /** The bytes found: `bytes[0 … length)`. */
  bytes = new Uint8Array(64);
  length = 0;
  /** The state before each byte of the current term. */
  #states = new Uint16Array(64);

  constructor(automaton: TermAutomaton) {
    this.#steps = automaton.bytes;
  }

  /**
   * Returns `same` if the automaton is alive on the term `term[start … end)`, and `none` if nothing after the term can
   * be accepted.
   */
  after(term: Uint8Array, start: number, end: number): 'same' | 'found' | 'none' {
    const steps = this.#steps;
    if (end - start > this.#states.length) this.#states = new Uint16Array(2 * (end - start));
    let state = steps.start;
    let depth = 0;
    for (const length = end - start; depth < length && state !== DEAD; depth++) {
      if (state === ALL) return 'same';
      this.#states[depth] = state;
      state = steps.step(state, term[start + depth]!);
    }
    if (state !== DEAD) return 'same';
    while (--depth >= 0) {
      const byte = steps.nextLive(this.#states[depth]!, term[start + depth]!);
      if (byte < 0) continue;
      this.#set(term, start, depth, byte);
      return 'found';
    }
    return 'none';
  }

  #set(term: Uint8Array, start: number, depth: number, byte: number): void {
    if (depth >= this.bytes.length) this.bytes = new Uint8Array(2 * depth);
    for (let i = 0; i < depth; i++) this.bytes[i] = term[start + i]!;
    this.bytes[depth] = byte;
    this.length = depth + 1;
  }
}
