/** A deterministic automaton over the code points of a folded term, whose states are small integers. */
export interface CodePointAutomaton {
  /** The state before the first code point. */
  readonly start: number;
  /** Returns the state after `codePoint`, or {@link DEAD} if no continuation can be accepted. */
  step(state: number, codePoint: number): number;
  isAccepting(state: number): boolean;
  /** Whether every continuation of this state, including the empty one, is accepted. May return false when unsure. */
  acceptsAll(state: number): boolean;
  /** Whether all states treat the code points from `first` to `last` alike. May return false when unsure. */
  areAlike(first: number, last: number): boolean;
}

export const DEAD = 0;

/** Whether an automaton accepts a folded term. */
export function acceptsTerm(automaton: CodePointAutomaton, term: string): boolean {
  let state = automaton.start;
  for (let i = 0; i < term.length && state !== DEAD; i++) {
    const codePoint = term.codePointAt(i)!;
    if (codePoint > 0xffff) i++;
    state = automaton.step(state, codePoint);
  }
  return automaton.isAccepting(state);
}
