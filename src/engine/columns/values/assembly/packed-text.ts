/**
 * Packs texts of few distinct characters in four bits each. ../packed-text.ts describes the format and reads it.
 */
import { copy, putVarint, take } from '../../../../kernel/assembly/room';

/** Shorter texts are stored unpacked. */
const PACKED_MIN: u32 = 3;
const FORMS: u32 = 3;
const NO_DIGIT: u8 = 255;

/** For each form, a table of 256 bytes: the digit of each character. */
let digitsAt: usize = 0;

/** Makes the tables. Each alphabet has up to 16 characters, in order of their digits. */
export function layAlphabets(): usize {
  digitsAt = take((<usize>FORMS) << 8);
  memory.fill(digitsAt, NO_DIGIT, (<usize>FORMS) << 8);
  return digitsAt;
}

/** Returns the maximum size of a packed text of this many bytes. */
export function packedMax(bytes: u32): usize {
  return <usize>bytes + 10;
}

/** Packs a text. Returns its end. */
export function putPacked(at: usize, text: usize, bytes: u32): usize {
  const form = formOf(text, bytes);
  let to = putVarint(at, ((<u64>bytes) << 2) + form);
  if (form === 0) {
    copy(to, text, <usize>bytes);
    return to + <usize>bytes;
  }
  const digits = digitsAt + ((<usize>(form - 1)) << 8);
  for (let i: u32 = 0; i < bytes; i += 2) {
    const low = load<u8>(digits + <usize>load<u8>(text + <usize>i));
    const high = i + 1 < bytes ? load<u8>(digits + <usize>load<u8>(text + <usize>i, 1)) : 0;
    store<u8>(to++, low | (high << 4));
  }
  return to;
}

function formOf(text: usize, bytes: u32): u32 {
  if (bytes < PACKED_MIN) return 0;
  for (let form: u32 = 1; form <= FORMS; form++) {
    const digits = digitsAt + ((<usize>(form - 1)) << 8);
    let i: u32 = 0;
    while (i < bytes && load<u8>(digits + <usize>load<u8>(text + <usize>i)) !== NO_DIGIT) i++;
    if (i === bytes) return form;
  }
  return 0;
}
