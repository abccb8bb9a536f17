/** Hints about the fields of a query by their definition: unknown names, mismatched types, literal wildcards. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import type { Hint } from '../../../src/search/hints.ts';
import type { NaiveCase } from './naive-case.ts';
import { foldWhole } from './naive-folding.ts';
import { parseDate, parseNumber } from './naive-values.ts';

/** Returns the hints for a leaf with a field, in order. Does not choose the nearest name, which `isNearest` checks. */
export function fieldHints(leaf: LeafQuery, source: NaiveCase, names: ReadonlySet<string>): readonly Hint[] {
  const hints: Hint[] = [];
  if (leaf.field !== null && !isField(leaf.field, names)) hints.push(unknown(leaf.field));
  if (leaf.kind === 'range' && leaf.field !== null && isField(leaf.field, names)) {
    const bounds = [leaf.lower, leaf.upper].flatMap((bound) => (bound === null ? [] : [bound.text]));
    const own = source.type(leaf.field);
    if (bounds.length > 0 && own !== 'number' && own !== 'date') {
      if (bounds.every((text) => parseNumber(text) !== null)) hints.push(typed(leaf.field, 'number'));
      else if (bounds.every((text) => parseDate(text) !== null)) hints.push(typed(leaf.field, 'date'));
    }
  }
  if (leaf.kind === 'whole' && /[*?]/.test(leaf.text)) hints.push({ kind: 'signsOfWhole' });
  return hints;
}

/** Names that mean one field. */
const ALIASES: readonly (readonly string[])[] = [
  ['length', 'size'],
  ['modified', 'modificationDate'],
];

export function namesOf(name: string): readonly string[] {
  return ALIASES.find((names) => names.includes(name)) ?? [name];
}

export function isField(name: string, names: ReadonlySet<string>): boolean {
  return name === 'content' || name === 'categoryTree' || namesOf(name).some((alias) => names.has(alias));
}

export const unknown = (name: string): Hint => ({ kind: 'field', name, nearest: null, quoted: null });

const typed = (field: string, type: 'number' | 'date'): Hint => ({ kind: 'type', field, type });

/** Whether no other name is nearer, and at least half of the requested name is right. */
export function isNearest(asked: string, nearest: string, names: ReadonlySet<string>): boolean {
  const folded = foldWhole(asked);
  const distance = distanceOf(folded, foldWhole(nearest));
  const isNearEnough = distance <= Math.max(2, folded.length / 3) && distance <= folded.length / 2;
  return (
    names.has(nearest) && isNearEnough && [...names].every((one) => distanceOf(folded, foldWhole(one)) >= distance)
  );
}

function distanceOf(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const replaced = remembered(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
  return Math.min(replaced, remembered(a.slice(1), b) + 1, remembered(a, b.slice(1)) + 1);
}

const known = new Map<string, number>();

function remembered(a: string, b: string): number {
  const key = `${a}\0${b}`;
  let distance = known.get(key);
  if (distance === undefined) {
    distance = distanceOf(a, b);
    known.set(key, distance);
  }
  return distance;
}
