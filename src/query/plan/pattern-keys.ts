/** Patterns of a query that are matched together, and the keys that identify them. */
import type { Pattern } from '../../../grammar/ast.ts';
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { TEXTS_MAX } from '../../automaton/text-finder.ts';
import type { FieldHeader } from '../../engine/format.ts';

/** Maximum number of patterns matched together. Limits the memory of their automata. */
export const JOINT_MAX = Math.min(512, TEXTS_MAX);
/** Approximate memory of an automaton before it is used. */
export const AUTOMATON_BYTES = 1 << 15;

/** The source of an automaton, for engines that compile it themselves. Its texts are not folded. */
export type TermPattern =
  | { readonly kind: 'wildcard'; readonly pattern: Pattern; readonly analyzer: QueryAnalyzer }
  | { readonly kind: 'fuzzy'; readonly term: string; readonly distance: number }
  | { readonly kind: 'regexp'; readonly pattern: string; readonly analyzer: QueryAnalyzer }
  | { readonly kind: 'units'; readonly units: readonly (string | null)[] };

/** The distinct patterns of one field. */
export interface JointPatterns {
  readonly field: FieldHeader;
  readonly automata: readonly TermAutomaton[];
  readonly keys: readonly string[];
  readonly sources: readonly string[];
}

/** Patterns with the same key accept the same terms. */
export function keyOfPattern({ name }: FieldHeader, pattern: TermPattern): string {
  return 'analyzer' in pattern
    ? JSON.stringify({ ...pattern, analyzer: pattern.analyzer.key, name })
    : JSON.stringify({ ...pattern, name });
}

/** Returns the key of a range of words. Keys of patterns begin with another bracket. */
export function rangeKey({ name }: FieldHeader, source: string): string {
  return `[${name}] ${source}`;
}
