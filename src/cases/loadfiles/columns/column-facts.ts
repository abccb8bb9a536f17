/** Facts about a column from all its values: whether they are dates, in which order, lists, or paths. */

import type { LoadedColumn } from './column.ts';
import { DATE_PROPERTIES, isDateHeader, isMomentHeader } from './column-names.ts';
import { type Count, countOf } from './counted-moments.ts';
import { SizeFacts } from './size-facts.ts';
import { type DayOrder, isZeroDate, orderEvidence, toIsoTime } from './usual-dates.ts';

/** Longest path of a text file. */
const PATH_UNITS_MAX = 1024;

/**
 * After this many values that are not dates, if fewer were, dates are no longer tried. Most columns are texts, and trying each
 * value is slow.
 */
const GIVEN_UP_AT = 1000;
/** Dates per other value in a date column whose name does not suggest dates. */
const DATES_PER_MISFIT = 9;

export class ColumnFacts {
  readonly column: LoadedColumn;
  /** Values that are not empty. */
  filled = 0;
  /** Whether its property is always a date, whatever its other values. */
  readonly isDateByProperty: boolean;
  readonly #isDateByName: boolean;
  /** Whether its name also allows numeric timestamps. */
  readonly #isMomentByName: boolean;
  /** Whether its values so far may be dates. */
  #mayBeDates: boolean;
  #dates = 0;
  #noDates = 0;
  /** Number of values that are timestamps, by unit. */
  readonly #counted = new Map<Count, number>();
  dayFirst = 0;
  monthFirst = 0;
  /** Dates that are valid in both orders. */
  either = 0;
  /** Values of a text column that are paths. */
  #paths = 0;
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
    if (this.column.use === 'text' && value.length <= PATH_UNITS_MAX && /^[^\r\n]*\.txt\s*$/i.test(value))
      this.#paths++;
    if (this.column.timeOf !== null && toIsoTime(value) !== null) this.#times++;
    if (this.column.isList) {
      this.#hasSemicolon ||= value.includes(';');
      this.#hasBar ||= value.includes('|');
    }
  }

  #observeDate(value: string): void {
    const text = value.trim();
    if (isZeroDate(text)) return;
    const evidence = orderEvidence(text, this.#isDateByName);
    if (evidence === null) {
      const count = this.#isMomentByName ? countOf(text) : null;
      if (count !== null) {
        this.#counted.set(count, (this.#counted.get(count) ?? 0) + 1);
        return;
      }
      this.#noDates++;
      if (this.#noDates >= GIVEN_UP_AT && this.#dates < this.#noDates) this.#mayBeDates = this.isDateByProperty;
      return;
    }
    this.#dates++;
    if (evidence === 'day first') this.dayFirst++;
    else if (evidence === 'month first') this.monthFirst++;
    else if (evidence === 'either') this.either++;
  }

  /** Whether dates among its values are normalized to ISO 8601. A few other values do not prevent it. */
  get isDate(): boolean {
    if (this.isDateByProperty) return true;
    const { fitting, others } = this.#fit;
    if (!this.#mayBeDates || fitting === 0) return false;
    return this.#isMomentByName ? fitting > others : fitting >= DATES_PER_MISFIT * others;
  }

  /** The unit of its timestamps; null if its dates are written out. The majority decides for all. */
  get count(): Count | null {
    let most = this.#dates;
    let found: Count | null = null;
    for (const [count, values] of this.#counted) if (values > most) [most, found] = [values, count];
    return found;
  }

  get #fit(): { readonly fitting: number; readonly others: number } {
    const { count } = this;
    const fitting = count === null ? this.#dates : this.#counted.get(count)!;
    let all = this.#dates + this.#noDates;
    for (const values of this.#counted.values()) all += values;
    return { fitting, others: all - fitting };
  }

  /** Whether sizes among its values are normalized to numbers. */
  get isSize(): boolean {
    const { column, sizes } = this;
    if (sizes === null || column.sizes === 'always') return sizes !== null;
    return (column.unit !== null || sizes.withUnit > 0) && 2 * sizes.sizes > this.filled;
  }

  /** The type of its property in an index, even if some values do not fit; null if all values decide. */
  get type(): 'number' | 'date' | null {
    if (this.column.isList) return null;
    if (this.isDate) return this.#fit.fitting > 0 && !this.isAmbiguous ? 'date' : null;
    return this.isSize && this.sizes!.sizes > 0 ? 'number' : null;
  }

  /** Whether its values are times of day for another column. */
  get isTime(): boolean {
    return 2 * this.#times > this.filled;
  }

  /**
   * Whether its values are paths of text files. A single value that is no path does not turn all others into texts; it is
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
    if (this.dayFirst > 0 && this.monthFirst > 0) return null;
    return this.dayFirst > 0 ? 'day first' : this.monthFirst > 0 ? 'month first' : null;
  }

  /** Whether some of its dates are ambiguous and nothing decides the order. */
  get isAmbiguous(): boolean {
    return this.isDate && this.either > 0 && this.order === null && this.count === null;
  }
}

/** Reads a column without evidence of its own like the others of the file, if these agree. */
export function decideOrders(columns: readonly ColumnFacts[]): void {
  const known = new Set<DayOrder>();
  for (const facts of columns) {
    facts.order = facts.isDate ? facts.ownOrder : null;
    if (facts.order !== null) known.add(facts.order);
  }
  const [shared] = known;
  if (known.size !== 1 || shared === undefined) return;
  for (const facts of columns) {
    if (facts.isDate && facts.order === null && facts.dayFirst + facts.monthFirst === 0) facts.order = shared;
  }
}
