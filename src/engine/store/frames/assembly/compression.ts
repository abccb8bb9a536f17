/**
 * Compresses frames in Brotli's format (RFC 7932), for speed: one code for all literals, fitted to them, and fixed codes for
 * commands and distances. A frame that does not get smaller is stored uncompressed.
 */
import { BITS, findCopies, input, LITERALS, room, SYMBOLS } from './copies';
import { fit, makeWords } from './fitted-codes';
import { makeFixedCodes, putFixedCodes } from './fixed-codes';
import { beginBits, end, heldBits, heldCount, put, setBits } from './frame-bits';
import { putCode } from './written-codes';

export { input, room };
export const output: usize = 290816;

const LITERAL_SYMBOLS: u32 = 256;
/** Maximum bits of a word. Longer words would be few, and would make the tables of expanders large. */
const LITERAL_BITS_MAX: u32 = 11;
/** Overhead of an uncompressed frame. */
const COPIED_BYTES: u32 = 4;

makeFixedCodes();

/** Compresses `length` bytes at `input` to `output`. Returns the compressed length. */
export function compress(length: u32): u32 {
  if (length === 0) return emptyFrame();
  const symbolsEnd = findCopies(length);
  beginBits(output);
  // Header: a window of 64 KiB; the last part, of `length` bytes; one block type each, no direct distances, one code each.
  put(0b00010 | ((<u64>(length - 1)) << 5), 5 + 16 + 13);
  fit(LITERALS, LITERAL_SYMBOLS, LITERAL_BITS_MAX);
  makeWords(BITS);
  putCode();
  putFixedCodes();
  putSymbols(symbolsEnd);
  const bytes = <u32>(end - output) + (heldCount() > 0 ? 1 : 0);
  return bytes < length + COPIED_BYTES ? bytes : copyFrame(length);
}

function emptyFrame(): u32 {
  store<u8>(output, 0b110);
  return 1;
}

/** Writes one uncompressed part, and an empty one. */
function copyFrame(length: u32): u32 {
  store<u32>(output, ((<u32>1) << 20) | ((length - 1) << 4));
  memory.copy(output + 3, input, length);
  store<u8>(output + 3 + length, 0b11);
  return length + COPIED_BYTES;
}

/** Two symbols at a time. Their bits, at most 54, are appended to those of the incomplete byte. */
function putSymbols(stop: usize): void {
  let bits = heldBits();
  let count = heldCount();
  let to = end;
  for (let at = SYMBOLS; at < stop; at += 4) {
    const one = load<u64>(BITS + ((<usize>load<u16>(at)) << 3));
    const other = load<u64>(BITS + ((<usize>load<u16>(at, 2)) << 3));
    bits |= ((one >> 6) | ((other >> 6) << one)) << count;
    count += (one & 63) + (other & 63);
    store<u64>(to, bits);
    to += <usize>(count >> 3);
    bits >>= count & 56;
    count &= 7;
  }
  setBits(bits, count, to);
}
