/** The first and the last plausible day of items, by the dates that count for the period of a report. */
import { datesEnd, daysOf, EARLIEST_DAY } from '../../html-report/items/period.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { Slice } from '../../shared/slices.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { dateFieldsOf } from '../output/item-record.ts';

/** Days since 1970; 0 if there is none. */
export interface ItemDays {
  readonly first: number;
  readonly last: number;
  /**
   * Whether a date is before 1980, or after the case was processed. If the case does not say when, whether it is in the future.
   */
  readonly isImplausible: boolean;
}

const DAY_MS = 86_400_000;
const DAYS_KEPT_MAX = 20_000;
/** Dates between two checks of the clock. */
const AT_ONCE = 256;

export class DaysOfItems {
  readonly #coordinator: Dependencies['coordinator'];
  readonly #now = new Date().toISOString();
  readonly #slice = new Slice();

  constructor({ coordinator }: Pick<Dependencies, 'coordinator'>) {
    this.#coordinator = coordinator;
  }

  async of(source: ReadySource, item: Pick<IndexedItem, 'properties'>): Promise<ItemDays> {
    const dates = await dateFieldsOf(this.#coordinator, source);
    const end = datesEnd(source.caseReader.processedAt, this.#now).day;
    let [first, last, isImplausible, count] = ['', '', false, 0];
    for (const day of daysOf(item, dates)) {
      if (day < EARLIEST_DAY || day > end) isImplausible = true;
      else {
        if (first === '' || day < first) first = day;
        if (day > last) last = day;
      }
      if (++count % AT_ONCE === 0) await this.#slice.giveWay();
    }
    return { first: numberOf(first), last: numberOf(last), isImplausible };
  }
}

function numberOf(day: string): number {
  return day === '' ? 0 : Date.parse(day) / DAY_MS;
}

/** Prints days: `2021-03-04`; null for 0. Cached, because a list of texts repeats few days many times. */
export class DayTexts {
  readonly #printed = new Map<number, string>();

  of(day: number): string | null {
    if (day === 0) return null;
    let text = this.#printed.get(day);
    if (text === undefined) {
      text = new Date(day * DAY_MS).toISOString().slice(0, 10);
      if (this.#printed.size < DAYS_KEPT_MAX) this.#printed.set(day, text);
    }
    return text;
  }
}
