/** Facts about a column from all its values: whether they are dates (and in which order), lists, or paths. */
import type { LoadedColumn } from './column.ts';
import { DATE_PROPERTIES, isDateHeader, isMomentHeader } from './column-names.ts';
import { type Count, countOf, countOfHeader, TimestampRange, toCountedIso } from './counted-moments.ts';
import { ShortYears } from './short-years.ts';
import { SizeFacts } from './size-facts.ts';
import {
  type DayOrder,
  hasTimeOfDay,
  isZeroDate,
  orderEvidence,
  resemblesDate,
  saysNoDate,
  toIsoTime,
} from './usual-dates.ts';
import { readZone } from './zone-names.ts';

/** Longest path of a text file. */
const PATH_UNITS_MAX = 1024;
const TEXT_EXTENSION = '.txt';

/**
 * After this many values that are not dates, values are no longer parsed as dates unless most were. Most columns are texts, and
 * parsing each value is slow.
 */
const GIVEN_UP_AT = 1000;
/** A column whose name does not suggest dates must have this many dates for each other value. */
const DATES_PER_MISFIT = 9;

export class ColumnFacts {
  readonly column: LoadedColumn;
  /** Values that are not empty. */
  filled = 0;
  /** Whether its property is always a date, whatever its other values. */
  readonly isDateByProperty: boolean;
  readonly #isDateByName: boolean;
  /** Whether its name suggests moments, so that numbers may be timestamps. */
  readonly #isMomentByName: boolean;
  /** Whether its values so far may be dates. */
  #mayBeDates: boolean;
  #dates = 0;
  #noDates = 0;
  /** Number of values that are not read as dates but look like dates, and the first of them. */
  #alike = 0;
  #firstAlike = '';
  /** Values that are timestamps, by unit. */
  readonly #counted = new Map<Count, TimestampRange>();
  readonly #shortYears = new ShortYears();
  dayFirst = 0;
  monthFirst = 0;
  /** Dates that are valid in both orders. */
  either = 0;
  /** Values of a text column that are paths. */
  #paths = 0;
  /** Number of values with a slash. Counted only if the values must show whether they are paths. */
  #slashes = 0;
  #times = 0;
  #hasSemicolon = false;
  #hasBar = false;
  /** Null if there are no sizes. */
  readonly sizes: SizeFacts | null;
  /** Decided over all columns, after the whole file. */
  order: DayOrder | null = null;

  constructor(column: LoadedColumn) {
    this.column = column;
    this.isDateByProperty = DATE_PROPERTIES.has(column.property) && column.dates !== 'none';
    this.#isDateByName = this.isDateByProperty || isDateHeader(column.header);
    this.#isMomentByName = this.isDateByProperty || isMomentHeader(column.header);
    this.#mayBeDates = column.dates !== 'none' && (column.use === null || this.isDateByProperty);
    this.sizes = column.sizes === 'never' || column.isList ? null : new SizeFacts(column.numbers, column.unit);
  }

  observe(value: string): void {
    this.filled++;
    if (this.#mayBeDates) this.#observeDate(value);
    if (this.sizes !== null) this.sizes.observe(value);
    if (this.column.isPathGuessed && /[\\/]/.test(value)) this.#slashes++;
    if (this.column.use === 'text' && isTextPath(value)) this.#paths++;
    if (this.column.timeOf !== null && (toIsoTime(value) !== null || hasTimeOfDay(value))) this.#times++;
    if (this.column.isList) {
      this.#hasSemicolon ||= value.includes(';');
      this.#hasBar ||= value.includes('|');
    }
  }

  #observeDate(value: string): void {
    const text = value.trim();
    const { count } = this.column;
    if (count !== null) {
      if (toCountedIso(text, count, true) !== null) this.#dates++;
      return;
    }
    if (isZeroDate(text)) return;
    const evidence = orderEvidence(text, this.#isDateByName);
    if (evidence === null) {
      this.#observeOther(text);
      return;
    }
    this.#dates++;
    this.#shortYears.observe(text);
    if (evidence === 'day first') this.dayFirst++;
    else if (evidence === 'month first') this.monthFirst++;
    else if (evidence === 'either') this.either++;
  }

  /** Observes a value that is not written as a date. */
  #observeOther(text: string): void {
    const count = this.#isMomentByName ? countOf(text) : null;
    if (count !== null) {
      if (this.#firstAlike === '') this.#firstAlike = text;
      const range = this.#counted.get(count) ?? new TimestampRange();
      range.add(text);
      this.#counted.set(count, range);
      return;
    }
    if (saysNoDate(text)) return;
    if (this.#isMomentByName && resemblesDate(text)) {
      this.#alike++;
      if (this.#firstAlike === '') this.#firstAlike = text;
    }
    this.#noDates++;
    if (this.#noDates >= GIVEN_UP_AT && this.#dates < this.#noDates) this.#mayBeDates = this.isDateByProperty;
  }

  /**
   * The first value that looks like a date, if the name of the column suggests dates and most of its values look like them, but
   * they could not be read. Null otherwise.
   */
  get unreadDate(): string | null {
    const { column } = this;
    if (column.dates === 'none' || column.use !== null || column.timeOf !== null || this.isDate) return null;
    let known = this.#dates;
    for (const { values } of this.#counted.values()) known += values;
    const isMost = 2 * (known + this.#alike) > known + this.#noDates;
    // Ignores offsets, which look like times of day and occur in columns of time zones.
    const first = this.#firstAlike;
    return this.#isMomentByName && isMost && first !== '' && readZone(first) === null ? first : null;
  }

  /** Whether dates among its values are normalized to ISO 8601. A few other values do not prevent it. */
  get isDate(): boolean {
    if (this.isDateByProperty || this.column.count !== null) return true;
    const { fitting, others } = this.#fit;
    if (!this.#mayBeDates || fitting === 0) return false;
    return this.#isMomentByName ? fitting > others : fitting >= DATES_PER_MISFIT * others;
  }

  /** The unit of its timestamps. Null if its dates are written out. The majority decides for all. */
  get count(): Count | null {
    if (this.column.count !== null) return this.column.count;
    const found = this.#countByDigits;
    if (found === null || this.#otherCount === null) return found;
    return countOfHeader(this.column.header) === 'since 2001' ? this.#otherCount : found;
  }

  /** Whether the header names a unit other than the usual one for these digits. */
  get isOtherCount(): boolean {
    return this.count !== this.#countByDigits;
  }

  get #countByDigits(): Count | null {
    let most = this.#dates;
    let found: Count | null = null;
    for (const [count, { values }] of this.#counted) if (values > most) [most, found] = [values, count];
    return found;
  }

  /** Another unit that also fits all timestamps. Null if there is none, or if the header decides. */
  get otherCount(): Count | null {
    return countOfHeader(this.column.header) === null ? this.#otherCount : null;
  }

  get #otherCount(): Count | null {
    const found = this.column.count === null ? this.#countByDigits : null;
    return found === null ? null : this.#counted.get(found)!.otherUnit(found);
  }

  get #fit(): { readonly fitting: number; readonly others: number } {
    const count = this.column.count === null ? this.#countByDigits : null;
    const fitting = count === null ? this.#dates : this.#counted.get(count)!.values;
    let all = this.#dates + this.#noDates;
    for (const { values } of this.#counted.values()) all += values;
    return { fitting, others: all - fitting };
  }

  /** Whether sizes among its values are normalized to numbers. */
  get isSize(): boolean {
    const { column, sizes } = this;
    if (sizes === null || column.sizes === 'always') return sizes !== null;
    return (column.unit !== null || sizes.withUnit > 0) && 2 * sizes.sizes > this.filled;
  }

  /** The type of its property in an index, even if some values do not fit. Null if the values decide it. */
  get type(): 'number' | 'date' | null {
    if (this.column.isList) return null;
    if (this.isDate) return this.#fit.fitting > 0 && !this.isAmbiguous ? 'date' : null;
    return this.isSize && this.sizes!.sizes > 0 ? 'number' : null;
  }

  /** Whether its values are the times of day for another column, or that column's dates with a time. */
  get isTime(): boolean {
    return 2 * this.#times > this.filled;
  }

  /** Whether only its name suggests paths, and most of its values are not paths. */
  get isOtherSource(): boolean {
    return this.column.isPathGuessed && 2 * this.#slashes <= this.filled;
  }

  /**
   * Whether its values are paths of text files. A few values that are not paths do not turn the others into texts. They are
   * reported as missing.
   */
  get isPath(): boolean {
    return this.column.isInline === null ? 2 * this.#paths > this.filled || this.filled === 0 : !this.column.isInline;
  }

  /** The separator of lists besides line breaks. */
  get separator(): string | null {
    if (!this.column.isList) return null;
    return this.column.separator ?? (this.#hasSemicolon ? ';' : this.#hasBar ? '|' : null);
  }

  /** The order from the mapping, the header or its own values, or null. */
  get ownOrder(): DayOrder | null {
    const { dates } = this.column;
    if (dates !== null && dates !== 'none') return dates;
    if (this.mayBeYearFirst) return null;
    if (this.dayFirst > 0 && this.monthFirst > 0) return null;
    return this.dayFirst > 0 ? 'day first' : this.monthFirst > 0 ? 'month first' : null;
  }

  /** Whether some of its dates are ambiguous and nothing decides their reading. */
  get isAmbiguous(): boolean {
    if (!this.isDate) return false;
    if (this.count !== null) return this.otherCount !== null;
    return this.mayBeYearFirst || (this.either > 0 && this.order === null);
  }

  /** Whether the first of three short numbers may be a year, and nothing decides. */
  get mayBeYearFirst(): boolean {
    return this.column.dates === null && this.column.count === null && this.#shortYears.mayBeYearFirst;
  }
}

/** Lets a column called `source` keep its own name if its values are applications or addresses instead of paths. */
export function dropOtherSources(columns: readonly ColumnFacts[]): void {
  const taken = new Set(columns.map(({ column }) => column.property));
  for (const { column, isOtherSource } of columns) {
    if (!isOtherSource) continue;
    column.property = taken.has(column.header) ? `${column.header} (column ${column.index + 1})` : column.header;
    column.understoodBy = 'own name';
  }
}

/** Looks only at the end of most texts. */
function isTextPath(value: string): boolean {
  if (value.length > PATH_UNITS_MAX) return false;
  const path = value.trimEnd();
  return path.slice(-TEXT_EXTENSION.length).toLowerCase() === TEXT_EXTENSION && !/[\r\n]/.test(path);
}

/** Reads a column whose own values decide nothing like the other columns of the file, if these agree. */
export function decideOrders(columns: readonly ColumnFacts[]): void {
  const known = new Set<DayOrder>();
  for (const facts of columns) {
    facts.order = facts.isDate ? facts.ownOrder : null;
    if (facts.order !== null) known.add(facts.order);
  }
  const [shared] = known;
  if (known.size !== 1 || shared === undefined) return;
  for (const facts of columns) {
    if (facts.isDate && facts.order === null && facts.dayFirst + facts.monthFirst === 0 && !facts.mayBeYearFirst)
      facts.order = shared;
  }
}
