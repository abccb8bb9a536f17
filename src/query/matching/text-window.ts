/** A sliding window over a text that comes in pieces. */
import { claimMemory } from '../../shared/query-memory.ts';

export class TextWindow {
  #text = '';
  /** Offset of `#text`. */
  #offset = 0;
  #claimed = 1 << 20;

  /** Length of the text so far. */
  get end(): number {
    return this.#offset + this.#text.length;
  }

  append(piece: string): void {
    this.#text = this.#text === '' ? piece : this.#text + piece;
    if (this.#text.length <= this.#claimed) return;
    claimMemory(2 * this.#claimed, 'the text around a match');
    this.#claimed *= 2;
  }

  dropBefore(offset: number): void {
    const count = offset - this.#offset;
    if (count <= 0) return;
    this.#text = this.#text.slice(count);
    this.#offset += count;
  }

  clear(): void {
    this.#text = '';
    this.#offset = 0;
  }

  slice(start: number, end: number): string {
    return this.#text.slice(Math.max(0, start - this.#offset), Math.max(0, end - this.#offset));
  }

  /** Returns the unit at an offset, or -1. */
  unitAt(offset: number): number {
    const unit = this.#text.charCodeAt(offset - this.#offset);
    return offset < this.#offset || Number.isNaN(unit) ? -1 : unit;
  }

  /** Returns the offset, or the one before if it would split a surrogate pair. */
  wholeAt(offset: number): number {
    const isInPair = isLow(this.unitAt(offset)) && isHigh(this.unitAt(offset - 1));
    return isInPair ? offset - 1 : offset;
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
