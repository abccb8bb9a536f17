/** Lists distinct values of a field with their counts, for suggestions and categories. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { FieldValues } from '../search/search-engine.ts';

/** Returns distinct values of a field as the case spells them, most items first, ties by value. */
export function fieldValues(index: IndexReader, name: string): FieldValues {
  const field = index.fields.get(index.ownName(name));
  if (field === undefined) return { isComplete: true, values: [] };
  const values = index.values(field);
  if (values === null) return { isComplete: false, values: [] };
  values.sort((a, b) => b.items - a.items || (a.value < b.value ? -1 : 1));
  return { isComplete: true, values };
}
