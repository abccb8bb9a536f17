/** The limit on the bytes of a query. */
import { overLimit } from '../errors.ts';
import { QUERY_BYTES_MAX } from '../limits.ts';

/** Throws QuerySyntaxError for a text over the limit. */
export function refuseTooLong(text: string): void {
  if (text.length <= QUERY_BYTES_MAX / 3) return;
  const position = unitsOfBytes(text, QUERY_BYTES_MAX);
  if (position === text.length) return;
  throw overLimit('tooLong', text, position, `a query has at most ${QUERY_BYTES_MAX} bytes`);
}

/** Returns how many UTF-16 units from the start of `text` take at most `bytes` bytes of UTF-8. Reads no further than that. */
function unitsOfBytes(text: string, bytes: number): number {
  let used = 0;
  for (let offset = 0; offset < text.length; ) {
    const codePoint = text.codePointAt(offset) as number;
    used += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
    if (used > bytes) return offset;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return text.length;
}
