/** What the values of a column say of it, over the whole file: whether they are dates, in which order, lists, or paths. */
import { DATE_PROPERTIES, isDateHeader } from './column-names.ts';
import type { Column } from './columns.ts';
import { type DayOrder, isZeroDate, orderEvidence, toIsoTime } from './usual-dates.ts';

/** Longest path of a text file. */
const PATH_UNITS_MAX = 1024;

export class ColumnFacts {
  readonly column: Column;
  /** Values that are not empty. */
  filled = 0;
  /** Its property is always a date: other values in it do not make it something else. */
  readonly isDateByProperty: boolean;
  readonly #isDateByName: boolean;
  /** No value so far is anything else than a date. */
  #isDate: boolean;
  #dates = 0;
  dayFirst = 0;
  monthFirst = 0;
  /** Dates that can be read either way. */
  either = 0;
  /** Values of a text column that are paths. */
  #paths = 0;
  #isTime: boolean;
  #hasSemicolon = false;
  #hasBar = false;
  /** Decided over all columns, when the whole file was seen. */
  order: DayOrder | null = null;

  constructor(column: Column) {
    this.column = column;
    this.isDateByProperty = DATE_PROPERTIES.has(column.property) && column.dates !== 'none';
    this.#isDateByName = this.isDateByProperty || isDateHeader(column.header);
    this.#isDate = column.dates !== 'none' && (column.use === null || this.isDateByProperty);
    this.#isTime = column.timeOf !== null;
  }

  observe(value: string): void {
    this.filled++;
    if (this.#isDate) this.#observeDate(value);
    if (this.column.use === 'text' && value.length <= PATH_UNITS_MAX && /^[^\r\n]*\.txt\s*$/i.test(value))
      this.#paths++;
    if (this.#isTime) this.#isTime = toIsoTime(value) !== null;
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
      this.#isDate = this.isDateByProperty;
      return;
    }
    this.#dates++;
    if (evidence === 'day first') this.dayFirst++;
    else if (evidence === 'month first') this.monthFirst++;
    else if (evidence === 'either') this.either++;
  }

  /** Whether values are written in ISO 8601 where they are dates. */
  get isDate(): boolean {
    return this.#isDate && (this.#dates > 0 || this.isDateByProperty);
  }

  /** Whether its values are times of day for another column. */
  get isTime(): boolean {
    return this.#isTime && this.filled > 0;
  }

  /** Whether the text is in files that the values name. A single value that is no path does not make texts of all the others: it is told as missing. */
  get isPath(): boolean {
    return this.column.isInline === null ? 2 * this.#paths > this.filled || this.filled === 0 : !this.column.isInline;
  }

  /** What separates the values of a list besides line breaks. */
  get separator(): string | null {
    if (!this.column.isList) return null;
    return this.column.separator ?? (this.#hasSemicolon ? ';' : this.#hasBar ? '|' : null);
  }

  /** The order that the mapping, the header or its own values give, or null. */
  get ownOrder(): DayOrder | null {
    const { dates } = this.column;
    if (dates !== null && dates !== 'none') return dates;
    if (this.dayFirst > 0 && this.monthFirst > 0) return null;
    return this.dayFirst > 0 ? 'day first' : this.monthFirst > 0 ? 'month first' : null;
  }

  /** Whether some of its dates can be read in two ways, and nothing says in which. */
  get isAmbiguous(): boolean {
    return this.isDate && this.either > 0 && this.order === null;
  }
}

/** A column whose own dates do not say it is read as the others of the file, if these agree. */
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
