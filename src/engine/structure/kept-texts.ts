/** Texts by number, in a temporary file: written sequentially, read in any order. Memory: 8 bytes per text. */
import { closeSync, openSync } from 'node:fs';
import { PagedBytes, type PageFile, type PageLocation, readFully } from '../store/page-file.ts';

const FIRST_TEXTS = 1024;
/** Maximum bytes of UTF-8 per unit. */
const UNIT_BYTES = 3;

export class KeptTexts {
  readonly #bytes: PagedBytes;
  #text = Buffer.alloc(1024);
  /** The end of each text. */
  #ends = new Float64Array(FIRST_TEXTS);
  count = 0;

  constructor(pages: PageFile) {
    this.#bytes = new PagedBytes(pages);
  }

  /** Keeps the next text. */
  add(text: string): void {
    if (UNIT_BYTES * text.length > this.#text.length) this.#text = Buffer.alloc(2 * UNIT_BYTES * text.length);
    this.#bytes.copy(this.#text, 0, this.#text.write(text));
    if (this.count === this.#ends.length) {
      const ends = new Float64Array(2 * this.count);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.count++] = this.#bytes.length;
  }

  /** Opens the texts for reading, after the last one was added. */
  open(): TextsByNumber {
    return new TextsByNumber(this.#bytes.location(), this.#ends);
  }
}

/** Keeps the file open until it is closed. Keeps a page in memory if consecutive texts are on it. */
export class TextsByNumber {
  readonly #location: PageLocation;
  readonly #ends: Float64Array;
  readonly #file: number | null;
  /** The page of the last text, and its bytes once they are in memory. */
  #lastPage = -1;
  #held = -1;
  #bytes = new Uint8Array(0);

  constructor(location: PageLocation, ends: Float64Array) {
    this.#location = location;
    this.#ends = ends;
    this.#file = location.pages.length > 0 ? openSync(location.path, 'r') : null;
  }

  text(number: number): string {
    const start = number === 0 ? 0 : this.#ends[number - 1]!;
    const bytes = Buffer.alloc(this.#ends[number]! - start);
    const { pageBytes } = this.#location;
    for (let at = 0; at < bytes.length; ) {
      const page = Math.floor((start + at) / pageBytes);
      const within = start + at - page * pageBytes;
      const count = Math.min(bytes.length - at, pageBytes - within);
      const part = bytes.subarray(at, at + count);
      this.#read(page, within, part);
      at += count;
    }
    return bytes.toString();
  }

  #read(page: number, within: number, into: Uint8Array): void {
    const { pages, pageBytes, tail } = this.#location;
    if (page === pages.length) {
      into.set(tail.subarray(within, within + into.length));
      return;
    }
    const start = pages[page]! * pageBytes;
    if (page === this.#lastPage && page !== this.#held) {
      if (this.#held < 0) this.#bytes = new Uint8Array(pageBytes);
      readFully(this.#file!, this.#bytes, start);
      this.#held = page;
    }
    this.#lastPage = page;
    if (page === this.#held) into.set(this.#bytes.subarray(within, within + into.length));
    else readFully(this.#file!, into, start + within);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
