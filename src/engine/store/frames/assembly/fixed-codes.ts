/**
 * The codes of commands and of distances (RFC 7932, sections 4 and 5). They are equal for all frames, so an expander of several
 * frames makes their tables once. The lengths of their words were fitted to the commands and distances of 1,500 frames of texts
 * and items in nine languages. They minimize the total bits, including the description of the codes in each frame. That is why
 * many lengths are equal.
 */
import { LENGTHS, makeWords, setLengths } from './fitted-codes';
import { beginBits, end, heldCount, put } from './frame-bits';
import { putCode } from './written-codes';

/** Run-length encoding: number of symbols and length of their words, alternating. */
const COMMAND_LENGTHS = memory.data<u16>([
  131, 0, 1, 3, 4, 5, 3, 0, 1, 5, 4, 7, 3, 0, 5, 7, 3, 0, 5, 7, 3, 0, 5, 7, 3, 0, 5, 7, 3, 0, 1, 6, 4, 7, 3, 0, 5, 7, 6,
  6, 61, 9, 1, 6, 4, 7, 3, 0, 5, 7, 3, 0, 4, 7, 3, 9, 2, 10, 220, 11, 200, 0,
]);
const DISTANCE_LENGTHS = memory.data<u16>([1, 6, 15, 0, 6, 6, 1, 5, 12, 4, 7, 6, 22, 0]);
const COMMAND_SYMBOLS: u32 = 704;
const DISTANCE_SYMBOLS: u32 = 64;

/** Indexed by length code: the least length, and the number of extra bits. */
const INSERT_BASE = memory.data<u16>([
  0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 322, 578, 1090, 2114, 6210, 22594,
]);
const INSERT_EXTRA = memory.data<u8>([0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24]);
const COPY_BASE = memory.data<u16>([
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30, 38, 54, 70, 102, 134, 198, 326, 582, 1094, 2118,
]);
const COPY_EXTRA = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24]);
const LENGTH_CODES: usize = 24;
/** For each pair of eight insert codes and eight copy codes: its place among the symbols with a distance, 64 each. */
const PARTS = memory.data<u8>([2, 3, 6, 4, 5, 8, 7, 9, 10]);

/**
 * Indexed by length, up to these: the offset of its code in the table of words, the number of extra bits (from bit 12), and
 * these bits (from bit 17).
 */
export const INSERTED_MAX: usize = 129;
export const COPIED_MAX: usize = 69;
const INSERTS: usize = 98304;
const COPIES: usize = 99328;
/** Words, by insert code and copy code, and by distance symbol. */
const COMMAND_WORDS: usize = 102400;
const DISTANCE_WORDS: usize = 107520;
/** Words by command symbol, then the bits of both codes. */
const SYMBOL_WORDS: usize = 108544;
const HEADER: usize = 114688;
let headerBits: usize = 0;

export function makeFixedCodes(): void {
  beginBits(HEADER);
  makeCode(COMMAND_LENGTHS, COMMAND_SYMBOLS, SYMBOL_WORDS);
  makeCode(DISTANCE_LENGTHS, DISTANCE_SYMBOLS, DISTANCE_WORDS);
  headerBits = ((end - HEADER) << 3) + <usize>heldCount();
  for (let insert: usize = 0; insert < LENGTH_CODES; insert++) {
    for (let copy: usize = 0; copy < LENGTH_CODES; copy++) {
      const part: usize = load<u8>(PARTS + 3 * (insert >> 3) + (copy >> 3));
      const symbol = (part << 6) | ((insert & 7) << 3) | (copy & 7);
      store<u64>(COMMAND_WORDS + ((insert * LENGTH_CODES + copy) << 3), load<u64>(SYMBOL_WORDS + (symbol << 3)));
    }
  }
  for (let length: usize = 0; length <= INSERTED_MAX; length++) {
    store<u32>(INSERTS + (length << 2), entryIn(INSERT_BASE, INSERT_EXTRA, LENGTH_CODES << 3, length));
  }
  for (let length: usize = 2; length <= COPIED_MAX; length++) {
    store<u32>(COPIES + (length << 2), entryIn(COPY_BASE, COPY_EXTRA, 8, length));
  }
}

function entryIn(bases: usize, extras: usize, stride: usize, length: usize): u32 {
  const code = codeIn(bases, <u32>length);
  return <u32>(
    ((code * stride) | ((<usize>load<u8>(extras + code)) << 12) | ((length - load<u16>(bases + (code << 1))) << 17))
  );
}

function makeCode(lengths: usize, alphabet: u32, words: usize): void {
  let symbol: usize = 0;
  for (let at = lengths; symbol < <usize>alphabet; at += 4) {
    const count: usize = load<u16>(at);
    memory.fill(LENGTHS + symbol, <u8>load<u16>(at, 2), count);
    symbol += count;
  }
  setLengths(alphabet);
  makeWords(words);
  putCode();
}

function codeIn(bases: usize, length: u32): usize {
  let code = LENGTH_CODES - 1;
  while (code > 0 && <u32>load<u16>(bases + (code << 1)) > length) code--;
  return code;
}

/** Writes both codes. */
export function putFixedCodes(): void {
  const stop = HEADER + (headerBits >> 3);
  let at = HEADER;
  for (; at + 4 <= stop; at += 4) put(load<u32>(at), 32);
  for (; at < stop; at++) put(load<u8>(at), 8);
  put(load<u8>(at), headerBits & 7);
}

/**
 * Returns the number of bits of a command (6 bits), and the bits. Lengths are at most {@link INSERTED_MAX} and {@link
 * COPIED_MAX}.
 */
export function commandOf(inserted: usize, copied: usize): u64 {
  const insert = load<u32>(INSERTS + (inserted << 2));
  const copy = load<u32>(COPIES + (copied << 2));
  const inserting = (insert >> 12) & 31;
  const more = (insert >> 17) | ((copy >> 17) << inserting);
  return wordWith(COMMAND_WORDS + <usize>((insert + copy) & 0xfff), more, inserting + ((copy >> 12) & 31));
}

/** Like `commandOf`, for longer lengths that have a word. */
export function longCommandOf(inserted: usize, copied: usize): u64 {
  const insert = codeIn(INSERT_BASE, <u32>inserted);
  const copy = codeIn(COPY_BASE, <u32>copied);
  const inserting: u32 = load<u8>(INSERT_EXTRA + insert);
  const insertMore = <u32>inserted - load<u16>(INSERT_BASE + (insert << 1));
  const copyMore = <u32>copied - load<u16>(COPY_BASE + (copy << 1));
  const word = COMMAND_WORDS + ((insert * LENGTH_CODES + copy) << 3);
  return wordWith(word, insertMore | (copyMore << inserting), inserting + load<u8>(COPY_EXTRA + copy));
}

/** Like `commandOf`, for a distance. */
export function distanceOf(distance: usize): u64 {
  const sum = <u32>distance + 3;
  const bits = 30 - clz(sum);
  const symbol = <usize>(14 + (bits << 1) + ((sum >> bits) & 1));
  return wordWith(DISTANCE_WORDS + (symbol << 3), sum & ((1 << bits) - 1), bits);
}

/** Returns the code that repeats the last distance. */
export function lastDistance(): u64 {
  return load<u64>(DISTANCE_WORDS);
}

/** Returns a word followed by `more`, of `bits` bits. */
function wordWith(at: usize, more: u32, bits: u32): u64 {
  const word = load<u64>(at);
  return (word + <u64>bits) | ((<u64>more) << ((word & 63) + 6));
}
