/** Rows that have the same fault: how many there are, and the first of them. A hostile file may have millions. */
import { FAULTY_ROWS_MAX } from '../limits.ts';

export class FaultyRows<T> {
  readonly first: T[] = [];
  count = 0;

  /** `describe` is asked for the rows that are kept. */
  add(describe: () => T): void {
    this.count++;
    if (this.first.length < FAULTY_ROWS_MAX) this.first.push(describe());
  }
}
