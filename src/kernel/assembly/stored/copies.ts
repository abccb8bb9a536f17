/**
 * Finds what of a frame was there before: where five bytes are as at a place that a small table knows, as many as are alike are copied from there.
 * The frame becomes a list of symbols, in the order in which they are written: a literal is itself, and any other number is that of an entry
 * in a table of bits, where commands and distances have theirs already. So these are written without asking what comes next, which
 * no processor foresees.
 */
import { COPIED_MAX, commandOf, distanceOf, INSERTED_MAX, lastDistance, longCommandOf } from './fixed-codes';

/** 64 KiB, from where the low 16 bits of an address are a place in the frame. Few bytes behind it are read and do not count. */
export const input: usize = 65536;
export const room: u32 = 1 << 14;
/** By hash of five bytes: where they came last. Where none were, the first place, which is compared as any other. */
const SLOTS: usize = 16384;
const SLOTS_BITS: u64 = 12;
/** By literal, how often it is inserted, 4 bytes each. */
export const LITERALS: usize = 32768;
/** 2 bytes each. */
export const SYMBOLS: usize = 131072;
/** By symbol, 8 bytes each, those of literals first: how many bits (6 bits), and these. */
export const BITS: usize = 184320;
const LITERAL_SYMBOLS: usize = 256;

/** Spreads five bytes, which are its highest. */
const SPREAD: u64 = 0xb185ebca87;
/** Bytes that are read at once: no copy is looked for where fewer are left. */
const WORD: usize = 8;
/** No more are copied behind very many literals. */
const SHORT: usize = 9;
/** And no fewer than these. */
const LEAST: usize = 5;
/** Two symbols, each one more than the one before. */
const BOTH: u32 = 0x10001;

/** Behind the last entry of bits. */
let bitsTo: usize = 0;

/** Of one byte at least. Returns the end of the symbols; one that has no bits is behind. */
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
    // Some of the places within: how many does not depend on the length, so no processor has to foresee it.
    remember(at + 2);
    remember(at + 4);
    remember(copied - 2);
    remember(copied - 1);
    from = copied;
    at = copied;
  }
  while (at < stop) out = putLiteral(out, load<u8>(at++));
  if (from === stop) out -= 2;
  // What is copied behind the last literals does not count.
  else putBits(longCommandOf(stop - from, LEAST));
  putSymbol(out);
  putBits(0);
  return out;
}

/** The bits of a command, the symbol of its distance, and that of the next command. */
function putCopy(out: usize, inserted: usize, copied: usize, distance: usize, isLast: bool): usize {
  if (inserted > INSERTED_MAX || copied > COPIED_MAX) return putLong(out, inserted, copied, distance);
  putBits(commandOf(inserted, copied));
  putBits(isLast ? lastDistance() : distanceOf(distance));
  store<u32>(out, (<u32>(bitsTo - BITS) >> 3) * BOTH - 1);
  return out + 4;
}

/** Many are inserted or copied. Some are copied behind few literals, or none, by a command of their own. */
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

/** Notes that a place is the last one with these five bytes. */
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
