/** Hints of `explain`: likely mistakes in a query, such as an unknown field or a value that nearly matches. */
import type { LeafQuery, Query } from '../../grammar/ast.ts';
import { foldWhole } from '../analysis/whole-value.ts';
import type { FieldHeader } from '../engine/format.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { aliasesOf } from '../schema/field-aliases.ts';
import { CONTENT_FIELD } from '../schema/well-known-fields.ts';
import { countDocs } from './execute.ts';
import { CATEGORY_TREE_FIELD } from './plan/category-tree.ts';
import { intervalOfLiteral } from './plan/number-ranges.ts';
import { showPattern } from './plan/pattern-automata.ts';
import { Planner } from './plan/planner.ts';

/** Maximum number of leaves that are checked for hints. */
const LEAVES_LOOKED_AT = 50;
const HINTS_MAX = 20;
/** Names of fields that are compared between two yields: a case may have hundreds of thousands. */
const NAMES_PER_SLICE = 64;
const OPERATOR_WORDS = new Set(['and', 'or', 'not']);

/** Hints for the author of the query: unknown fields, values that nearly match, lower-case operators. */
export function* hintsFor(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
): Generator<void, string[]> {
  const hints = new Set<string>();
  for (const name of defaultFields) {
    if (hints.size >= HINTS_MAX) break;
    if (!isField(index, name)) hints.add(yield* withoutField(index, name));
  }
  const leaves = leavesOf(query).slice(0, LEAVES_LOOKED_AT);
  for (const leaf of leaves) {
    if (hints.size >= HINTS_MAX) break;
    if (leaf.kind === 'term' && leaf.field === null && OPERATOR_WORDS.has(leaf.text)) {
      hints.add(`"${leaf.text}" is searched as a word; as an operator it is written ${leaf.text.toUpperCase()}`);
    }
    const fieldHint = yield* unknownField(index, leaf);
    if (fieldHint !== null) hints.add(fieldHint);
    const rangeHint = wrongType(index, leaf);
    if (rangeHint !== null) hints.add(rangeHint);
    const valueHint = yield* nearValue(index, leaf, defaultFields);
    if (valueHint !== null) hints.add(valueHint);
    if (leaf.kind === 'whole' && /[*?]/.test(leaf.text)) {
      hints.add(`after := the signs * and ? are themselves; after : alone they stand for other characters`);
    }
  }
  return [...hints];
}

function leavesOf(query: Query): LeafQuery[] {
  const leaves: LeafQuery[] = [];
  const stack: Query[] = [query];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'boolean') for (let i = node.clauses.length - 1; i >= 0; i--) stack.push(node.clauses[i]!.query);
    else if (node.kind === 'boost') stack.push(node.query);
    else if (node.kind !== 'all' && node.kind !== 'set') leaves.push(node);
    if (leaves.length > LEAVES_LOOKED_AT) break;
  }
  return leaves;
}

function* unknownField(index: IndexReader, leaf: LeafQuery): Generator<void, string | null> {
  const name = leaf.field;
  if (name === null || isField(index, name)) return null;
  return nameWithColon(index, name, leaf) ?? (yield* withoutField(index, name));
}

/** Whether an item has a field of that name, or of another that means the same. */
function isField(index: IndexReader, name: string): boolean {
  return (
    name === CONTENT_FIELD ||
    name === CATEGORY_TREE_FIELD ||
    aliasesOf(index.ownName(name)).some((alias) => index.fields.has(alias))
  );
}

function* withoutField(index: IndexReader, name: string): Generator<void, string> {
  const nearest = yield* nearestName(name, index.fields.keys());
  const told = `no item of this source has the field ${JSON.stringify(name)}`;
  return nearest === null ? told : `${told}; the nearest name is ${JSON.stringify(nearest)}`;
}

/** The name of a field was cut at a colon of its own: `Message:From:ana`. */
function nameWithColon(index: IndexReader, name: string, leaf: LeafQuery): string | null {
  const value = leaf.kind === 'term' ? leaf.text : leaf.kind === 'wildcard' ? showPattern(leaf.pattern) : null;
  if (value === null) return null;
  for (let colon = value.indexOf(':'); colon >= 0; colon = value.indexOf(':', colon + 1)) {
    const whole = `${name}:${value.slice(0, colon)}`;
    if (!index.fields.has(whole)) continue;
    const rest = value.slice(colon + 1);
    const meant = `${JSON.stringify(whole)}:${rest === '' ? '…' : rest}`;
    return `${name}:${value} looks in a field ${JSON.stringify(name)}, which no item has; a name with a colon is quoted: ${meant}`;
  }
  return null;
}

/** A range that is compared as text although its bounds, or its field, suggest otherwise. */
function wrongType(index: IndexReader, leaf: LeafQuery): string | null {
  if (leaf.kind !== 'range' || leaf.field === null) return null;
  const field = fieldOf(index, leaf.field);
  if (field === null) return null;
  const bounds = [leaf.lower, leaf.upper].filter((bound) => bound !== null).map((bound) => bound.text);
  const name = JSON.stringify(field.name);
  if (field.type === 'number' || field.type === 'date') return null;
  for (const type of ['number', 'date'] as const) {
    if (bounds.length > 0 && bounds.every((text) => intervalOfLiteral(text, type) !== null)) {
      return `not every value of ${name} in this source is a ${type}: the range compares written forms`;
    }
  }
  return null;
}

/** The field of any of its names. */
function fieldOf(index: IndexReader, name: string): FieldHeader | null {
  for (const alias of aliasesOf(index.ownName(name))) {
    const field = index.fields.get(alias);
    if (field !== undefined) return field;
  }
  return null;
}

function* nearestName(name: string, names: Iterable<string>): Generator<void, string | null> {
  const folded = foldWhole(name);
  let best: string | null = null;
  // At least half of a name must be right: "id" is no slip of who writes "to".
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

/** A word without hits on a field of whole values, if one of the values contains the word. */
function* nearValue(
  index: IndexReader,
  leaf: LeafQuery,
  defaultFields: readonly string[],
): Generator<void, string | null> {
  if (leaf.kind !== 'term' || leaf.field === null) return null;
  const field = fieldOf(index, leaf.field);
  if (field?.type !== 'whole') return null;
  const planner = new Planner(index, defaultFields);
  if ((yield* countDocs(yield* planner.plan(leaf))) > 0) return null;
  const word = foldWhole(leaf.text);
  const value = index.values(field)?.find((candidate) => foldWhole(candidate.value).includes(word));
  if (value === undefined) return null;
  return `${leaf.field}:${leaf.text} has no hit; ${leaf.field}:${JSON.stringify(foldWhole(value.value))} has ${value.items}`;
}
