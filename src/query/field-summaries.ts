/** Summaries of the fields of a source. */
import type { IndexReader } from '../engine/index-reader.ts';
import { usualNames } from '../schema/usual-names.ts';
import { COMPUTED_FIELDS } from '../schema/well-known-fields.ts';
import type { FieldSummary } from '../search/search-engine.ts';
import { refusalOf } from './columns/field-columns.ts';

export function* fieldSummaries(index: IndexReader): Generator<void, readonly FieldSummary[]> {
  const usual = new Map<string, string[]>();
  for (const name of usualNames(index.header.aliases)) {
    const own = index.ownName(name);
    if (own !== name) usual.set(own, [...(usual.get(own) ?? []), name]);
  }
  const found = [...index.fields.values()].map(({ name, type, exists }): FieldSummary => {
    const counts = refusalOf(index, name) === null;
    const names = usual.get(name);
    return {
      ...{ name, type, items: exists.docFreq, sorts: counts || type === 'number' || type === 'date', counts },
      ...(names === undefined ? {} : { usualNames: names }),
    };
  });
  for (const name of COMPUTED_FIELDS) {
    const column = index.valueColumns.get(name);
    if (column !== undefined) found.push({ name, type: 'whole', items: column.docCount, sorts: true, counts: true });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
