/** Collects texts from terms while another consumer reads them. */
import type { TermCursor } from '../../shared/term-cursor.ts';
import type { TextCollector } from './text-speller.ts';

/** Returns a cursor with the same terms. It collects the terms of the field as they are read. */
export function tapTexts(cursor: TermCursor, field: number, collector: TextCollector): TermCursor {
  return new Tap(cursor, field, collector);
}

class Tap implements TermCursor {
  readonly #cursor: TermCursor;
  readonly #field: number;
  readonly #collector: TextCollector;
  #isFirst = true;

  constructor(cursor: TermCursor, field: number, collector: TextCollector) {
    this.#cursor = cursor;
    this.#field = field;
    this.#collector = collector;
  }

  get field(): number {
    return this.#cursor.field;
  }
  get bytes(): Uint8Array {
    return this.#cursor.bytes;
  }
  get termStart(): number {
    return this.#cursor.termStart;
  }
  get termEnd(): number {
    return this.#cursor.termEnd;
  }
  get docs(): Uint32Array {
    return this.#cursor.docs;
  }
  get positions(): Uint32Array {
    return this.#cursor.positions;
  }
  get from(): number {
    return this.#cursor.from;
  }

  next(): boolean {
    this.#isFirst = true;
    return this.#cursor.next();
  }

  read(): number {
    const count = this.#cursor.read();
    if (count > 0 && this.#cursor.field === this.#field) {
      const { bytes, termStart, termEnd, docs, positions, from } = this.#cursor;
      this.#collector.takeTerm(bytes, termStart, termEnd, !this.#isFirst);
      this.#collector.takeOccurrences(docs, positions, from, from + count);
      this.#isFirst = false;
    }
    return count;
  }

  close(): void {
    this.#cursor.close();
  }
}
