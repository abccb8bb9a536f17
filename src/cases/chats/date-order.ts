/**
 * Decides whether the day, the month or a short year comes first in the dates of a chat. A number that can only be one of these
 * decides. Otherwise the only order in which messages ascend decides. All dates in the file count.
 */
import type { LineDate } from './message-line.ts';

export const DATE_ORDERS = ['day first', 'month first', 'year first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export interface DecidedOrder {
  /** Null if several orders fit. */
  readonly order: DateOrder | null;
  readonly by: 'mapping' | 'spelling' | 'values' | 'sequence' | 'nothing';
  /** Whether the first number may be the year. */
  readonly mayBeYearFirst: boolean;
}

/** One message in this many may be earlier than the previous one, because phones sort messages by arrival. */
const DESCENTS_OF = 100;
/** The year of the first release of WhatsApp. */
const FIRST_YEAR = 2009;

export class DateOrders {
  #dates = 0;
  /** By order: the number of impossible dates, and of dates before the previous one. */
  readonly #misfits = { 'day first': 0, 'month first': 0, 'year first': 0 };
  readonly #descents = { 'day first': 0, 'month first': 0, 'year first': 0 };
  readonly #last = { 'day first': '', 'month first': '', 'year first': '' };
  #differing = 0;
  #dots = 0;
  /** Distinct first and last numbers of dates with a short year. */
  readonly #firsts = new Set<number>();
  readonly #lasts = new Set<number>();

  add(date: LineDate): void {
    if (date.isYearFirst) return;
    this.#dates++;
    if (date.separator === '.') this.#dots++;
    const [first, second, third] = date.numbers;
    if (first !== second) this.#differing++;
    if (third < 100) {
      this.#firsts.add(first);
      this.#lasts.add(third);
    }
    for (const order of DATE_ORDERS) {
      const read = dateOfMessage(date, order);
      if (read === null || Number(read.slice(0, 4)) < FIRST_YEAR) this.#misfits[order]++;
      else {
        if (read < this.#last[order]) this.#descents[order]++;
        this.#last[order] = read;
      }
    }
  }

  decide(given: DateOrder | null): DecidedOrder {
    if (given !== null) return { order: given, by: 'mapping', mayBeYearFirst: false };
    const { 'day first': noDay, 'month first': noMonth, 'year first': noYear } = this.#misfits;
    const fewest = Math.min(noDay, noMonth);
    if (noYear < fewest) return { order: 'year first', by: 'values', mayBeYearFirst: false };
    if (noYear === fewest && this.#lasts.size > this.#firsts.size)
      return { order: null, by: 'nothing', mayBeYearFirst: true };
    return { ...this.#dayOrMonth(), mayBeYearFirst: false };
  }

  #dayOrMonth(): Pick<DecidedOrder, 'order' | 'by'> {
    const { 'day first': noDay, 'month first': noMonth } = this.#misfits;
    if (this.#differing === 0) return { order: 'day first', by: 'spelling' };
    if (noDay !== noMonth) return { order: noDay < noMonth ? 'day first' : 'month first', by: 'values' };
    if (this.#dots === this.#dates) return { order: 'day first', by: 'spelling' };
    const { 'day first': dayFirst, 'month first': monthFirst } = this.#descents;
    const few = this.#dates / DESCENTS_OF;
    if (dayFirst <= few && monthFirst > Math.max(few, dayFirst)) return { order: 'day first', by: 'sequence' };
    if (monthFirst <= few && dayFirst > Math.max(few, monthFirst)) return { order: 'month first', by: 'sequence' };
    return { order: null, by: 'nothing' };
  }
}

/**
 * Returns `2021-03-04`, or null if it is not a date. If the order is null, returns only dates that are the same in both orders
 * because day and month are equal, and none if the first number may be the year.
 */
export function dateOfMessage(
  { numbers, isYearFirst }: LineDate,
  order: DateOrder | null,
  mayBeYearFirst = false,
): string | null {
  const [first, second, third] = numbers;
  if (order === null && !isYearFirst && (first !== second || mayBeYearFirst)) return null;
  if (order === 'year first' && third > 99) return null;
  const [year, month, day] =
    isYearFirst || order === 'year first'
      ? [first, second, third]
      : order === 'month first'
        ? [third, first, second]
        : [third, second, first];
  const full = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(full, month, 0)).getUTCDate() || full < 1000)
    return null;
  return `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
