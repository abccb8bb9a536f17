/** Words that no default field has, and other fields have: which, and how many items a query there finds. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import type { Elsewhere } from '../../search/hints.ts';
import { AppError } from '../../shared/errors.ts';
import { countDocs } from '../execute.ts';
import type { Operator } from '../operators/operator.ts';
import { Planner } from '../plan/planner.ts';
import { plainText } from '../plan/query-parts.ts';

/** Maximum number of fields in which leaves of a query, or of a list of queries, are looked up. */
export const LOOKUPS_MAX = 4096;
/** Maximum number of fields that a hint names. */
const FIELDS_NAMED = 3;
/** A longer text is not printed again for each field. */
const TEXT_UNITS_MAX = 300;
/** Fields that are looked at before all others, so that a bound leaves them in. */
const FIRST_FIELDS = ['name', 'path', 'title'];
/** A number that happens to be an id says nothing. */
const NOT_LOOKED_AT = new Set([ID_FIELD, PARENT_FIELD]);

/** What is left of {@link LOOKUPS_MAX}. */
export class LookupBudget {
  left = LOOKUPS_MAX;
}

/** Null if no other field has the word, or if the leaf is none that is looked up: a word or phrase without wildcards. */
export function* otherFields(
  index: IndexReader,
  leaf: LeafQuery,
  defaultFields: readonly string[],
  budget: LookupBudget,
): Generator<void, Elsewhere | null> {
  if (!isLookedUp(leaf)) return null;
  const asked = new Set(defaultFields.map((name) => index.ownName(name)));
  const fields = fieldsToLookAt(index, asked);
  const planner = new Planner(index, defaultFields, { isScored: false });
  const found: { readonly query: string; readonly items: number }[] = [];
  let looked = 0;
  for (const field of fields) {
    if (budget.left === 0) break;
    budget.left--;
    if (++looked % 64 === 0) yield;
    const own = { ...leaf, field };
    const items = yield* itemsOf(planner, own);
    if (items > 0) found.push({ query: printQuery(own), items });
  }
  const cut = looked < fields.length ? { looked, fields: fields.length } : null;
  if (found.length === 0 && cut === null) return null;
  found.sort((a, b) => b.items - a.items || (a.query < b.query ? -1 : 1));
  return { found: found.slice(0, FIELDS_NAMED), more: Math.max(0, found.length - FIELDS_NAMED), cut };
}

export function isLookedUp(leaf: LeafQuery): boolean {
  if (leaf.field !== null) return false;
  if (leaf.kind === 'term') return leaf.text.length <= TEXT_UNITS_MAX;
  if (leaf.kind !== 'phrase') return false;
  const text = plainText(leaf.pattern);
  return text !== null && text.length <= TEXT_UNITS_MAX;
}

function fieldsToLookAt(index: IndexReader, asked: ReadonlySet<string>): readonly string[] {
  const isAsked = (name: string): boolean => {
    const names = aliasesOf(name);
    if (NOT_LOOKED_AT.has(name) || names.some((alias) => asked.has(alias))) return true;
    // A query for one of its names is a query for all.
    return names.find((alias) => index.fields.has(alias)) !== name;
  };
  const first = FIRST_FIELDS.filter((name) => index.fields.has(name) && !isAsked(name));
  const rest = [...index.fields.keys()].filter((name) => !isAsked(name) && !FIRST_FIELDS.includes(name));
  return [...first, ...rest];
}

/** None of a field that cannot hold the word. */
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
