/**
 * Maps terms of a case to the index's numbers of fields and documents. A case may be hostile, so this checks order,
 * numbers and encoding. Nothing gets into an index that its readers cannot handle.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { POSITION_MAX } from '../format.ts';
import { TakingCursor } from './taking-cursor.ts';
import { TermCheck, unusableTerms } from './term-check.ts';

/** Document number of items that are not searched. */
export const NO_DOCUMENT = 0xffff_ffff;

export class AnalyzedCursor extends TakingCursor {
  readonly #cursor: TermCursor;
  readonly #check: TermCheck;
  readonly #docOfItem: Uint32Array;
  #item = -1;
  #position = -1;
  /** Occurrences that `next` has read and `read` has not returned yet. */
  #ready = 0;
  override docs: Uint32Array = new Uint32Array(1024);
  override positions: Uint32Array = new Uint32Array(1024);

  /** `fields` maps each field of the cursor, ascending, to the field of the index, or to null if it has no terms. */
  constructor(cursor: TermCursor, fields: readonly (number | null)[], docOfItem: Uint32Array) {
    super();
    this.#cursor = cursor;
    this.#check = new TermCheck(fields);
    this.#docOfItem = docOfItem;
  }

  next(): boolean {
    while (this.#cursor.next()) {
      this.takeTerm(this.#cursor, this.#check.take(this.#cursor));
      this.#item = -1;
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

  /** Reads the next occurrences in searchable documents. */
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
      throw unusableTerms(`a term of field ${this.#check.field} has missing occurrences`);
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
          throw unusableTerms(`positions of field ${this.#check.field} in item ${item} do not ascend`);
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
    if (item >= length) throw unusableTerms(`a term is in item ${item}, but there are only ${length} items`);
    if (item < this.#item) throw unusableTerms(`items of a term of field ${this.#check.field} do not ascend`);
    this.#item = item;
    this.#position = -1;
  }
}
