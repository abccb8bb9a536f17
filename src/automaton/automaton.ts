/**
 * A deterministic automaton over the code points of a folded term. The term dictionary walks it along its sorted
 * terms, keeping the states of the shared prefix, so a step must be cheap and a state a small integer.
 */
export interface TermAutomaton {
  /** The state before the first code point. */
  readonly start: number;
  /** The state after `codePoint`, or {@link DEAD} when no continuation can be accepted. */
  step(state: number, codePoint: number): number;
  isAccepting(state: number): boolean;
  /** Whether every continuation of this state, the empty one included, is accepted. May say false when unsure. */
  acceptsAll(state: number): boolean;
  /** Whether all code points beyond ASCII lead from a state to the same one: true of most patterns in ASCII letters. */
  readonly isUniformBeyondAscii: boolean;
  /** Tells that very many steps will be asked for: worth some preparation. */
  prepareForMany(): void;
  /** The smallest code point above `after` that does not lead to {@link DEAD}, or -1: where a walk may jump to. */
  nextLive(state: number, after: number): number;
  /** Every accepted term begins with this folded text (may be empty). The dictionary starts and ends its walk by it. */
  readonly prefix: string;
}

export const DEAD = 0;
