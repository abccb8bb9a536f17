/**
 * Phrases by their definition: each part i takes a position p_i of its own in one value, such that max(p_i − i) − min(p_i − i)
 * ≤ slop. With slop 0 this means adjacent and in order. Several terms may share a position.
 */
import type { NaiveTerms } from './naive-case.ts';
import type { PhrasePart } from './naive-patterns.ts';

/** Whether the part can take a position with these terms. For the pieces of a long word, all must be there. */
export function isAt(part: PhrasePart, terms: readonly string[]): boolean {
  return part.pieces === undefined ? terms.some(part.matches) : part.pieces.every((piece) => terms.includes(piece));
}

/**
 * Returns the number of phrase occurrences in a value: different values of min(p_i − i) over all ways to take the positions.
 * For an exact phrase, the number of starts.
 */
export function countPhrase(terms: NaiveTerms, parts: readonly PhrasePart[], slop: number): number {
  const positions = parts.map((part) => positionsOf(terms, part));
  if (positions.some((set) => set.size === 0)) return 0;
  const lows = new Set(positions.flatMap((set, i) => Array.from(set, (position) => position - i)));
  let count = 0;
  for (const low of lows) if (canBegin(low, positions, slop)) count++;
  return count;
}

export function hasPhrase(terms: NaiveTerms, parts: readonly PhrasePart[], slop: number): boolean {
  if (parts.length === 1) return terms.some((together) => isAt(parts[0]!, together));
  return countPhrase(terms, parts, slop) > 0;
}

function positionsOf(terms: NaiveTerms, part: PhrasePart): Set<number> {
  const positions = new Set<number>();
  for (let position = 0; position < terms.length; position++) {
    if (isAt(part, terms[position]!)) positions.add(position);
  }
  return positions;
}

/** Whether positions can be taken so that the least p_i − i is `low`. */
function canBegin(low: number, positions: readonly ReadonlySet<number>[], slop: number): boolean {
  const candidates = positions.map((set, i) => {
    const first = low + i;
    return Array.from({ length: slop + 1 }, (_, step) => first + step).filter((position) => set.has(position));
  });
  if (candidates.some((list) => list.length === 0)) return false;
  return candidates.some((list, i) => list[0] === low + i && canTake(candidates, 0, new Set([low + i]), i));
}

/** Takes a position for part i and all later parts. Part `fixed` already has its own. */
function canTake(candidates: readonly (readonly number[])[], i: number, taken: Set<number>, fixed: number): boolean {
  if (i === candidates.length) return true;
  if (i === fixed) return canTake(candidates, i + 1, taken, fixed);
  for (const position of candidates[i]!) {
    if (taken.has(position)) continue;
    taken.add(position);
    if (canTake(candidates, i + 1, taken, fixed)) return true;
    taken.delete(position);
  }
  return false;
}
