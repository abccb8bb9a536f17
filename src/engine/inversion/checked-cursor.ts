/**
 * Terms brought by a case whose occurrences are those of documents of the index already: fields are mapped, terms are checked and those
 * without an occurrence left out. analyzed-cursor.ts is its counterpart for items.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { TermCheck } from './term-check.ts';

export class CheckedCursor implements TermCursor {
  readonly #cursor: TermCursor;
  readonly #check: TermCheck;
  /** Occurrences that `next` has read and `read` has not returned yet. */
  #ready = 0;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  termStart = 0;
  termEnd = 0;
  docs: Uint32Array = new Uint32Array(0);
  positions: Uint32Array = new Uint32Array(0);
  from = 0;

  /** `fields`: the field of the index for each of the cursor, ascending; null: it has no terms. */
  constructor(cursor: TermCursor, fields: readonly (number | null)[]) {
    this.#cursor = cursor;
    this.#check = new TermCheck(fields);
  }

  next(): boolean {
    const cursor = this.#cursor;
    while (cursor.next()) {
      this.field = this.#check.take(cursor);
      this.#ready = this.#read();
      if (this.#ready === 0) continue;
      this.bytes = cursor.bytes;
      this.termStart = cursor.termStart;
      this.termEnd = cursor.termEnd;
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
    this.docs = cursor.docs;
    this.positions = cursor.positions;
    this.from = cursor.from;
    return count;
  }

  close(): void {
    this.#cursor.close();
  }
}
