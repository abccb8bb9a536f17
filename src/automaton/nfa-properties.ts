/** Two properties of the states of a nondeterministic automaton that let the deterministic one stop early. */
import { CODE_POINT_MAX } from './code-point-set.ts';
import type { Nfa } from './nfa.ts';

/** Returns by state: 1 if some continuation is accepted. */
export function acceptingClosure(nfa: Nfa, accept: number): Uint8Array {
  const sources: number[][] = Array.from({ length: nfa.stateCount }, () => []);
  for (let state = 0; state < nfa.stateCount; state++) {
    for (const target of nfa.epsilons[state]!) sources[target]!.push(state);
    for (let i = 0; i < nfa.edges[state]!.length; i += 2) sources[nfa.edges[state]![i + 1]!]!.push(state);
  }
  return reach(sources, [accept]);
}

/**
 * If this many rounds do not suffice, no state counts as universal. Patterns that have universal states take two or three
 * rounds.
 */
const ROUNDS_MAX = 32;

/**
 * Returns by state: 1 if every continuation is accepted because the state accepts and has an edge on any code point to another
 * such state, with only epsilon edges in between. May miss such states, but never includes a wrong one.
 */
export function universalStates(nfa: Nfa, accept: number): Uint8Array {
  const isAnySet = nfa.sets.map((set) => set[0] === 0 && set[1] === CODE_POINT_MAX);
  // Starts with all states that accept and continue on any code point, and removes states until nothing changes.
  let universal = reachedBackwards(nfa, [accept]);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const goesOn: number[] = [];
    for (let state = 0; state < nfa.stateCount; state++) {
      const edges = nfa.edges[state]!;
      for (let i = 0; i < edges.length; i += 2) {
        if (isAnySet[edges[i]!] === true && universal[edges[i + 1]!] === 1) goesOn.push(state);
      }
    }
    const next = reachedBackwards(nfa, goesOn).map((isGoingOn, state) => isGoingOn & universal[state]!);
    if (next.every((value, state) => value === universal[state])) return universal;
    universal = next;
  }
  return new Uint8Array(nfa.stateCount);
}

/** Returns by state: 1 if it reaches a target by epsilon edges. */
function reachedBackwards(nfa: Nfa, targets: readonly number[]): Uint8Array {
  const sources: number[][] = Array.from({ length: nfa.stateCount }, () => []);
  for (let state = 0; state < nfa.stateCount; state++) {
    for (const target of nfa.epsilons[state]!) sources[target]!.push(state);
  }
  return reach(sources, targets);
}

function reach(sources: readonly (readonly number[])[], targets: readonly number[]): Uint8Array {
  const reached = new Uint8Array(sources.length);
  const stack = [...targets];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    if (reached[state] === 1) continue;
    reached[state] = 1;
    for (const source of sources[state]!) stack.push(source);
  }
  return reached;
}
