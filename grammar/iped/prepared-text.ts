/**
 * Prepares the text of a query as IPED's web API does before parsing: `/` is escaped, a blank text means all items, `* ` at the
 * start means `*:* `, and everything is folded to ASCII. Offsets in the result map back to the text as written.
 */
import { asciiOf } from './ascii-folding.ts';

export interface PreparedText {
  /** The input of the lexer. */
  readonly text: string;
  /** Returns the offset in the text as written of an offset in `text`. */
  readonly originalOffset: (offset: number) => number;
}

export function prepare(written: string): PreparedText {
  const parts: string[] = [];
  let copied = 0;
  for (let i = 0; i < written.length; i++) {
    const replacement = replacementAt(written, i);
    if (replacement === null) continue;
    parts.push(written.slice(copied, i), replacement);
    copied = i + 1;
  }
  const text = copied === 0 ? written : parts.join('') + written.slice(copied);
  return { text, originalOffset: copied === 0 ? (offset) => offset : offsetMap(written) };
}

/** Returns the replacement for one unit of the written text, or null if it stays. */
function replacementAt(written: string, offset: number): string | null {
  const unit = written.charCodeAt(offset);
  if (unit === 0x2f) return '\\/';
  if (unit === 0x2a && offset === 0 && written.startsWith('* ')) return '*:*';
  return asciiOf(unit);
}

/** Offsets are nearly always requested in ascending order, so each search continues from the previous one. */
function offsetMap(written: string): (offset: number) => number {
  let at = 0;
  let i = 0;
  return (offset) => {
    if (offset < at) {
      at = 0;
      i = 0;
    }
    while (i < written.length) {
      const width = replacementAt(written, i)?.length ?? 1;
      if (at + width > offset) return i;
      at += width;
      i++;
    }
    return written.length;
  };
}
