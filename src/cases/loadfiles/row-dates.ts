/** Completes the dates of rows with times of day and time zones from other columns. */
import { parseDateStart } from '../../schema/date-value.ts';
import type { ColumnFacts } from './columns/column-facts.ts';
import { toCountedIso } from './columns/counted-moments.ts';
import type { MisfitValues } from './columns/misfit-values.ts';
import { isShortYears } from './columns/short-years.ts';
import { StrangeTimes } from './columns/strange-times.ts';
import { firstOf } from './columns/survey.ts';
import { hasAmbiguousZone, hasOffset, isZeroDate, toIsoDate, toIsoTime, withZone } from './columns/usual-dates.ts';
import { hasZoneName, readZone, type Zone } from './columns/zone-names.ts';
import type { TableRow } from './rows/row-source.ts';

/** Cached texts of zones: a table has few. */
const ZONES_MAX = 1000;
const DAY_UNITS = 10;

type RowZone = Zone | 'ambiguous' | null;

export class RowDates {
  readonly strange = new StrangeTimes();
  readonly #columns: readonly ColumnFacts[];
  readonly #misfits: MisfitValues;
  /** The column of times of day, keyed by its column of dates. */
  readonly #times = new Map<number, number>();
  readonly #zones = new Map<string, RowZone>();

  constructor(columns: readonly ColumnFacts[], misfits: MisfitValues) {
    this.#columns = columns;
    this.#misfits = misfits;
    for (const { column, isTime } of columns)
      if (column.timeOf !== null && isTime) this.#times.set(column.timeOf, column.index);
  }

  /** Returns the value of a cell in a date column, if any. */
  read(row: TableRow, facts: ColumnFacts, cell: string): readonly string[] {
    const text = cell.trim();
    if (isZeroDate(text)) return [];
    if (facts.count !== null) return [this.#counted(text, facts) ?? this.#misfit(row, facts, cell)];
    if (isShortYears(text) && facts.mayBeYearFirst) return [cell];
    const zone = this.#zoneOf(row, facts);
    const usable = typeof zone === 'object' ? zone : null;
    const date = toIsoDate(text, facts.order, usable);
    if (date === null) {
      if (hasAmbiguousZone(text)) this.strange.add(row, facts.column, 'ambiguous', text);
      else if (!facts.isAmbiguous || !isDateInAnyOrder(text)) this.#misfit(row, facts, cell);
      return [cell];
    }
    if (date.length === DAY_UNITS) return [this.#withTime(row, facts, date, zone)];
    if (typeof zone === 'string' && !hasOffset(date)) {
      this.#reportZone(row, facts, zone);
      return [cell];
    }
    // A loose spelling of ISO 8601 stays unchanged, and search treats it as text.
    if (date === text && parseDateStart(date) === null) this.#misfit(row, facts, cell);
    return [date];
  }

  /** Returns the moment of a timestamp, or the text itself if it has two readings. Null if it is not a timestamp. */
  #counted(text: string, facts: ColumnFacts): string | null {
    const count = facts.count!;
    const moment = toCountedIso(text, count, facts.column.count !== null || facts.isOtherCount);
    return moment !== null && facts.otherCount !== null ? text : moment;
  }

  /** A date stays a day if it has no time of day, or one in an unknown zone. */
  #withTime(row: TableRow, facts: ColumnFacts, date: string, zone: Zone | 'ambiguous' | 'zone' | null): string {
    const times = this.#times.get(facts.column.index);
    const written = times === undefined ? undefined : firstOf(row, times);
    if (times === undefined || written === undefined) return date;
    const { column, order } = this.#columns[times]!;
    const time = toIsoTime(written);
    if (time === null) {
      // Cellebrite repeats the date in the column of times.
      const moment = toIsoDate(written, order ?? facts.order, typeof zone === 'object' ? zone : null);
      if (moment?.startsWith(`${date}T`) === true) return moment;
      this.strange.add(row, column, 'time', written);
      return date;
    }
    if (typeof zone === 'string' && (time.zone === '' || time.zone === 'ambiguous')) {
      this.#reportZone(row, facts, zone);
      return date;
    }
    const moment = withZone(`${date}T${time.time}`, time.zone, typeof zone === 'object' ? zone : null);
    if (moment === null) this.strange.add(row, column, 'ambiguous', written);
    return moment ?? date;
  }

  /** Returns the zone of local times of a row, or `zone` if it is unknown. */
  #zoneOf(row: TableRow, { column }: ColumnFacts): Zone | 'ambiguous' | 'zone' | null {
    if (column.zone !== null) return column.zone;
    if (column.hasAmbiguousZone) return column.zoneElse ?? 'ambiguous';
    const text = column.zoneFrom === null ? undefined : firstOf(row, column.zoneFrom);
    if (text === undefined) return column.zoneElse;
    let zone = this.#zones.get(text);
    if (zone === undefined) {
      zone = readZone(text);
      if (this.#zones.size < ZONES_MAX) this.#zones.set(text, zone);
    }
    if (hasZoneName(text)) this.strange.add(row, this.#columns[column.zoneFrom!]!.column, 'named offset', text);
    return zone ?? 'zone';
  }

  #reportZone(row: TableRow, { column }: ColumnFacts, fault: 'ambiguous' | 'zone'): void {
    const zones = column.zoneFrom;
    if (zones === null || column.hasAmbiguousZone) this.strange.add(row, column, fault, column.header);
    else this.strange.add(row, this.#columns[zones]!.column, fault, firstOf(row, zones) ?? '');
  }

  #misfit(row: TableRow, facts: ColumnFacts, cell: string): string {
    this.#misfits.add(row, facts, cell.trim());
    return cell;
  }
}

function isDateInAnyOrder(text: string): boolean {
  return toIsoDate(text, 'day first') !== null || toIsoDate(text, 'month first') !== null;
}
