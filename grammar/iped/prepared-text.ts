/**
 * What IPED's web API does to the text of a query before it is parsed: `/` is escaped, a blank text means all items, `* `
 * at the start means `*:* `, and everything is folded to ASCII. Offsets in the result map back to the text as written.
 */
import { asciiOf } from './ascii-folding.ts';

export interface PreparedText {
  /** What the lexer reads. */
  readonly text: string;
  /** The offset in the text as written of an offset in `text`. */
  originalOffset(offset: number): number;
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
  return { text, originalOffset: (offset) => originalOffset(written, offset) };
}

/** What stands for one unit of the written text, or null if it stays. */
function replacementAt(written: string, offset: number): string | null {
  const unit = written.charCodeAt(offset);
  if (unit === 0x2f) return '\\/';
  if (unit === 0x2a && offset === 0 && written.startsWith('* ')) return '*:*';
  return asciiOf(unit);
}

/** Only errors ask, so nothing is kept for it. */
function originalOffset(written: string, offset: number): number {
  let at = 0;
  for (let i = 0; i < written.length; i++) {
    at += replacementAt(written, i)?.length ?? 1;
    if (at > offset) return i;
  }
  return written.length;
}
