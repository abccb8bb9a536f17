/** Finds the columns of times of day and time zones for the dates of other columns. */
import type { LoadedColumn } from './column.ts';
import { headerDates, keyOf, TIME_NAMES, ZONE_NAMES } from './column-names.ts';

/** Words for a date and a time of day in column names: `Date Sent` belongs with `Time Sent`. */
const DATE_AND_TIME: readonly (readonly [date: string, time: string])[] = [
  ['date', 'time'],
  ['datum', 'uhrzeit'],
  ['datum', 'zeit'],
  ['fecha', 'hora'],
  ['data', 'hora'],
  ['data', 'ora'],
];
const ZONE_WORDS = ['timezone', 'tz'];

type ByKey = ReadonlyMap<string, LoadedColumn>;

/**
 * `byKey`: columns by the keys of their headers. `taken`: columns by property. `hasOwnZones`: whether columns of zones do not
 * apply to dates.
 */
export function assignTimes(
  columns: readonly LoadedColumn[],
  byKey: ByKey,
  taken: ReadonlyMap<string, LoadedColumn>,
  hasOwnZones: boolean,
): void {
  for (const [property, names] of Object.entries(TIME_NAMES)) {
    const dates = taken.get(property);
    const times = names.map((name) => byKey.get(keyOf(name))).find((column) => column !== undefined);
    if (dates !== undefined && times !== undefined && times !== dates) assignTime(times, dates);
  }
  const zone = ZONE_NAMES.map((name) => byKey.get(keyOf(name))).find((column) => column !== undefined);
  for (const dates of columns) {
    const key = keyOf(headerDates(dates.header).header);
    const times = timesFor(key, byKey);
    if (times !== undefined && times !== dates && times.timeOf === null && times.property === times.header) {
      assignTime(times, dates);
    }
    const zones = zonesFor(key, byKey) ?? zone;
    if (!hasOwnZones && zones !== undefined && zones !== dates) dates.zoneFrom = zones.index;
  }
}

/** A zone in the header of the times also applies to the dates. */
function assignTime(times: LoadedColumn, dates: LoadedColumn): void {
  times.timeOf = dates.index;
  if (dates.zone === null && !dates.hasAmbiguousZone)
    [dates.zone, dates.hasAmbiguousZone] = [times.zone, times.hasAmbiguousZone];
}

function timesFor(key: string, byKey: ByKey): LoadedColumn | undefined {
  for (const [date, time] of DATE_AND_TIME) {
    const found = key.includes(date) && byKey.get(key.replace(date, time));
    if (found) return found;
  }
  return undefined;
}

function zonesFor(key: string, byKey: ByKey): LoadedColumn | undefined {
  if (!key.includes('date')) return undefined;
  return ZONE_WORDS.map((word) => byKey.get(key.replace('date', word))).find((column) => column !== undefined);
}
