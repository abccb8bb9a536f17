/** Writes items as rows of a table: a cell for each column, with joined values. The style defines the form of a cell. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { StoredItemCursor } from '../../engine/store/stored-item-cursor.ts';
import { CELL_TYPES, type CellStyle, DATE_CELL, TEXT_CELL } from './cell-styles.ts';
import { RowBytes } from './row-bytes.ts';
import type { RowMarks, RowWriter } from './row-writer.ts';
import { renderedDate } from './stored-dates.ts';

const SEPARATOR = Buffer.from('; ');
/** The count of a slot with one value. The lowest two bits are its type. */
const FIRST_COUNT = 4;

export class CellRows implements RowWriter {
  readonly noNames = Buffer.alloc(0);
  readonly #style: CellStyle;
  readonly #label: Buffer;
  /** Indexed by number of a name. */
  readonly #types: Uint8Array;
  /** Indexed by number of a name: the slots of the columns that show it. */
  readonly #slotsOf: ReadonlyMap<number, readonly number[]>;
  /** Indexed by column: the end of its slots, one for each of its names. */
  readonly #slotEnds: Uint32Array;
  /** Indexed by slot, for the current item: the number of values and type of its property, and their offset. */
  readonly #counts: Int32Array;
  readonly #values: Uint32Array;
  readonly #cell = new RowBytes();

  constructor(index: IndexReader, label: string, columns: readonly (readonly string[])[], style: CellStyle) {
    this.#style = style;
    this.#label = Buffer.from(label);
    this.#types = Uint8Array.from(
      index.names,
      (name) => CELL_TYPES[index.statistics.typeOf(name) ?? 'text'] ?? TEXT_CELL,
    );
    const numbers = new Map(index.names.map((name, number) => [name, number]));
    const slotsOf = new Map<number, number[]>();
    let slots = 0;
    this.#slotEnds = Uint32Array.from(columns, (names) => {
      for (const name of new Set(names.map((one) => index.ownName(one)))) {
        const number = numbers.get(name);
        if (number === undefined) continue;
        const known = slotsOf.get(number);
        if (known === undefined) slotsOf.set(number, [slots++]);
        else known.push(slots++);
      }
      return slots;
    });
    this.#slotsOf = slotsOf;
    this.#counts = new Int32Array(slots);
    this.#values = new Uint32Array(slots);
  }

  nameTexts(lists: readonly (readonly string[])[]): readonly Uint8Array[] {
    return lists.map((names) => Buffer.from(names.join(SEPARATOR.toString())));
  }

  write(out: RowBytes, item: StoredItemCursor, id: number, marks: RowMarks): void {
    this.#gather(item);
    const style = this.#style;
    style.begin(out, { label: this.#label, id, parentId: item.parentId, ...marks });
    let slot = 0;
    for (let column = 0; column < this.#slotEnds.length; column++) {
      const end = this.#slotEnds[column]!;
      const cell = this.#cell;
      cell.length = 0;
      let values = 0;
      let type: number = TEXT_CELL;
      for (; slot < end; slot++) {
        if (this.#counts[slot]! < FIRST_COUNT) continue;
        this.#join(item, slot, values === 0);
        values += this.#counts[slot]! >>> 2;
        type = this.#counts[slot]! & 3;
      }
      style.cell(out, cell.bytes, cell.length, column, values === 1 ? type : TEXT_CELL);
    }
    style.end(out);
    this.#counts.fill(0);
  }

  #gather(item: StoredItemCursor): void {
    while (item.nextProperty()) {
      const slots = this.#slotsOf.get(item.name);
      if (slots === undefined) continue;
      for (const slot of slots) {
        this.#counts[slot] = item.valueCount * FIRST_COUNT + this.#types[item.name]!;
        this.#values[slot] = item.values;
      }
    }
  }

  /** Adds the values of a slot to the cell. */
  #join(item: StoredItemCursor, slot: number, isFirst: boolean): void {
    const cell = this.#cell;
    const isDate = (this.#counts[slot]! & 3) === DATE_CELL;
    item.seek(this.#values[slot]!);
    const count = this.#counts[slot]! >>> 2;
    for (let i = 0; i < count; i++) {
      item.nextValue();
      if (i > 0 || !isFirst) cell.putAll(SEPARATOR);
      const date = isDate ? renderedDate(item.bytes, item.valueStart, item.valueEnd) : null;
      if (date === null) cell.copy(item.bytes, item.valueStart, item.valueEnd);
      else cell.putAll(date);
    }
  }
}
