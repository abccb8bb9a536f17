/**
 * Terms near a term: optimal string alignment distance in code points. It counts an insertion, a deletion, a substitution and a
 * transposition of neighbours as one edit each, and edits no part twice. The first two code points must be equal, which keeps
 * the walk over the dictionary short. Misspellings nearly always satisfy this.
 */
import { ANY } from './code-point-set.ts';
import { Dfa } from './dfa.ts';
import { Nfa } from './nfa.ts';

const EQUAL_PREFIX = 2;

/**
 * Returns the automaton of the terms within `distance` of a folded term. A term of one or two code points matches only itself
 * or, if `isShortExtended`, any term that begins with it. Throws AppError QUERY_INVALID for a term over the limits.
 */
export function compileFuzzy(term: string, distance: 1 | 2, isShortExtended = false): Dfa {
  const codePoints = Array.from(term, (character) => character.codePointAt(0)!);
  const nfa = new Nfa();
  const start = nfa.addState();
  let last = start;
  for (const codePoint of codePoints.slice(0, EQUAL_PREFIX)) last = nfa.append(last, [codePoint, codePoint]);
  const rest = codePoints.slice(EQUAL_PREFIX);
  return new Dfa(nfa, start, rest.length === 0 && !isShortExtended ? last : addAlignments(nfa, last, rest, distance));
}

/** Adds a state for each pair of code points read from the term and number of edits. Returns the accepting state. */
function addAlignments(nfa: Nfa, start: number, term: readonly number[], distance: number): number {
  const rows = Array.from({ length: distance + 1 }, () =>
    Array.from({ length: term.length + 1 }, () => nfa.addState()),
  );
  nfa.addEpsilon(start, rows[0]![0]!);
  const accept = nfa.addState();
  rows.forEach((row, edits) => {
    const afterEdit = rows[edits + 1];
    row.forEach((state, read) => {
      const expected = term[read];
      if (expected === undefined) nfa.addEpsilon(state, accept);
      else nfa.addEdge(state, [expected, expected], row[read + 1]!);
      if (afterEdit === undefined) return;
      nfa.addEdge(state, ANY, afterEdit[read]!); // an extra code point
      if (expected === undefined) return;
      nfa.addEdge(state, ANY, afterEdit[read + 1]!); // a different code point
      nfa.addEpsilon(state, afterEdit[read + 1]!); // a missing code point
      const following = term[read + 1];
      if (following === undefined) return;
      const transposing = nfa.append(state, [following, following]);
      nfa.addEdge(transposing, [expected, expected], afterEdit[read + 2]!);
    });
  });
  return accept;
}
