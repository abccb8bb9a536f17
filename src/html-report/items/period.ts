/**
 * Finds the first and the last day of items, and how many items have a date that cannot be true: before 1980, or on a day after
 * the case was processed. If a case does not say when it was processed, the day of the report counts instead. Such dates are
 * counted apart from the period.
 */
import { aliasesOf } from '../../schema/field-aliases.ts';
import { meantBy } from '../../schema/usual-names.ts';
import { renderUtc } from '../../schema/utc-dates.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { DatesEnd, ReportPeriod } from '../report-input.ts';

/** The limits of the dates that count for the period of items. */
export const PERIOD_PROPERTIES: ReadonlySet<string> = new Set([
  'created',
  ...aliasesOf('modified'),
  ...['sent', 'received'].flatMap((name) => [name, ...meantBy(name)]),
]);
export const EARLIEST_DAY = '1980-01-01';
const ISO = /^\d{4}-\d\d-\d\d/;
const OUTER_YEAR = /^[+-]\d{6}-\d\d-\d\d/;

/** `processedAt` is the time of processing, if the case gives it. `made` is the time of the report. */
export function datesEnd(processedAt: string | null | undefined, made: string): DatesEnd {
  const isProcessing = processedAt !== null && processedAt !== undefined && !Number.isNaN(Date.parse(processedAt));
  return { day: new Date(isProcessing ? processedAt : made).toISOString().slice(0, 10), isProcessing };
}

/** Yields the days in UTC of an item's dates that count for a period. `dates`: the date properties of its source. */
export function* daysOf(
  { properties }: Pick<IndexedItem, 'properties'>,
  dates: ReadonlySet<string>,
): Generator<string, void, undefined> {
  for (const [name, values] of properties) {
    if (!PERIOD_PROPERTIES.has(name) || !dates.has(name)) continue;
    for (const value of values) {
      const utc = renderUtc(value);
      const day = ISO.exec(utc)?.[0] ?? outerDay(utc);
      if (day !== null) yield day;
    }
  }
}

/**
 * An offset can move a date out of the years 0 to 9999, and years outside that range are spelled differently. So the first or
 * the last day of the range replaces the date.
 */
function outerDay(utc: string): string | null {
  if (!OUTER_YEAR.test(utc)) return null;
  return utc.startsWith('+') ? '9999-12-31' : '0000-01-01';
}

/** The items so far. */
export class Period implements ReportPeriod {
  from: string | null = null;
  to: string | null = null;
  before = 0;
  afterProcessing = 0;
  afterReport = 0;

  add(item: IndexedItem, dates: ReadonlySet<string>, { day: last, isProcessing }: DatesEnd): void {
    let [isBefore, isAfter] = [false, false];
    for (const day of daysOf(item, dates)) {
      if (day < EARLIEST_DAY) isBefore = true;
      else if (day > last) isAfter = true;
      else {
        if (this.from === null || day < this.from) this.from = day;
        if (this.to === null || day > this.to) this.to = day;
      }
    }
    if (isBefore) this.before++;
    if (isAfter && isProcessing) this.afterProcessing++;
    if (isAfter && !isProcessing) this.afterReport++;
  }
}
