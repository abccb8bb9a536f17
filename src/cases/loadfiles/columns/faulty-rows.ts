/** Collects rows with the same fault: their number, and the first of them. A hostile file may have millions. */
import { FAULTY_ROWS_MAX } from '../limits.ts';

export class FaultyRows<T> {
  readonly first: T[] = [];
  count = 0;

  /** Calls `describe` only if the row is kept. */
  add(describe: () => T): void {
    this.count++;
    if (this.first.length < FAULTY_ROWS_MAX) this.first.push(describe());
  }
}
