/**
 * Packs texts with few distinct characters into four bits per character. Examples are hexadecimal hashes, dates and
 * numbers. Columns contain many of these.
 *
 *   text := characters * 4 + form, form 0: UTF-8; 1, 2, 3: a digit of the alphabet each, two a byte, the first in the low bits
 */
import type { StreamVarints } from './stream-varints.ts';

/** Alphabets of the packed forms. assembly/packed-text.ts writes them. */
export const ALPHABETS = ['0123456789abcdef', '0123456789ABCDEF', '0123456789-:T.Z+'] as const;

const BYTES = ALPHABETS.map((alphabet) => Uint8Array.from(alphabet, (character) => character.charCodeAt(0)));

/** Appends a text to `to`, which holds `start` bytes. Returns a larger array if there is not enough room. */
export function readPacked(
  numbers: StreamVarints,
  to: Uint8Array,
  start: number,
  most: number,
): { readonly bytes: Uint8Array; readonly end: number } {
  const head = numbers.varint();
  const form = head % 4;
  const end = start + Math.floor(head / 4);
  if (end - start > 2 * most) throw new RangeError('a text is longer than its column');
  let bytes = to;
  if (end > bytes.length) {
    bytes = new Uint8Array(end * 2);
    bytes.set(to.subarray(0, start));
  }
  if (form === 0) numbers.copy(bytes, start, end);
  else {
    const characters = BYTES[form - 1]!;
    for (let i = start; i < end; i += 2) {
      const pair = numbers.byte();
      bytes[i] = characters[pair & 15]!;
      if (i + 1 < end) bytes[i + 1] = characters[pair >> 4]!;
    }
  }
  return { bytes, end };
}
