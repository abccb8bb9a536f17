/**
 * Collects times of day and time zones that could not be used: for each column and fault, their number and the first of them.
 */
import { shown } from '../../files/safe-path.ts';
import type { TableRow } from '../rows/row-source.ts';
import type { LoadedColumn } from './column.ts';

/**
 * `zone`: an unknown zone. `ambiguous`: an abbreviation that several zones share. `named offset`: an offset with a name.
 * `time`: not a time of day.
 */
export type TimeFault = 'zone' | 'ambiguous' | 'named offset' | 'time';

export interface StrangeTime {
  readonly column: LoadedColumn;
  readonly fault: TimeFault;
  count: number;
  readonly line: number;
  readonly number: number;
  readonly value: string;
}

export class StrangeTimes {
  readonly #all = new Map<string, StrangeTime>();

  get all(): Iterable<StrangeTime> {
    return this.#all.values();
  }

  /** `column`: the column that contains the value. */
  add({ line, number }: TableRow, column: LoadedColumn, fault: TimeFault, value: string): void {
    const key = `${column.index} ${fault}`;
    const known = this.#all.get(key);
    if (known !== undefined) known.count++;
    else this.#all.set(key, { column, fault, count: 1, line, number, value: shown(value) });
  }
}
