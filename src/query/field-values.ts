/** Lists distinct values of a field with their counts, for suggestions and categories. */
import type { FieldHeader } from '../engine/format.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { TREE_NODE } from '../schema/item-kinds.ts';
import { propertyOfField } from '../schema/well-known-fields.ts';
import type { FieldValues } from '../search/search-engine.ts';

/** Returns distinct values of a field as the case spells them, most items first, ties by value. */
export function* fieldValues(index: IndexReader, name: string): Generator<void, FieldValues> {
  const field = index.fields.get(index.ownName(name));
  if (field === undefined) return { isComplete: true, values: [] };
  const all = index.values(field);
  if (all === null) return { isComplete: false, values: [] };
  const values = index.struck.count === 0 ? all : yield* withoutStruck(index, field, all);
  values.sort((a, b) => b.items - a.items || (a.value < b.value ? -1 : 1));
  return { isComplete: true, values };
}

type Counted = FieldValues['values'][number];

/** Subtracts the values of struck documents, which their stored items have. */
function* withoutStruck(index: IndexReader, field: FieldHeader, all: readonly Counted[]): Generator<void, Counted[]> {
  const property = propertyOfField(field.name);
  const items = new Map(all.map((one) => [one.value, one.items]));
  let steps = 0;
  for (const doc of index.struck.documents()) {
    if (++steps % ITEMS_PER_SLICE === 0) yield;
    if ((index.tree.kindOf(doc) & TREE_NODE) !== 0) continue;
    const own = index.item(doc).properties.find(([name]) => name === property)?.[1] ?? [];
    for (const value of new Set(own)) items.set(value, (items.get(value) ?? 0) - 1);
  }
  return [...items].filter(([, count]) => count > 0).map(([value, count]) => ({ value, items: count }));
}

const ITEMS_PER_SLICE = 64;
