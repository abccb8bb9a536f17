/** Hints about the fields of a query: unknown names, mismatched types, near misses of values. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { COMPUTED_FIELDS, CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import type { Hint } from '../../search/hints.ts';
import { fieldValues } from '../field-values.ts';
import { CATEGORY_TREE_FIELD } from '../plan/category-tree.ts';
import { intervalOfLiteral } from '../plan/number-ranges.ts';
import { showPattern } from '../plan/pattern-automata.ts';
import { isWordlessNote } from '../plan/wordless-note.ts';
import { quotedChunk } from './written-chunk.ts';

/** Field names compared between two yields. A case may have hundreds of thousands. */
const NAMES_PER_SLICE = 64;

export function* unknownField(
  index: IndexReader,
  leaf: LeafQuery,
  written: string | undefined,
): Generator<void, Hint | null> {
  const name = leaf.field;
  if (name === null || isField(index, name) || isWordlessNote(leaf)) return null;
  return nameWithColon(index, name, leaf) ?? (yield* withoutField(index, name, quotedChunk(leaf, written)));
}

/** Whether any item has a field with that name, or with one of its aliases. */
export function isField(index: IndexReader, name: string): boolean {
  return (
    name === CONTENT_FIELD ||
    name === CATEGORY_TREE_FIELD ||
    (COMPUTED_FIELDS.includes(name) && index.parts.some(({ valueColumns }) => valueColumns.has(name))) ||
    aliasesOf(index.ownName(name)).some((alias) => index.statistics.hasField(alias))
  );
}

export function* withoutField(index: IndexReader, name: string, quoted: string | null): Generator<void, Hint> {
  const names = new Set(index.parts.flatMap(({ fields }) => [...fields.keys()]));
  return { kind: 'field', name, nearest: yield* nearestName(name, names), quoted };
}

/** The name of a field contains a colon and was cut there: `Message:From:ana`. */
function nameWithColon(index: IndexReader, name: string, leaf: LeafQuery): Hint | null {
  const value = leaf.kind === 'term' ? leaf.text : leaf.kind === 'wildcard' ? showPattern(leaf.pattern) : null;
  if (value === null) return null;
  for (let colon = value.indexOf(':'); colon >= 0; colon = value.indexOf(':', colon + 1)) {
    const whole = `${name}:${value.slice(0, colon)}`;
    if (!index.statistics.hasField(whole)) continue;
    const rest = value.slice(colon + 1);
    const meant = `${JSON.stringify(whole)}:${rest === '' ? '…' : rest}`;
    return { kind: 'colon', chunk: `${name}:${value}`, name, instead: meant };
  }
  return null;
}

/** Hints at a range that is compared as text although its bounds, or its field, suggest otherwise. */
export function wrongType(index: IndexReader, leaf: LeafQuery): Hint | null {
  if (leaf.kind !== 'range' || leaf.field === null) return null;
  const field = nameInParts(index, leaf.field);
  if (field === undefined) return null;
  const own = index.statistics.typeOf(field);
  const bounds = [leaf.lower, leaf.upper].filter((bound) => bound !== null).map((bound) => bound.text);
  if (own === 'number' || own === 'date') return null;
  for (const type of ['number', 'date'] as const) {
    if (bounds.length > 0 && bounds.every((text) => intervalOfLiteral(text, type) !== null)) {
      return { kind: 'type', field, type };
    }
  }
  return null;
}

/** Returns the first name of a field that an item of any part of the index has. */
function nameInParts(index: IndexReader, name: string): string | undefined {
  return aliasesOf(index.ownName(name)).find((alias) => index.statistics.hasField(alias));
}

/** Returns the field under any of its names. */
export function fieldOf(index: IndexReader, name: string): FieldHeader | null {
  for (const alias of aliasesOf(index.ownName(name))) {
    const field = index.fields.get(alias);
    if (field !== undefined) return field;
  }
  return null;
}

function* nearestName(name: string, names: Iterable<string>): Generator<void, string | null> {
  const folded = foldWhole(name);
  let best: string | null = null;
  // At least half of a name must be right: "id" is not a misspelling of "to".
  let bestDistance = Math.min(Math.max(2, Math.floor(folded.length / 3)), Math.floor(folded.length / 2)) + 1;
  let looked = 0;
  for (const candidate of names) {
    if (++looked % NAMES_PER_SLICE === 0) yield;
    const other = foldWhole(candidate);
    const distance = other === folded ? 0 : editDistance(folded, other, bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}

/** Finds another value with the word, for a leaf without hits on a field of whole values. */
export function* nearValue(index: IndexReader, leaf: LeafQuery): Generator<void, Hint | null> {
  if (leaf.kind !== 'term' || leaf.field === null) return null;
  const word = foldWhole(leaf.text);
  const items = yield* itemsByValue(index, leaf.field);
  let least: string | null = null;
  for (const value of items.keys()) {
    if ((least === null || value < least) && foldWhole(value).includes(word)) least = value;
  }
  if (least === null) return null;
  const instead = `${leaf.field}:${JSON.stringify(foldWhole(least))}`;
  return { kind: 'value', clause: `${leaf.field}:${leaf.text}`, instead, items: items.get(least)! };
}

/** Returns the number of items with each value of a field of whole values, in all parts of the index. */
function* itemsByValue(index: IndexReader, name: string): Generator<void, ReadonlyMap<string, number>> {
  const items = new Map<string, number>();
  const field = nameInParts(index, name);
  if (field === undefined || index.statistics.typeOf(field) !== 'whole') return items;
  for (const part of index.parts) {
    const { values } = yield* fieldValues(part, field);
    for (const { value, items: own } of values) items.set(value, (items.get(value) ?? 0) + own);
  }
  return items;
}
