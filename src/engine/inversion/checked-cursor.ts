/**
 * Terms brought by a case whose occurrences are those of documents of the index already: fields are mapped, terms are checked and those
 * without an occurrence left out. analyzed-cursor.ts is its counterpart for items.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { TakingCursor } from './taking-cursor.ts';
import { TermCheck } from './term-check.ts';

export class CheckedCursor extends TakingCursor {
  readonly #cursor: TermCursor;
  readonly #check: TermCheck;
  /** Occurrences that `next` has read and `read` has not returned yet. */
  #ready = 0;

  /** `fields`: the field of the index for each of the cursor, ascending; null: it has no terms. */
  constructor(cursor: TermCursor, fields: readonly (number | null)[]) {
    super();
    this.#cursor = cursor;
    this.#check = new TermCheck(fields);
  }

  next(): boolean {
    const cursor = this.#cursor;
    while (cursor.next()) {
      const field = this.#check.take(cursor);
      this.#ready = this.#read();
      if (this.#ready === 0) continue;
      this.takeTerm(cursor, field);
      return true;
    }
    return false;
  }

  read(): number {
    const ready = this.#ready;
    this.#ready = 0;
    return ready > 0 ? ready : this.#read();
  }

  #read(): number {
    const cursor = this.#cursor;
    const count = cursor.read();
    this.takeOccurrences(cursor, cursor.from);
    return count;
  }

  close(): void {
    this.#cursor.close();
  }
}
