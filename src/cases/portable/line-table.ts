/**
 * The locations of a case's records, so that they can be read by ascending id: 16 bytes per record, plus 16 for each series of
 * lines without a record. A line without an id belongs to the previous record. Such lines at the beginning of a file come
 * before all records.
 */
import { floorIndex } from '../floor-index.ts';

/** A record, with the following lines that are not records. */
export interface RecordLines {
  /** The index of its file. */
  readonly part: number;
  /** Offset in the decompressed file. */
  readonly start: number;
  readonly end: number;
  /** The number of its first line. */
  readonly line: number;
}

/** Entries are kept in arrays of 2 to this power elements, so that growing copies nothing. */
const SEGMENT_BITS = 16;
const SEGMENT = 1 << SEGMENT_BITS;
const WITHIN = SEGMENT - 1;

/** Usage: for each file `beginPart`, `add` for each line and `endPart`. Then `sort`, then `at`. */
export class LineTable {
  count = 0;
  readonly #starts: Float64Array[] = [];
  /** Pairs of the number of an entry and its id plus one (0 for no id). As 64-bit numbers, they sort by id. */
  #keys: Uint32Array[] = [];
  /** The numbers of entries in order of ids, every second word. */
  #order = new Uint32Array(0);
  readonly #firstOfPart: number[] = [];
  readonly #endOfPart: number[] = [];
  /** The entries from which the difference between line number and entry number changes. */
  readonly #shiftFrom: number[] = [];
  readonly #shifts: number[] = [];

  beginPart(): void {
    this.#firstOfPart.push(this.count);
  }

  /** Adds the next line, with the id of its record, if it has one. */
  add(id: number | null, start: number, line: number): void {
    if (id === null && line > 1) return;
    const number = this.count++;
    const at = number & WITHIN;
    if (at === 0) {
      this.#starts.push(new Float64Array(SEGMENT));
      this.#keys.push(new Uint32Array(2 * SEGMENT));
    }
    this.#starts[number >>> SEGMENT_BITS]![at] = start;
    const keys = this.#keys[number >>> SEGMENT_BITS]!;
    keys[2 * at] = number;
    keys[2 * at + 1] = id === null ? 0 : id + 1;
    const shift = line - number;
    if (shift === this.#shifts.at(-1)) return;
    this.#shiftFrom.push(number);
    this.#shifts.push(shift);
  }

  endPart(bytes: number): void {
    this.#endOfPart.push(bytes);
  }

  /** Sorts by id. Equal ids stay in case order. */
  sort(): void {
    const keys = new BigUint64Array(this.count);
    const words = new Uint32Array(keys.buffer);
    const segments = this.#keys.reverse();
    this.#keys = [];
    for (let at = 0; at < words.length; at += 2 * SEGMENT) {
      words.set(segments.pop()!.subarray(0, Math.min(2 * SEGMENT, words.length - at)), at);
    }
    keys.sort();
    this.#order = words;
  }

  /** Returns the entry at a rank. */
  at(rank: number): RecordLines {
    const number = this.#order[2 * rank]!;
    const part = floorIndex(this.#firstOfPart, number);
    const isLast = number + 1 === (this.#firstOfPart[part + 1] ?? this.count);
    const end = isLast ? this.#endOfPart[part]! : this.#startOf(number + 1);
    return {
      part,
      start: this.#startOf(number),
      end,
      line: number + this.#shifts[floorIndex(this.#shiftFrom, number)]!,
    };
  }

  #startOf(number: number): number {
    return this.#starts[number >>> SEGMENT_BITS]![number & WITHIN]!;
  }
}
