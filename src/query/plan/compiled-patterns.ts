/** Cache of compiled automata, shared by the sources of a query. */
import type { Dfa } from '../../automaton/dfa.ts';
import { tuning } from '../../shared/thresholds.ts';

/** Maximum number of automata in the cache, and the maximum size of each. */
const PATTERNS_KEPT = tuning.patternsKept;
const TABLE_BYTES_KEPT = tuning.tableBytesKept;

const kept = new Map<string, Dfa>();

/**
 * Returns the automaton of a pattern, compiled or from the cache. A query needs it once for each source, and an
 * automaton keeps the transitions that it has computed.
 */
export function compiled(
  kind: 'wildcard' | 'fuzzy' | 'regexp' | 'text regexp' | 'units',
  source: string,
  compile: () => Dfa,
): Dfa {
  const key = `${kind} ${source}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const dfa = compile();
  // Automata grow while they are used, so those that have become too large are dropped when the next one is added.
  for (const [other, { tableBytes }] of kept) if (tableBytes > TABLE_BYTES_KEPT) kept.delete(other);
  if (kept.size >= PATTERNS_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(key, dfa);
  return dfa;
}
