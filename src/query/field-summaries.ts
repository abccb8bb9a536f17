/** What an engine tells of the fields of a source. */
import type { IndexReader } from '../engine/index-reader.ts';
import { usualNames } from '../schema/usual-names.ts';
import type { FieldSummary } from '../search/search-engine.ts';
import { refusalOf } from './columns/field-columns.ts';

export function* fieldSummaries(index: IndexReader): Generator<void, readonly FieldSummary[]> {
  const usual = new Map<string, string[]>();
  for (const name of usualNames(index.header.aliases)) {
    const own = index.ownName(name);
    if (own !== name) usual.set(own, [...(usual.get(own) ?? []), name]);
  }
  return [...index.fields.values()]
    .map(({ name, type, exists }) => {
      const counts = refusalOf(index, name) === null;
      const names = usual.get(name);
      return {
        ...{ name, type, items: exists.docFreq, sorts: counts || type === 'number' || type === 'date', counts },
        ...(names === undefined ? {} : { usualNames: names }),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
