/**
 * Finds many texts in bytes at once: the Aho-Corasick automaton over UTF-8. It has a transition for every byte, so each byte
 * takes one lookup, however many texts there are.
 */

/** States have numbers of 16 bits. */
const STATES_MAX = 0xffff;

/** Maximum number of texts, and of bytes of each. They limit the table to 16 MiB. */
export const TEXTS_MAX = 1024;
export const TEXT_BYTES_MAX = 8;

export class TextFinder {
  /** The state after a byte: `table[(state << 8) | byte]`. State 0 is the start. */
  readonly table: Uint16Array;
  /** Indexed by state: the text that ends there, the longest if there are several, or -1. */
  readonly texts: Int16Array;
  /** Indexed by state: the next state whose text also ends there, or 0. */
  readonly further: Uint16Array;

  /** Takes distinct texts of 1 to {@link TEXT_BYTES_MAX} bytes each, at most {@link TEXTS_MAX}. */
  constructor(texts: readonly Uint8Array[]) {
    const most = Math.min(STATES_MAX, 1 + texts.reduce((sum, { length }) => sum + length, 0));
    this.table = new Uint16Array(most << 8);
    this.texts = new Int16Array(most).fill(-1);
    this.further = new Uint16Array(most);
    let count = 1;
    for (const [number, text] of texts.entries()) {
      let state = 0;
      for (const byte of text) {
        const at = (state << 8) | byte;
        if (this.table[at] === 0) this.table[at] = count++;
        state = this.table[at]!;
      }
      this.texts[state] = number;
    }
    this.#link(count);
  }

  /** Adds the failure transitions: a byte that continues no text of a state leads to the same state as from its longest suffix. */
  #link(count: number): void {
    const { table, texts, further } = this;
    const ends = new Uint16Array(count);
    const queue = [...table.subarray(0, 256)].filter((state) => state !== 0);
    for (let next = 0; next < queue.length; next++) {
      const state = queue[next]!;
      const end = ends[state]!;
      further[state] = texts[end]! >= 0 ? end : further[end]!;
      for (let byte = 0; byte < 256; byte++) {
        const at = (state << 8) | byte;
        const after = table[(end << 8) | byte]!;
        if (table[at] === 0) table[at] = after;
        else {
          ends[table[at]!] = after;
          queue.push(table[at]!);
        }
      }
    }
  }
}
