/**
 * Splits the pieces of an item file into lines. Lines of normal length are returned without copying. A longer line goes through
 * `LongLine`, which limits memory.
 */
import { PLAIN_LINE_BYTES_MAX } from './limits.ts';
import { LongLine } from './long-line.ts';

const newline = 0x0a;
const NOTHING = Buffer.alloc(0);

export interface ItemLine {
  /** Without its newline. Empty if the line was refused. Valid until the next call. */
  readonly bytes: Buffer;
  /** 1-based. */
  readonly number: number;
  /** The limit that truncated it, or null. */
  readonly cut: string | null;
  /** The limit that prevents reading the line, or null. */
  readonly refused: string | null;
  /** False only for the last line of a file without a final newline. */
  readonly isEnded: boolean;
}

/** Usage: `feed` a chunk, call `next` until it returns null, feed the next chunk. At the end call `rest`. */
export class LineSplitter {
  #chunk: Buffer = NOTHING;
  #position = 0;
  /** Bytes of the previous chunks. */
  #before = 0;
  #number = 0;
  /** The start of an unfinished line. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  #long: LongLine | null = null;

  /** The offset in the file after the newline of the last returned line. */
  get consumed(): number {
    return this.#before + this.#position;
  }

  /** Starts again: the next chunk begins a line with this number. */
  restart(number: number): void {
    this.#number = number - 1;
    this.#chunk = NOTHING;
    this.#position = 0;
  }

  feed(chunk: Buffer): void {
    this.#before += this.#chunk.length;
    this.#chunk = chunk;
    this.#position = 0;
  }

  next(): ItemLine | null {
    const end = this.#chunk.indexOf(newline, this.#position);
    if (end < 0) {
      this.#carry(this.#chunk.subarray(this.#position));
      this.#position = this.#chunk.length;
      return null;
    }
    const line = this.#chunk.subarray(this.#position, end);
    this.#position = end + 1;
    return this.#finishLine(line, true);
  }

  /** Returns the text after the last newline of the file, or null if there is none. */
  rest(): ItemLine | null {
    return this.#carriedBytes === 0 ? null : this.#finishLine(NOTHING, false);
  }

  #finishLine(tail: Buffer, isEnded: boolean): ItemLine {
    this.#number++;
    const number = this.#number;
    if (this.#carriedBytes + tail.length > PLAIN_LINE_BYTES_MAX) {
      this.#carry(tail);
      const long = this.#long as LongLine;
      this.#reset();
      const refused = long.refused;
      return { bytes: refused === null ? long.bytes() : NOTHING, number, cut: long.cut, refused, isEnded };
    }
    const bytes = this.#carriedBytes === 0 ? tail : Buffer.concat([...this.#carried, tail]);
    this.#reset();
    return { bytes, number, cut: null, refused: null, isEnded };
  }

  #carry(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#carriedBytes += bytes.length;
    if (this.#long !== null) {
      this.#long.add(bytes);
      return;
    }
    this.#carried.push(bytes);
    if (this.#carriedBytes <= PLAIN_LINE_BYTES_MAX) return;
    this.#long = new LongLine();
    for (const carried of this.#carried) this.#long.add(carried);
    this.#carried = [];
  }

  #reset(): void {
    if (this.#carriedBytes === 0) return;
    this.#carried = [];
    this.#carriedBytes = 0;
    this.#long = null;
  }
}
