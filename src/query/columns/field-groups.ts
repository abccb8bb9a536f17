/** Groups the documents of an index by the values of a field, or by intervals of its dates, for counting large sets. */
import { type DocGroups, docGroups } from '../../engine/columns/doc-groups.ts';
import type { NumberValues } from '../../engine/columns/number-values.ts';
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { Facet } from '../../search/search-request.ts';
import { tuning } from '../../shared/thresholds.ts';
import { columnCache, commonName } from './field-columns.ts';
import { type CountedRange, rangeOfEach } from './range-counter.ts';
import { intervalsOf } from './time-intervals.ts';

/** Approximate memory of an interval, in bytes. */
const INTERVAL_BYTES = 200;

/** Returns null if there would be too many groups. */
export function* valueGroups(
  index: IndexReader,
  field: string,
  values: WholeValues,
): Generator<void, DocGroups | null> {
  if (values.spellingCount > tuning.docGroupsMax) return null;
  const { groups } = yield* columnCache.get(index, `groups ${commonName(index, field)}`, function* () {
    const made = yield* docGroups(values.docs, index.documentCount, null);
    return { groups: made, bytes: made?.bytes ?? 0 };
  });
  return groups;
}

/** Also returns the intervals, which are the classes. Returns no groups if there would be too many. */
export function* intervalGroups(
  index: IndexReader,
  field: string,
  values: NumberValues,
  { interval, timeZone }: Pick<Extract<Facet, { kind: 'interval' }>, 'interval' | 'timeZone'>,
): Generator<void, { readonly ranges: readonly CountedRange[]; readonly groups: DocGroups | null }> {
  const name = `intervals ${interval} ${timeZone} ${commonName(index, field)}`;
  return yield* columnCache.get(index, name, function* () {
    const ranges = yield* intervalsOf(values.numbers, interval, timeZone);
    const classes = ranges.length > tuning.docGroupsMax ? null : rangeOfEach(values.numbers, ranges);
    const groups = classes === null ? null : yield* docGroups(values.docs, index.documentCount, classes);
    return { ranges, groups, bytes: (groups?.bytes ?? 0) + INTERVAL_BYTES * ranges.length };
  });
}
