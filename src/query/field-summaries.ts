/** Summaries of the fields of a source. */
import type { IndexReader } from '../engine/index-reader.ts';
import { usualNames } from '../schema/usual-names.ts';
import { COMPUTED_FIELDS } from '../schema/well-known-fields.ts';
import type { FieldSummary } from '../search/search-engine.ts';
import { leastValue } from './columns/collapse.ts';
import { refusalOf, wholeValues } from './columns/field-columns.ts';

export function* fieldSummaries(index: IndexReader): Generator<void, readonly FieldSummary[]> {
  const usual = new Map<string, string[]>();
  for (const name of usualNames(index.header.aliases)) {
    const own = index.ownName(name);
    if (own !== name) usual.set(own, [...(usual.get(own) ?? []), name]);
  }
  const found = [...index.fields.values()].map((field): FieldSummary => {
    const { name, type } = field;
    const counts = refusalOf(index, name) === null;
    const names = usual.get(name);
    return {
      ...{ name, type, items: index.itemsWith(field), sorts: counts || type === 'number' || type === 'date', counts },
      ...(names === undefined ? {} : { usualNames: names }),
    };
  });
  for (const name of COMPUTED_FIELDS) {
    const column = index.valueColumns.get(name);
    if (column === undefined) continue;
    const items = column.docCount - (index.struck.count === 0 ? 0 : yield* struckWith(index, name));
    if (items > 0) found.push({ name, type: 'whole', items, sorts: true, counts: true });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Counts the struck documents that have a value. */
function* struckWith(index: IndexReader, field: string): Generator<void, number> {
  const values = yield* wholeValues(index, field);
  let count = 0;
  for (const doc of index.struck.documents()) if (values !== null && leastValue(values, doc) >= 0) count++;
  return count;
}
