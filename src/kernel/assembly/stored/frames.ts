/**
 * Expands frames of stored bytes, up to what is needed of one. They are in Brotli's format (RFC 7932), of which this knows what the quickest
 * of its encoders writes: one code for all literals, one for commands, one for distances, and no word of the dictionary. What else
 * there may be is not expanded here: ../../frame-expander.ts then asks the library.
 */
import {
  at,
  held,
  hold,
  lengthOf,
  longest,
  nextWord,
  readCode,
  setBits,
  sortedSymbol,
  symbols,
  take,
} from './prefix-codes';

/** Tables: by the bits that come next, a literal or two of them, a command, a distance. */
const PAIRS: usize = 8192;
const LITERALS: usize = 16384;
const COMMANDS: usize = 81920;
const DISTANCES: usize = 344064;
/** What is read, with room behind it for the bits of a last command, and what is written, which copies may go a little beyond. */
export const input: usize = 475136;
export const output: usize = 671744;
/** Bytes of either. */
export const bytesMax: u32 = 1 << 16;

const LITERAL_SYMBOLS: u32 = 256;
const COMMAND_SYMBOLS: u32 = 704;
const DISTANCE_SYMBOLS: u32 = 64;
/** Two literals are found at once by so many bits. */
const PAIR_BITS: u32 = 11;
/** Bits that are there after each look for more, and what they are enough for. */
const HELD_MIN: u32 = 56;
const PAIRS_AT_ONCE: u32 = 4;
/** Pairs are worth their table where so many bytes are to come. */
const PAIRED_MIN: u32 = 2048;
/** Distances have no more further bits, nor windows fewer. */
const DISTANCE_EXTRA_MAX: u32 = 15;
const WINDOW_BITS_MIN: u32 = 16;

/** By part of an alphabet of commands, 64 each: the codes of lengths that it begins with, and whether it repeats the last distance. */
const INSERT_FIRST = memory.data<u8>([0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16]);
const COPY_FIRST = memory.data<u8>([0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16]);
/** Parts that do. */
const REPEATING: usize = 2;
/** By code of a length: the least, and how many bits follow that add to it. */
const INSERT_BASE = memory.data<u16>([
  0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 322, 578, 1090, 2114, 6210, 22594,
]);
const INSERT_EXTRA = memory.data<u8>([0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24]);
const COPY_BASE = memory.data<u16>([
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30, 38, 54, 70, 102, 134, 198, 326, 582, 1094, 2118,
]);
const COPY_EXTRA = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24]);

/** Bits of the longest word of each code. */
let literalBits: u32 = 0;
let commandBits: u32 = 0;
let distanceBits: u32 = 0;
/** The last four distances, the last one first. */
let last: usize = 4;
let second: usize = 11;
let third: usize = 15;
let fourth: usize = 16;
/** Where the next byte goes. */
let to: usize = 0;

/**
 * Expands `length` bytes at `input` to `output`, until at least `needed` are there. Returns how many are, or -1 where this cannot. All are
 * `whole`: where as many are needed, these must be the end.
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

/** How far back a distance may lead: in no frame farther than the least that is taken here. */
function readWindow(): bool {
  if (take(1) === 0) return true;
  return take(3) > 0;
}

/** A part, which brings codes of its own. */
function expandPart(isLast: bool, whole: u32, enough: usize): bool {
  const nibbles = take(2) + 4;
  if (nibbles > 6) return false;
  const size = take(4 * nibbles) + 1;
  if (size > whole - <u32>(to - output)) return false;
  const end = to + size;
  if (!isLast && take(1) === 1) return copyPart(size);
  // One kind of blocks each; no postfixes nor direct distances; any contexts, since all have one code.
  if (take(3) !== 0 || take(6) !== 0) return false;
  take(2);
  if (take(2) !== 0) return false;
  if (!readCode(LITERAL_SYMBOLS)) return false;
  makeLiterals();
  if (!readCode(COMMAND_SYMBOLS)) return false;
  makeCommands();
  if (!readCode(DISTANCE_SYMBOLS)) return false;
  makeDistances();
  if (min(end, enough) - to < PAIRED_MIN) return expandCommands(end, enough, false);
  makePairs();
  return expandCommands(end, enough, true);
}

/** Bytes that are as they were, from a whole one on. */
function copyPart(size: u32): bool {
  const from = at - <usize>(held >> 3);
  if (from + size > input + bytesMax) return false;
  memory.copy(to, from, size);
  to += size;
  setBits(0, 0, from + size);
  return true;
}

/** Makes room for code words of one bit more: what shorter ones say holds whatever that bit is. */
function doubled(table: usize, bytes: usize): usize {
  memory.copy(table + bytes, table, bytes);
  return bytes << 1;
}

/** Literal, and bits of its word (from 8). */
function makeLiterals(): void {
  let bytes: usize = 2;
  let length: u32 = 0;
  let word: u32 = 0;
  for (let n: u32 = 0; n < symbols; n++) {
    const symbol = sortedSymbol(n);
    const own: u32 = symbols === 1 ? 0 : lengthOf(symbol);
    for (; length < own; length++) bytes = doubled(LITERALS, bytes);
    store<u16>(LITERALS + ((<usize>word) << 1), <u16>((own << 8) | symbol));
    if (own > 0) word = nextWord(word, own);
  }
  literalBits = length;
}

/** Literals, bits of their words (from 16), and how many they are (from 24): one, two, or none where the first word is longer. */
function makePairs(): void {
  const mask: u32 = (1 << literalBits) - 1;
  for (let i: u32 = 0; i < 1 << PAIR_BITS; i++) {
    const first: u32 = load<u16>(LITERALS + ((<usize>(i & mask)) << 1));
    const bits = first >> 8;
    const next: u32 = load<u16>(LITERALS + ((<usize>((i >> bits) & mask)) << 1));
    const both = bits + (next >> 8);
    const pair = (first & 255) | ((next & 255) << 8) | (both << 16) | (2 << 24);
    const single = (first & 255) | (bits << 16) | (1 << 24);
    store<u32>(PAIRS + ((<usize>i) << 2), both <= PAIR_BITS ? pair : bits <= PAIR_BITS ? single : 0);
  }
}

/**
 * Bits of the word; bits that follow for what is inserted (from 4) and for what is copied (from 9); the least of these (from 16 and 32);
 * whether the distance is the last one (from 48).
 */
function makeCommands(): void {
  let bytes: usize = 8;
  let length: u32 = 0;
  let word: u32 = 0;
  for (let n: u32 = 0; n < symbols; n++) {
    const symbol = sortedSymbol(n);
    const own: u32 = symbols === 1 ? 0 : lengthOf(symbol);
    for (; length < own; length++) bytes = doubled(COMMANDS, bytes);
    store<u64>(COMMANDS + ((<usize>word) << 3), <u64>own | commandOf(symbol));
    if (own > 0) word = nextWord(word, own);
  }
  commandBits = length;
}

function commandOf(symbol: u32): u64 {
  const part = <usize>(symbol >> 6);
  const insert = <usize>load<u8>(INSERT_FIRST + part) + <usize>((symbol >> 3) & 7);
  const copy = <usize>load<u8>(COPY_FIRST + part) + <usize>(symbol & 7);
  return (
    (<u64>load<u8>(INSERT_EXTRA + insert) << 4) |
    (<u64>load<u8>(COPY_EXTRA + copy) << 9) |
    (<u64>load<u16>(INSERT_BASE + (insert << 1)) << 16) |
    (<u64>load<u16>(COPY_BASE + (copy << 1)) << 32) |
    (<u64>(part < REPEATING ? 1 : 0) << 48)
  );
}

/** Bits of the word, bits that follow (from 4), and the least distance (from 9); without bits that follow, which of the last ones. */
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
    store<u32>(DISTANCES + ((<usize>word) << 2), own | (extra << 4) | (least << 9));
    if (own > 0) word = nextWord(word, own);
  }
  distanceBits = length;
}

/** One of the last distances, or next to one; 0: no such. */
function nearby(code: u32): usize {
  if (code < 4) return code === 0 ? last : code === 1 ? second : code === 2 ? third : fourth;
  const own = code < 10 ? last : second;
  const away = <usize>(1 + ((code - (code < 10 ? 4 : 10)) >> 1));
  return (code & 1) === 1 ? own + away : own > away ? own - away : 0;
}

/** Commands until the part ends or there is enough. */
function expandCommands(end: usize, enough: usize, arePaired: bool): bool {
  let bits = hold;
  let count = held;
  let from = at;
  let out = to;
  let distance = last;
  const literalMask = (<usize>1 << literalBits) - 1;
  const commandMask = (<usize>1 << commandBits) - 1;
  const distanceMask = (<usize>1 << distanceBits) - 1;
  const literalsAtOnce = HELD_MIN / max<u32>(1, literalBits);
  const inputEnd = input + bytesMax;
  while (out < enough) {
    if (from > inputEnd) return false;
    bits |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    const command = load<u64>(COMMANDS + ((<usize>bits & commandMask) << 3));
    let used = <u32>command & 15;
    bits >>= used;
    count -= used;
    used = (<u32>command >> 4) & 31;
    let insert = ((<usize>command) >> 16) + (<usize>bits & ((<usize>1 << used) - 1));
    bits >>= used;
    count -= used;
    used = (<u32>command >> 9) & 31;
    let copy = <usize>(command >> 32) & 0xffff;
    if (used > 0) {
      bits |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
      copy += <usize>bits & ((<usize>1 << used) - 1);
      bits >>= used;
      count -= used;
    }
    if (insert > end - out) return false;
    if (arePaired) {
      while (insert > 1) {
        bits |= load<u64>(from) << count;
        from += (63 - count) >> 3;
        count |= 56;
        for (let n: u32 = 0; n < PAIRS_AT_ONCE && insert > 1; n++) {
          let pair = load<u32>(PAIRS + ((<usize>bits & ((1 << PAIR_BITS) - 1)) << 2));
          if (pair === 0) {
            const literal: u32 = load<u16>(LITERALS + ((<usize>bits & literalMask) << 1));
            pair = (literal & 255) | ((literal >> 8) << 16) | (1 << 24);
            n = PAIRS_AT_ONCE;
          }
          store<u16>(out, <u16>pair);
          used = (pair >> 16) & 255;
          bits >>= used;
          count -= used;
          out += <usize>(pair >> 24);
          insert -= <usize>(pair >> 24);
        }
      }
    }
    while (insert > 0) {
      bits |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
      for (let n: u32 = 0; n < literalsAtOnce && insert > 0; n++) {
        const literal: u32 = load<u16>(LITERALS + ((<usize>bits & literalMask) << 1));
        store<u8>(out++, <u8>literal);
        used = literal >> 8;
        bits >>= used;
        count -= used;
        insert--;
      }
    }
    if (out === end) break;
    if (((command >> 48) & 1) === 0) {
      bits |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
      const entry = load<u32>(DISTANCES + ((<usize>bits & distanceMask) << 2));
      used = entry & 15;
      bits >>= used;
      count -= used;
      used = (entry >> 4) & 31;
      if (used > 0) {
        if (used > DISTANCE_EXTRA_MAX) return false;
        distance = <usize>(entry >> 9) + (<usize>bits & ((<usize>1 << used) - 1));
        bits >>= used;
        count -= used;
      } else distance = nearby(entry >> 9);
      if (used > 0 || entry >> 9 !== 0) {
        fourth = third;
        third = second;
        second = last;
        last = distance;
      }
    }
    if (distance > out - output || distance === 0 || copy > end - out) return false;
    const stop = out + copy;
    if (distance > 7) {
      do {
        store<u64>(out, load<u64>(out - distance));
        out += 8;
      } while (out < stop);
      out = stop;
    } else for (; out < stop; out++) store<u8>(out, load<u8>(out - distance));
    if (out === end) break;
  }
  to = out;
  setBits(bits, count, from);
  return true;
}
