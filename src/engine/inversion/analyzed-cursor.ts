/**
 * Terms brought by a case, mapped to the index's numbers of fields and documents. A case is hostile: order, numbers and
 * encoding are checked on the way, so that nothing gets into an index that its readers cannot handle.
 */
import { isUtf8 } from 'node:buffer';
import { compareBytes } from '../../codec/compare-bytes.ts';
import { AppError } from '../../shared/errors.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';
import { POSITION_MAX } from '../format.ts';

/** Maximum length of a term that a case brings, in bytes. */
export const ANALYZED_TERM_BYTES_MAX = 65_535;

/** The document number of items that are not searched. */
export const NO_DOCUMENT = 0xffff_ffff;

export class AnalyzedCursor implements TermCursor {
  readonly #cursor: TermCursor;
  /** The field of the index for each of the cursor, ascending; null: it has no terms. */
  readonly #fields: readonly (number | null)[];
  readonly #docOfItem: Uint32Array;
  /** The last term, for comparison with the next. */
  #last: Uint8Array = new Uint8Array(1024);
  #lastLength = 0;
  #lastField = -1;
  #item = -1;
  #position = -1;
  /** Occurrences that `next` has read and `read` has not returned yet. */
  #ready = 0;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  termStart = 0;
  termEnd = 0;
  docs: Uint32Array = new Uint32Array(1024);
  positions: Uint32Array = new Uint32Array(1024);
  readonly from = 0;

  constructor(cursor: TermCursor, fields: readonly (number | null)[], docOfItem: Uint32Array) {
    this.#cursor = cursor;
    this.#fields = fields;
    this.#docOfItem = docOfItem;
  }

  next(): boolean {
    while (this.#cursor.next()) {
      this.#takeTerm();
      this.#ready = this.#fill();
      if (this.#ready > 0) return true;
    }
    return false;
  }

  read(): number {
    const ready = this.#ready;
    this.#ready = 0;
    return ready > 0 ? ready : this.#fill();
  }

  close(): void {
    this.#cursor.close();
  }

  #takeTerm(): void {
    const { field, bytes, termStart, termEnd } = this.#cursor;
    const target = indexField(field, this.#fields);
    const length = termEnd - termStart;
    if (!(length >= 0 && length <= ANALYZED_TERM_BYTES_MAX && termStart >= 0 && termEnd <= bytes.length)) {
      throw unusable(
        `a term of field ${field} has ${length} bytes, more than ${ANALYZED_TERM_BYTES_MAX} or than there are`,
      );
    }
    const isAfter =
      field > this.#lastField ||
      (field === this.#lastField && compareBytes(this.#last, 0, this.#lastLength, bytes, termStart, termEnd) < 0);
    if (!isAfter) throw unusable(`the terms of field ${field} are not in order`);
    if (length > this.#last.length) this.#last = new Uint8Array(length * 2);
    const last = this.#last;
    let all = 0;
    for (let i = 0; i < length; i++) {
      const byte = bytes[termStart + i]!;
      last[i] = byte;
      all |= byte;
    }
    if (all >= 0x80 && !isUtf8(bytes.subarray(termStart, termEnd)))
      throw unusable(`a term of field ${field} is not UTF-8`);
    this.#lastLength = length;
    this.#lastField = field;
    this.#item = -1;
    this.field = target;
    this.bytes = bytes;
    this.termStart = termStart;
    this.termEnd = termEnd;
  }

  /** The next occurrences in documents that are searched. */
  #fill(): number {
    for (;;) {
      const count = this.#cursor.read();
      if (count === 0) return 0;
      const kept = this.#copy(count);
      if (kept > 0) return kept;
    }
  }

  #copy(count: number): number {
    const { docs: items, positions, from } = this.#cursor;
    if (!(from >= 0 && from + count <= items.length && from + count <= positions.length)) {
      throw unusable(`a term of field ${this.#lastField} has occurrences that are not there`);
    }
    if (count > this.docs.length) {
      this.docs = new Uint32Array(count * 2);
      this.positions = new Uint32Array(count * 2);
    }
    const { docs, positions: keptPositions } = this;
    const end = from + count;
    let kept = 0;
    for (let i = from; i < end; ) {
      const item = items[i]!;
      if (item !== this.#item) this.#beginItem(item);
      const doc = this.#docOfItem[item]!;
      let last = this.#position;
      for (; i < end && items[i] === item; i++) {
        const position = positions[i]!;
        if (position <= last || position > POSITION_MAX) {
          throw unusable(`positions of field ${this.#lastField} in item ${item} do not ascend`);
        }
        last = position;
        if (doc === NO_DOCUMENT) continue;
        docs[kept] = doc;
        keptPositions[kept++] = position;
      }
      this.#position = last;
    }
    return kept;
  }

  #beginItem(item: number): void {
    const { length } = this.#docOfItem;
    if (item >= length) throw unusable(`a term is in item ${item}, and there are ${length}`);
    if (item < this.#item) throw unusable(`items of a term of field ${this.#lastField} do not ascend`);
    this.#item = item;
    this.#position = -1;
  }
}

/** The field of the index for one of a cursor. */
export function indexField(field: number, fields: readonly (number | null)[]): number {
  const target = fields[field];
  if (target === undefined) throw unusable(`a term is of field ${field}, and there are ${fields.length}`);
  if (target === null) throw unusable(`field ${field} is a number of every item and has terms`);
  return target;
}

export function unusable(fault: string): AppError {
  return new AppError('CASE_UNREADABLE', `the analyzed terms of the case cannot be used: ${fault}`);
}
