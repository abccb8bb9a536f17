/** Hints at patterns in a phrase that no word matches. */
import type { LeafQuery, Pattern, PatternPart } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { Hint } from '../../search/hints.ts';
import { hasDocs } from '../execute.ts';
import { showPattern } from '../plan/pattern-automata.ts';
import { Planner } from '../plan/planner.ts';

/** Maximum number of patterns per phrase that are expanded again. */
const PATTERNS_MAX = 4;

/** Hints for a phrase without hits. */
export function* emptyPatterns(
  index: IndexReader,
  leaf: LeafQuery,
  defaultFields: readonly string[],
): Generator<void, readonly Hint[]> {
  if (leaf.kind !== 'phrase') return [];
  const words = wordsOf(leaf.pattern);
  if (words.length < 2) return [];
  const hints: Hint[] = [];
  const patterns = words.filter((word) => word.some(({ kind }) => kind !== 'text') && word.some(isLettered));
  for (const pattern of patterns.slice(0, PATTERNS_MAX)) {
    const planner = new Planner(index, defaultFields, { isScored: false });
    if (yield* hasDocs(yield* planner.plan({ kind: 'wildcard', field: leaf.field, pattern }))) continue;
    const fields = leaf.field === null ? defaultFields : [leaf.field];
    hints.push({ kind: 'pattern', pattern: showPattern(pattern), clause: printQuery(leaf), fields });
  }
  return hints;
}

function isLettered(part: PatternPart): boolean {
  return part.kind === 'text' && /[\p{L}\p{N}]/u.test(part.text);
}

/** Cut at white space. */
function wordsOf(pattern: Pattern): readonly Pattern[] {
  const words: PatternPart[][] = [[]];
  for (const part of pattern) {
    if (part.kind !== 'text') {
      words.at(-1)!.push(part);
      continue;
    }
    for (const [i, text] of part.text.split(/\s+/u).entries()) {
      if (i > 0) words.push([]);
      if (text !== '') words.at(-1)!.push({ kind: 'text', text });
    }
  }
  return words.filter(({ length }) => length > 0);
}
