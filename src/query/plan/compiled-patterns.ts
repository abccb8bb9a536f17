/** Cache of compiled automata, shared by the sources of a query. */
import type { Dfa } from '../../automaton/dfa.ts';
import { ways } from '../../shared/thresholds.ts';

/** Automata that are remembered, and how large one may grow and still be. */
const PATTERNS_KEPT = ways.patternsKept;
const TABLE_BYTES_KEPT = ways.tableBytesKept;

const kept = new Map<string, Dfa>();

/**
 * The automaton of a pattern: compiled, or the one that an earlier question made. A query over several sources asks
 * once for each of them, and an automaton keeps the transitions that it has worked out.
 */
export function compiled(
  kind: 'wildcard' | 'fuzzy' | 'regexp' | 'text regexp',
  source: string,
  compile: () => Dfa,
): Dfa {
  const key = `${kind} ${source}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const dfa = compile();
  // Automata grow while they are used: those that grew too large go when the next one comes.
  for (const [other, { tableBytes }] of kept) if (tableBytes > TABLE_BYTES_KEPT) kept.delete(other);
  if (kept.size >= PATTERNS_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(key, dfa);
  return dfa;
}
