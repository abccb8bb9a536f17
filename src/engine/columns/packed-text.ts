/**
 * Texts of few characters in four bits each: hashes in hexadecimal, dates and numbers. There is much of them in columns.
 *
 *   text := characters * 4 + form, form 0: UTF-8; 1, 2, 3: a digit of the alphabet each, two a byte, the first in the low bits
 */
import type { ByteWriter } from '../../codec/byte-writer.ts';
import type { StreamVarints } from './stream-varints.ts';

const ALPHABETS = ['0123456789abcdef', '0123456789ABCDEF', '0123456789-:T.Z+'] as const;

/** The digit of each byte in each alphabet, or -1. */
const DIGITS = ALPHABETS.map((alphabet) => Int8Array.from({ length: 256 }, (_, byte) => digitOf(alphabet, byte)));
const BYTES = ALPHABETS.map((alphabet) => Uint8Array.from(alphabet, (character) => character.charCodeAt(0)));

function digitOf(alphabet: string, byte: number): number {
  return alphabet.indexOf(String.fromCharCode(byte));
}

/** Shorter texts are as they are. */
const PACKED_MIN = 3;

export function writePacked(out: ByteWriter, bytes: Uint8Array, start: number, end: number): void {
  const form = formOf(bytes, start, end);
  out.varint((end - start) * 4 + form);
  if (form === 0) {
    out.copy(bytes, start, end);
    return;
  }
  const digits = DIGITS[form - 1]!;
  for (let i = start; i < end; i += 2) {
    out.u8(digits[bytes[i]!]! | (i + 1 < end ? digits[bytes[i + 1]!]! << 4 : 0));
  }
}

function formOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < PACKED_MIN) return 0;
  for (let form = 1; form <= ALPHABETS.length; form++) {
    const digits = DIGITS[form - 1]!;
    let i = start;
    while (i < end && digits[bytes[i]!]! >= 0) i++;
    if (i === end) return form;
  }
  return 0;
}

/** Appends a text to `to`, which holds `start` bytes; it may be another array afterwards, where there was no room. */
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
