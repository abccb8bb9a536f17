/**
 * Expands frames of stored bytes, as far as needed. They are in Brotli's format (RFC 7932). This supports the subset that our
 * writer (compression.ts) and the fastest of the library's encoders produce: one code each for literals, commands and
 * distances, and no dictionary words. For everything else ../frame-expander.ts calls the library.
 */
import { at, held, hold, lengthOf, nextWord, readCode, setBits, sortedSymbol, symbols, take } from './prefix-codes';

/** Tables indexed by the next bits, which give a literal, a command, or a distance. */
const LITERALS: usize = 16384;
const COMMANDS: usize = 81920;
const DISTANCES: usize = 344064;
/** The input, with space after it for the bits of a last command; and the output, which copies may exceed a little. */
export const input: usize = 475136;
export const output: usize = 671744;
/** Maximum bytes of the input, and of the output. */
export const room: u32 = 1 << 16;

const LITERAL_SYMBOLS: u32 = 256;
const COMMAND_SYMBOLS: u32 = 704;
const DISTANCE_SYMBOLS: u32 = 64;
/** Bits available after each refill. */
const HELD_MIN: u32 = 56;
/** Maximum extra bits of distances. */
const DISTANCE_EXTRA_MAX: u32 = 15;

/**
 * Indexed by part of the alphabet of commands, 64 each: the first insert and copy codes, and whether it repeats the last
 * distance.
 */
const INSERT_FIRST = memory.data<u8>([0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16]);
const COPY_FIRST = memory.data<u8>([0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16]);
/** Number of parts that repeat it. */
const REPEATING: usize = 2;
/** Indexed by length code: the least length, and the number of extra bits. */
const INSERT_BASE = memory.data<u16>([
  0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 322, 578, 1090, 2114, 6210, 22594,
]);
const INSERT_EXTRA = memory.data<u8>([0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24]);
const COPY_BASE = memory.data<u16>([
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30, 38, 54, 70, 102, 134, 198, 326, 582, 1094, 2118,
]);
const COPY_EXTRA = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24]);

/** The length of the longest word of each code. */
let literalBits: u32 = 0;
let commandBits: u32 = 0;
let distanceBits: u32 = 0;
/** The last four distances, the last one first. */
let last: usize = 4;
let second: usize = 11;
let third: usize = 15;
let fourth: usize = 16;
/** The encoded form of the codes of commands and distances that have tables, and its number of bits; 0 if none have. */
const KNOWN = memory.data(8 * 24);
const WORD_BITS: usize = 56;
const WORD_MASK: u64 = ((<u64>1) << WORD_BITS) - 1;
const KNOWN_BITS_MAX: usize = 24 * WORD_BITS;
let knownBits: usize = 0;
/** The address of the next byte. */
let to: usize = 0;

/**
 * Expands `length` bytes at `input` to `output`, until at least `needed` bytes are there. Returns their number, or -1 for an
 * unsupported frame. The expanded frame has `whole` bytes. If all are needed, the input must end there.
 */
export function expand(length: u32, needed: u32, whole: u32): i32 {
  setBits(0, 0, input);
  last = 4;
  second = 11;
  third = 15;
  fourth = 16;
  to = output;
  if (!readWindow()) return -1;
  const enough = needed < whole ? output + needed : usize.MAX_VALUE;
  for (let isLast = false; !isLast && to < enough; ) {
    isLast = take(1) === 1;
    if (isLast && take(1) === 1) break;
    if (!expandPart(isLast, whole, enough)) return -1;
  }
  const isWithin = at - <usize>(held >> 3) <= input + length;
  const done = <u32>(to - output);
  return isWithin && (done === whole || (needed < whole && done >= needed)) ? <i32>done : -1;
}

/** Reads the window size. It does not matter, because no frame is longer than the smallest supported window. */
function readWindow(): bool {
  if (take(1) === 0) return true;
  return take(3) > 0;
}

/** Expands a part, which has its own codes. */
function expandPart(isLast: bool, whole: u32, enough: usize): bool {
  const nibbles = take(2) + 4;
  if (nibbles > 6) return false;
  const size = take(4 * nibbles) + 1;
  if (size > whole - <u32>(to - output)) return false;
  const end = to + size;
  if (!isLast && take(1) === 1) return copyPart(size);
  // Requires one block type each, no postfix bits and no direct distances. Any contexts are allowed, because all have one code.
  if (take(3) !== 0 || take(6) !== 0) return false;
  take(2);
  if (take(2) !== 0) return false;
  if (!readCode(LITERAL_SYMBOLS)) return false;
  makeLiterals();
  return (skipKnown() || readCommands()) && expandCommands(end, enough);
}

/** Skips the codes of commands and distances if they already have tables, as in most frames. */
function skipKnown(): bool {
  if (knownBits === 0) return false;
  const begin = (at << 3) - <usize>held;
  for (let bit: usize = 0; bit < knownBits; bit += WORD_BITS) {
    const more = knownBits - bit;
    const mask = more < WORD_BITS ? ((<u64>1) << more) - 1 : WORD_MASK;
    if (((bitsAt(begin + bit) ^ load<u64>(KNOWN + ((bit / WORD_BITS) << 3))) & mask) !== 0) return false;
  }
  const end = begin + knownBits;
  setBits(0, 0, end >> 3);
  take(<u32>(end & 7));
  return true;
}

/** Reads these codes, makes tables, and keeps their encoded form. */
function readCommands(): bool {
  const begin = (at << 3) - <usize>held;
  knownBits = 0;
  if (!readCode(COMMAND_SYMBOLS)) return false;
  makeCommands();
  if (!readCode(DISTANCE_SYMBOLS)) return false;
  makeDistances();
  const bits = (at << 3) - <usize>held - begin;
  if (bits > KNOWN_BITS_MAX) return true;
  for (let bit: usize = 0; bit < bits; bit += WORD_BITS) {
    store<u64>(KNOWN + ((bit / WORD_BITS) << 3), bitsAt(begin + bit));
  }
  knownBits = bits;
  return true;
}

/** Compares as many bits as a word has, at any bit offset. */
function bitsAt(bit: usize): u64 {
  return (load<u64>(bit >> 3) >> (<u64>bit & 7)) & WORD_MASK;
}

/** Copies uncompressed bytes, from a byte boundary on. */
function copyPart(size: u32): bool {
  const from = at - <usize>(held >> 3);
  if (from + size > input + room) return false;
  memory.copy(to, from, size);
  to += size;
  setBits(0, 0, from + size);
  return true;
}

/** Doubles a table for code words of one more bit. Entries of shorter words hold for both values of that bit. */
function doubled(table: usize, bytes: usize): usize {
  memory.copy(table + bytes, table, bytes);
  return bytes << 1;
}

/** An entry for a literal: the length of its word, in the bits that shifts use, and the literal (from bit 8). */
function makeLiterals(): void {
  let bytes: usize = 2;
  let length: u32 = 0;
  let word: u32 = 0;
  for (let n: u32 = 0; n < symbols; n++) {
    const symbol = sortedSymbol(n);
    const own: u32 = symbols === 1 ? 0 : lengthOf(symbol);
    for (; length < own; length++) bytes = doubled(LITERALS, bytes);
    store<u16>(LITERALS + ((<usize>word) << 1), <u16>((symbol << 8) | own));
    if (own > 0) word = nextWord(word, own);
  }
  literalBits = length;
}

/**
 * An entry for a command. Bits 0 to 5, which shifts use directly: the length of the word with its extra bits. From bit 6:
 * whether it repeats the last distance. From 8: the length of the word. From 16 and 32: the least lengths to insert and to
 * copy. From 48 and 53: their numbers of extra bits. From 58: the number of bits before the extra bits of the copy.
 */
function makeCommands(): void {
  let bytes: usize = 8;
  let length: u32 = 0;
  let word: u32 = 0;
  for (let n: u32 = 0; n < symbols; n++) {
    const symbol = sortedSymbol(n);
    const own: u32 = symbols === 1 ? 0 : lengthOf(symbol);
    for (; length < own; length++) bytes = doubled(COMMANDS, bytes);
    store<u64>(COMMANDS + ((<usize>word) << 3), commandOf(symbol, own));
    if (own > 0) word = nextWord(word, own);
  }
  commandBits = length;
}

function commandOf(symbol: u32, bits: u32): u64 {
  const part = <usize>(symbol >> 6);
  const insert = <usize>load<u8>(INSERT_FIRST + part) + <usize>((symbol >> 3) & 7);
  const copy = <usize>load<u8>(COPY_FIRST + part) + <usize>(symbol & 7);
  const inserting: u32 = load<u8>(INSERT_EXTRA + insert);
  const copying: u32 = load<u8>(COPY_EXTRA + copy);
  return (
    <u64>(bits + inserting + copying) |
    ((<u64>(part < REPEATING ? 1 : 0)) << 6) |
    ((<u64>bits) << 8) |
    ((<u64>load<u16>(INSERT_BASE + (insert << 1))) << 16) |
    ((<u64>load<u16>(COPY_BASE + (copy << 1))) << 32) |
    ((<u64>inserting) << 48) |
    ((<u64>copying) << 53) |
    ((<u64>(bits + inserting)) << 58)
  );
}

/**
 * An entry for a distance. The bits that shifts use have the length of the word with its extra bits. From bit 6: the length of
 * the word. From 10: the number of extra bits. From 15: the least distance or, without extra bits, which of the last distances.
 */
function makeDistances(): void {
  let bytes: usize = 4;
  let length: u32 = 0;
  let word: u32 = 0;
  for (let n: u32 = 0; n < symbols; n++) {
    const symbol = sortedSymbol(n);
    const own: u32 = symbols === 1 ? 0 : lengthOf(symbol);
    for (; length < own; length++) bytes = doubled(DISTANCES, bytes);
    const extra: u32 = symbol < 16 ? 0 : min(DISTANCE_EXTRA_MAX + 1, 1 + ((symbol - 16) >> 1));
    const least: u32 = symbol < 16 ? symbol : ((2 + (symbol & 1)) << extra) - 3;
    store<u32>(DISTANCES + ((<usize>word) << 2), (own + extra) | (own << 6) | (extra << 10) | (least << 15));
    if (own > 0) word = nextWord(word, own);
  }
  distanceBits = length;
}

/** Returns one of the last distances, or one near it; 0 if it is invalid. */
function nearby(code: u32): usize {
  if (code < 4) return code === 0 ? last : code === 1 ? second : code === 2 ? third : fourth;
  const own = code < 10 ? last : second;
  const away = <usize>(1 + ((code - (code < 10 ? 4 : 10)) >> 1));
  return (code & 1) === 1 ? own + away : own > away ? own - away : 0;
}

function remember(distance: usize): void {
  fourth = third;
  third = second;
  second = last;
  last = distance;
}

function copyBack(from: usize, distance: usize, stop: usize): void {
  let out = from;
  if (distance >= 16) {
    do {
      v128.store(out, v128.load(out - distance));
      out += 16;
    } while (out < stop);
  } else for (; out < stop; out++) store<u8>(out, load<u8>(out - distance));
}

/** Runs commands until the part ends or there is enough output. Each refill leaves at least 56 bits. */
function expandCommands(end: usize, enough: usize): bool {
  let bits = hold;
  let count = held;
  let from = at;
  let out = to;
  const literalMask = ((<usize>1) << literalBits) - 1;
  const commandMask = ((<usize>1) << commandBits) - 1;
  const distanceMask = ((<usize>1) << distanceBits) - 1;
  const literalsAtOnce = <usize>HELD_MIN / <usize>max<u32>(1, literalBits);
  const inputEnd = input + room;
  while (out < enough) {
    if (from > inputEnd) return false;
    bits |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    const command = load<u64>(COMMANDS + ((<usize>bits & commandMask) << 3));
    const low = <u32>command;
    const high = <u32>(command >> 32);
    let insert = <usize>(low >> 16) + (<usize>(bits >> ((low >> 8) & 31)) & (((<usize>1) << ((high >> 16) & 31)) - 1));
    const copy = <usize>(high & 0xffff) + (<usize>(bits >> (high >> 26)) & (((<usize>1) << ((high >> 21) & 31)) - 1));
    bits >>= command;
    count -= low & 63;
    if (insert > end - out || (low & 63) > HELD_MIN) return false;
    while (insert > 0) {
      bits |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
      const some = min(insert, literalsAtOnce);
      insert -= some;
      const stop = out + some;
      do {
        const literal: u32 = load<u16>(LITERALS + ((<usize>bits & literalMask) << 1));
        bits >>= <u64>literal;
        count -= literal & 63;
        store<u8>(out++, <u8>(literal >> 8));
      } while (out < stop);
    }
    if (out === end) break;
    if ((low & 64) === 0) {
      bits |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
      const entry = load<u32>(DISTANCES + ((<usize>bits & distanceMask) << 2));
      const extra = (entry >> 10) & 31;
      if (extra > DISTANCE_EXTRA_MAX) return false;
      if (extra > 0)
        remember(<usize>(entry >> 15) + (<usize>(bits >> ((entry >> 6) & 15)) & (((<usize>1) << extra) - 1)));
      else if (entry >> 15 > 0) remember(nearby(entry >> 15));
      bits >>= <u64>entry;
      count -= entry & 63;
    }
    const distance = last;
    if (distance > out - output || distance === 0 || copy > end - out) return false;
    copyBack(out, distance, out + copy);
    out += copy;
    if (out === end) break;
  }
  to = out;
  setBits(bits, count, from);
  return true;
}
