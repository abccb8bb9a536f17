/** Lists distinct values of a field with their counts, for suggestions and categories. */
import type { FieldHeader } from '../engine/format.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { TREE_NODE } from '../schema/item-kinds.ts';
import { propertyOfField } from '../schema/well-known-fields.ts';
import type { FieldValues } from '../search/search-engine.ts';
import { columnCache } from './columns/field-columns.ts';

/** Returns distinct values of a field as the case spells them, most items first, ties by value. */
export function* fieldValues(index: IndexReader, name: string): Generator<void, FieldValues> {
  const field = index.fields.get(index.ownName(name));
  if (field === undefined) return { isComplete: true, values: [] };
  const all = index.values(field);
  if (all === null) return { isComplete: false, values: [] };
  if (index.struck.count === 0) return { isComplete: true, values: all.sort(compareCounted) };
  const { values } = yield* columnCache.get(index, `values that are not struck ${field.name}`, function* () {
    const left = (yield* withoutStruck(index, field, all)).sort(compareCounted);
    return { values: left, bytes: left.reduce((bytes, { value }) => bytes + value.length + COUNTED_BYTES, 0) };
  });
  return { isComplete: true, values };
}

type Counted = FieldValues['values'][number];

/** Memory of an object, in addition to its text. */
const COUNTED_BYTES = 64;

function compareCounted(a: Counted, b: Counted): number {
  return b.items - a.items || (a.value < b.value ? -1 : 1);
}

/** Subtracts the values of struck documents. It must read each of their stored items, so the result is cached. */
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
