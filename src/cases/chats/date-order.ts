/**
 * Decides whether the day or the month comes first in the dates of a chat. A number that can only be one of them decides, or
 * else messages that ascend in only one of the two orders. The whole file counts.
 */
import type { LineDate } from './message-line.ts';

export type DateOrder = 'day first' | 'month first';

export interface DecidedOrder {
  /** Null if both orders fit. */
  readonly order: DateOrder | null;
  readonly by: 'mapping' | 'spelling' | 'values' | 'sequence' | 'nothing';
}

/** One of a hundred messages may be earlier than the previous one, because telephones sort them by arrival. */
const DESCENTS_OF = 100;

export class DateOrders {
  #dates = 0;
  /** Invalid dates in an order, and dates before the previous one. */
  readonly #misfits = { 'day first': 0, 'month first': 0 };
  readonly #descents = { 'day first': 0, 'month first': 0 };
  readonly #last = { 'day first': '', 'month first': '' };
  #differing = 0;
  #dots = 0;

  add(date: LineDate): void {
    if (date.isYearFirst) return;
    this.#dates++;
    if (date.separator === '.') this.#dots++;
    const [day, month] = date.numbers;
    if (day !== month) this.#differing++;
    for (const order of ['day first', 'month first'] as const) {
      const read = dateOfMessage(date, order);
      if (read === null) this.#misfits[order]++;
      else {
        if (read < this.#last[order]) this.#descents[order]++;
        this.#last[order] = read;
      }
    }
  }

  decide(given: DateOrder | null): DecidedOrder {
    if (given !== null) return { order: given, by: 'mapping' };
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

/** Returns `2021-03-04`, or null if it is no date. If the order is null, returns only a date that is the same in both. */
export function dateOfMessage({ numbers, isYearFirst }: LineDate, order: DateOrder | null): string | null {
  const [first, second, third] = numbers;
  if (order === null && !isYearFirst && first !== second) return null;
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : order === 'month first'
      ? [third, first, second]
      : [third, second, first];
  const full = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(full, month, 0)).getUTCDate() || full < 1000)
    return null;
  return `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
