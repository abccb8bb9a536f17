/**
 * Finds repeated bytes in a frame. If five bytes equal those at an address in a small hash table, the longest match from there
 * is copied. The frame becomes a list of symbols in writing order. A literal is its own symbol. Other numbers index a table of
 * bits, which already holds commands and distances. The symbols are therefore written without a branch on their kind, which no
 * processor could predict.
 */
import { COPIED_MAX, commandOf, distanceOf, INSERTED_MAX, lastDistance, longCommandOf } from './fixed-codes';

/** The input, 64 KiB. The low 16 bits of an address are the offset in the frame. A few bytes read past it are ignored. */
export const input: usize = 65536;
export const room: u32 = 1 << 14;
/** Indexed by hash of five bytes: their last address. Unused slots hold the first address, which is compared like any other. */
const SLOTS: usize = 16384;
const SLOTS_BITS: u64 = 12;
/** Indexed by literal: its number of insertions, 4 bytes each. */
export const LITERALS: usize = 32768;
/** The symbols, 2 bytes each. */
export const SYMBOLS: usize = 131072;
/** Indexed by symbol, those of literals first, 8 bytes each: the number of bits (6 bits), and the bits. */
export const BITS: usize = 184320;
const LITERAL_SYMBOLS: usize = 256;

/** Multiplier that spreads five bytes, in the highest bits. */
const SPREAD: u64 = 0xb185ebca87;
/** Bytes read at once. With fewer left, no match is searched. */
const WORD: usize = 8;
/** Maximum length of a copy after very many literals. */
const SHORT: usize = 9;
/** Minimum length of a copy. */
const LEAST: usize = 5;
/** Two symbols, each one more than the previous one. */
const BOTH: u32 = 0x10001;

/** The end of the table of bits. */
let bitsTo: usize = 0;

/** Finds the symbols of at least one byte. Returns their end, which is followed by a symbol without bits. */
export function findCopies(length: u32): usize {
  const stop = input + length;
  memory.fill(SLOTS, 0, 2 << (<usize>SLOTS_BITS));
  memory.fill(LITERALS, 0, 1024);
  bitsTo = BITS + (LITERAL_SYMBOLS << 3);
  let last: usize = 0;
  let from = input;
  const lastWord = stop - WORD;
  let out = putLiteral(putSymbol(SYMBOLS), load<u8>(input));
  let at = input + 1;
  while (at <= lastWord) {
    const word = load<u64>(at);
    const slot = slotOf(word);
    const before = input | <usize>load<u16>(slot);
    store<u16>(slot, <u16>at);
    if ((word ^ load<u64>(before)) << 24 !== 0) {
      out = putLiteral(out, <u32>word & 255);
      at++;
      continue;
    }
    const copied = min(stop, endOfCopy(at, at - before, stop));
    const distance = at - before;
    out = putCopy(out, at - from, copied - at, distance, distance === last);
    last = distance;
    // Remembers some addresses within the match. Their number does not depend on the length, so the processor need not predict
    // it.
    remember(at + 2);
    remember(at + 4);
    remember(copied - 2);
    remember(copied - 1);
    from = copied;
    at = copied;
  }
  while (at < stop) out = putLiteral(out, load<u8>(at++));
  if (from === stop) out -= 2;
  // The length of the copy after the last literals does not count.
  else putBits(longCommandOf(stop - from, LEAST));
  putSymbol(out);
  putBits(0);
  return out;
}

/** Adds the bits of a command, the symbol of its distance, and that of the next command. */
function putCopy(out: usize, inserted: usize, copied: usize, distance: usize, isLast: bool): usize {
  if (inserted > INSERTED_MAX || copied > COPIED_MAX) return putLong(out, inserted, copied, distance);
  putBits(commandOf(inserted, copied));
  putBits(isLast ? lastDistance() : distanceOf(distance));
  store<u32>(out, (<u32>(bitsTo - BITS) >> 3) * BOTH - 1);
  return out + 4;
}

/** Handles many inserted or copied bytes. If one command cannot copy all of them, further commands copy the rest. */
function putLong(out: usize, inserted: usize, copied: usize, distance: usize): usize {
  const most = inserted === 0 ? copied : inserted > INSERTED_MAX ? SHORT : COPIED_MAX;
  const first = copied <= most ? copied : most + 1 - LEAST;
  putBits(longCommandOf(inserted, first));
  putBits(distanceOf(distance));
  store<u32>(out, (<u32>(bitsTo - BITS) >> 3) * BOTH - 1);
  return first === copied ? out + 4 : putCopy(out + 4, 0, copied - first, distance, true);
}

function putBits(bits: u64): void {
  store<u64>(bitsTo, bits);
  bitsTo += 8;
}

function putSymbol(out: usize): usize {
  store<u16>(out, <u16>((bitsTo - BITS) >> 3));
  return out + 2;
}

function putLiteral(out: usize, literal: u32): usize {
  store<u16>(out, <u16>literal);
  const count = LITERALS + ((<usize>literal) << 2);
  store<u32>(count, load<u32>(count) + 1);
  return out + 2;
}

/** Records an address as the last one with its five bytes. */
function remember(at: usize): void {
  store<u16>(slotOf(load<u64>(at)), <u16>at);
}

function slotOf(word: u64): usize {
  return SLOTS + ((<usize>(((word << 24) * SPREAD) >> (64 - SLOTS_BITS))) << 1);
}

function endOfCopy(from: usize, distance: usize, stop: usize): usize {
  let at = from;
  do {
    const others = ~i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(at - distance))) & 0xffff;
    if (others !== 0) return at + <usize>ctz(others);
    at += 16;
  } while (at < stop);
  return at;
}
