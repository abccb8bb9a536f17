/**
 * For words that are in no default field, finds the other fields that have them, and counts the items that match there.
 * Counts in all parts of an index, so that each part gives the same hint.
 */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { DIGITS_FIELD, HEX_FIELD, ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import type { ElsewhereHint } from '../../search/hints.ts';
import { AppError } from '../../shared/errors.ts';
import { countDocs } from '../execute.ts';
import type { Operator } from '../operators/operator.ts';
import { Planner } from '../plan/planner.ts';
import { plainText } from '../plan/query-parts.ts';
import { fieldOf } from './field-hints.ts';

/** Maximum number of fields in which a leaf is looked up, those with most items first. */
const FIELDS_MAX = 1024;
/** Maximum number of fields in which the leaves of a query are looked up together. */
const LOOKUPS_MAX = 4096;
/** Maximum number of fields that a hint names. */
const FIELDS_NAMED = 3;
/** Longer texts are not repeated for each field. */
const TEXT_UNITS_MAX = 300;
/** Fields that are checked first, so that they are within the limit. */
const FIRST_FIELDS = ['name', 'path', 'title'];
/** A number that equals an id means nothing. The digits of a text are already in its words. */
const NOT_LOOKED_AT = new Set([ID_FIELD, PARENT_FIELD, DIGITS_FIELD, HEX_FIELD]);

/** The number of fields in which leaves may still be looked up. */
export class LookupBudget {
  left: number;

  constructor(left = LOOKUPS_MAX) {
    this.left = left;
  }
}

/** Leaves that were looked up in all fields that the limits allow. */
export type Lookups = Map<LeafQuery, { readonly hint: ElsewhereHint | null; readonly looked: number }>;

/**
 * Returns null if no other field has the word, or if the leaf is not a word or phrase without wildcards. `lookups`:
 * leaves that another part of the index already looked up for this request.
 */
export function* otherFields(
  index: IndexReader,
  leaf: LeafQuery,
  defaultFields: readonly string[],
  { budget, lookups }: { readonly budget: LookupBudget; readonly lookups: Lookups },
): Generator<void, ElsewhereHint | null> {
  if (!isLookedUp(leaf)) return null;
  const known = lookups.get(leaf);
  if (known !== undefined && known.looked <= budget.left) {
    budget.left -= known.looked;
    return known.hint;
  }
  const asked = new Set(defaultFields.map((name) => index.ownName(name)));
  const fields = fieldsToLookAt(index, asked);
  const planners = index.parts.map((part) => ({
    part,
    planner: new Planner(part, defaultFields, { isScored: false }),
  }));
  const word = plainWord(index, leaf);
  const found: { readonly query: string; readonly items: number }[] = [];
  let looked = 0;
  for (const field of fields) {
    if (budget.left === 0 || looked === FIELDS_MAX) break;
    budget.left--;
    if (++looked % 64 === 0) yield;
    const own: LeafQuery = { ...leaf, field };
    let items = 0;
    for (const { part, planner } of planners) {
      if (word === null || mayHave(part, field, word)) items += yield* itemsOf(planner, own);
    }
    if (items > 0) found.push({ query: printQuery(own), items });
  }
  const hint = elsewhereHint(found, { looked, fields: fields.length });
  if (looked === Math.min(fields.length, FIELDS_MAX)) lookups.set(leaf, { hint, looked });
  return hint;
}

function elsewhereHint(
  found: ElsewhereHint['found'],
  { looked, fields }: NonNullable<ElsewhereHint['cut']>,
): ElsewhereHint | null {
  const cut = looked < fields ? { looked, fields } : null;
  if (found.length === 0 && cut === null) return null;
  const inOrder = found.toSorted((a, b) => b.items - a.items || (a.query < b.query ? -1 : 1));
  return { found: inOrder.slice(0, FIELDS_NAMED), more: Math.max(0, found.length - FIELDS_NAMED), cut };
}

export function isLookedUp(leaf: LeafQuery): boolean {
  if (leaf.field !== null) return false;
  if (leaf.kind === 'term') return leaf.text.length <= TEXT_UNITS_MAX;
  if (leaf.kind !== 'phrase') return false;
  const text = plainText(leaf.pattern);
  return text !== null && text.length <= TEXT_UNITS_MAX;
}

const byItems = new WeakMap<IndexReader, readonly string[]>();

/** Returns the fields of all parts, those with most items first. */
function fieldsToLookAt(index: IndexReader, asked: ReadonlySet<string>): readonly string[] {
  let fields = byItems.get(index);
  if (fields === undefined) {
    const items = new Map<string, number>();
    for (const { name, exists } of index.parts.flatMap((part) => [...part.fields.values()])) {
      if (isLookedAt(index, name)) items.set(name, (items.get(name) ?? 0) + exists.docFreq);
    }
    const rankOf = (name: string): number =>
      FIRST_FIELDS.includes(name) ? Number.POSITIVE_INFINITY : items.get(name)!;
    fields = [...items.keys()].sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(b) - rankOf(a)));
    byItems.set(index, fields);
  }
  return fields.filter((name) => !aliasesOf(name).some((alias) => asked.has(alias)));
}

/** A query for one name of a field is a query for all its names. */
function isLookedAt(index: IndexReader, name: string): boolean {
  return !NOT_LOOKED_AT.has(name) && aliasesOf(name).find((alias) => index.statistics.hasField(alias)) === name;
}

/** Whether a word is one term, unchanged, in every text field. */
function plainWord(index: IndexReader, leaf: LeafQuery): string | null {
  if (leaf.kind !== 'term' || !/^[A-Za-z]+$/.test(leaf.text)) return null;
  const [only, ...others] = index.analyzer.tokens(leaf.text);
  return others.length === 0 && only?.kind === 'term' ? only.term : null;
}

/** Whether planning it is worthwhile. Dates and numbers have other forms. */
function mayHave(index: IndexReader, name: string, word: string): boolean {
  const field = fieldOf(index, name);
  if (field === null) return false;
  if (field.type === 'number' || field.type === 'date') return false;
  return field.analysis !== 'text' || index.dictionary(field).find(word) !== null;
}

/** Returns 0 for a field that cannot contain the word. */
function* itemsOf(planner: Planner, leaf: LeafQuery): Generator<void, number> {
  let operator: Operator;
  try {
    operator = yield* planner.plan(leaf);
  } catch (fault) {
    if (fault instanceof AppError && fault.code === 'QUERY_INVALID') return 0;
    throw fault;
  }
  return operator.isNothing ? 0 : (operator.exactCount ?? (yield* countDocs(operator)));
}
