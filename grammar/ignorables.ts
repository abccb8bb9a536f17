/**
 * Invisible characters in pasted text: soft hyphens, zero-width characters, marks of direction. Outside quotes they have no
 * meaning in the language, so the lexer reads a text without them. Offsets of its tokens are then mapped back to the text as
 * written.
 */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const IGNORABLES = /\p{Default_Ignorable_Code_Point}+/gu;

export function hasIgnorables(text: string): boolean {
  return IGNORABLE.test(text);
}

/** A text without its ignorable characters, and the original offset of each unit. */
export class VisibleText {
  readonly text: string;
  readonly written: string;
  /** Indexed by offset in `text`, including the end: the offset in `written`. */
  readonly #offsets: Int32Array;

  constructor(written: string) {
    const offsets = new Int32Array(written.length + 1);
    let text = '';
    let from = 0;
    const keep = (to: number): void => {
      for (let offset = from; offset < to; offset++) offsets[text.length + offset - from] = offset;
      text += written.slice(from, to);
    };
    for (const { 0: ignored, index } of written.matchAll(IGNORABLES)) {
      keep(index);
      from = index + ignored.length;
    }
    keep(written.length);
    offsets[text.length] = written.length;
    this.text = text;
    this.written = written;
    this.#offsets = offsets.subarray(0, text.length + 1);
  }

  /** Returns the offset in `written` of an offset in `text`. */
  writtenOffset(offset: number): number {
    return this.#offsets[offset]!;
  }

  /** Returns the offset in `text` of the first unit that is at or after an offset in `written`. */
  visibleOffset(written: number): number {
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offsets[middle]! < written) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
