/**
 * Compresses frames in Brotli's format (RFC 7932), to the same bytes as its library at quality 0, whose way this follows
 * (c/enc/compress_fragment.c, Copyright 2015 Google Inc., MIT license): one block, one code for all bytes, a code for commands and distances
 * that is always the same, and copies of five bytes and more that a table of hashes finds. ../../frame-compressor.ts says how it is called.
 */
import { beginBits, bitsSince, writeBits, writeWords } from './frame-bits';
import { WORDS, writeLiteralCode } from './literal-code';

/** Where the last five bytes with each hash began, from the first byte on. */
const TABLE: usize = 16384;
export const input: usize = 81920;
/** Further bytes of the input are read, and of the output written. */
export const output: usize = 114704;
/** Bytes of the input: of more, the library counts only some. */
export const room: u32 = (1 << 15) - 1;

const HASH_FACTOR: u64 = 0x1e35_a7bd;
const HASHED_MIN: u32 = 1 << 8;
const HASHED_MAX: u32 = 1 << 15;
/** Sizes of the table that are not used. */
const EVEN_BITS: u32 = 0xa_aaaa;
/** No hash is made of what is so near to the end, and less than that is not searched. */
const MARGIN: u32 = 16;
const COPY_MIN: usize = 5;
/** Bytes between two copies that are left to the library. */
const INSERTED_MAX: usize = 6210;
/** A copy from as far back as the last one. */
const SAME_DISTANCE: usize = 64;

/** The codes of commands and distances as they stand in a frame. */
const COMMAND_CODE = memory.data<u8>([
  0xff, 0x77, 0xd5, 0xbf, 0xe7, 0xde, 0xea, 0x9e, 0x51, 0x5d, 0xde, 0xc6, 0x70, 0x57, 0xbc, 0x58, 0x58, 0x58, 0xd8,
  0xd8, 0x58, 0xd5, 0xcb, 0x8c, 0xea, 0xe0, 0xc3, 0x87, 0x1f, 0x83, 0xc1, 0x60, 0x1c, 0x67, 0xb2, 0xaa, 0x06, 0x83,
  0xc1, 0x60, 0x30, 0x18, 0xcc, 0xa1, 0xce, 0x88, 0x54, 0x94, 0x46, 0xe1, 0xb0, 0xd0, 0x4e, 0xb2, 0xf7, 0x04, 0x00,
]);
const COMMAND_CODE_BYTES: usize = 56;
/** Their words: copies with the last distance, copies, inserted bytes, distances. */
const LENGTHS = memory.data<u8>([
  0, 4, 4, 5, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 0, 0, 0, 4, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 10, 10, 10, 10,
  10, 10, 0, 4, 4, 5, 5, 5, 6, 6, 7, 8, 8, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 7, 8, 10,
  12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 0, 0, 0, 0,
]);
const BITS = memory.data<u16>([
  0, 0, 8, 9, 3, 35, 7, 71, 39, 103, 23, 47, 175, 111, 239, 31, 0, 0, 0, 4, 12, 2, 10, 6, 13, 29, 11, 43, 27, 59, 87,
  55, 15, 79, 319, 831, 191, 703, 447, 959, 0, 14, 1, 25, 5, 21, 19, 51, 119, 159, 95, 223, 479, 991, 63, 575, 127, 639,
  383, 895, 255, 767, 511, 1023, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 27, 59, 7, 39, 23, 55, 30, 1, 17, 9,
  25, 5, 0, 8, 4, 12, 2, 10, 6, 21, 13, 29, 3, 19, 11, 15, 47, 31, 95, 63, 127, 255, 767, 2815, 1791, 3839, 511, 2559,
  1535, 3583, 1023, 3071, 2047, 4095, 0, 0, 0, 0,
]);

/** Where the bytes begin that no command has yet. */
let written: usize = 0;

/** Compresses `length` bytes at `input` to `output`: how many these are, or 0 where this is left to the library. */
export function compress(length: u32): u32 {
  if (length === 0) return 0;
  beginBits(output);
  // A window of 2^18 bytes; not the last part; its length less one in four digits; compressed; no further codes.
  writeBits(3, 4);
  const start = bitsSince(output);
  writeBits((<u64>(length - 1)) << 3, 33);
  writeLiteralCode(input, input + length);
  for (let i: usize = 0; i < COMMAND_CODE_BYTES; i += 7) {
    writeBits((load<u64>(COMMAND_CODE + i) << 8) >> 8, 56);
  }
  if (!writeCommands(length)) return 0;
  if (bitsSince(output) - start > 31 + ((<u64>length) << 3)) return 0;
  // An empty last part.
  writeBits(3, 2);
  return <u32>((bitsSince(output) + 7) >> 3);
}

/** How far a hash is moved to the right for a table that suits the length; the table is emptied. */
function shiftOf(length: u32): u64 {
  let size = HASHED_MIN;
  while (size < HASHED_MAX && size < length) size <<= 1;
  if ((size & EVEN_BITS) === 0) size <<= 1;
  memory.fill(TABLE, 0, (<usize>size) << 1);
  return 32 + clz<u32>(size) + 1;
}

function slotOf(bytes: u64, shift: u64): usize {
  return TABLE + ((<usize>(((bytes << 24) * HASH_FACTOR) >> shift)) << 1);
}

function areEqual(one: usize, other: usize): bool {
  return load<u32>(one) === load<u32>(other) && load<u8>(one, 4) === load<u8>(other, 4);
}

/** Copies, and what is between them. False: something is left to the library. */
function writeCommands(length: u32): bool {
  const end = input + length;
  written = input;
  if (length >= MARGIN && !writeCopies(end, shiftOf(length))) return false;
  if (written === end) return true;
  return writeUpTo(end);
}

/** Inserts what comes before `at`. */
function writeUpTo(at: usize): bool {
  const count = at - written;
  if (count >= INSERTED_MAX) return false;
  writeInserted(count);
  writeWords(written, at, WORDS);
  return true;
}

function writeCopies(end: usize, shift: u64): bool {
  const limit = end - MARGIN;
  let at = input + 1;
  let slot = slotOf(load<u64>(at), shift);
  let distance: usize = usize.MAX_VALUE;
  while (at <= limit) {
    // Where nothing is found for long, fewer places are looked at.
    let steps: usize = 32;
    let next = at;
    let found: usize;
    do {
      at = next;
      next += steps++ >> 5;
      if (next > limit) return true;
      const own = slot;
      slot = slotOf(load<u64>(next), shift);
      found = at - distance;
      const isAgain = found < at && areEqual(at, found);
      if (!isAgain) found = input + load<u16>(own);
      store<u16>(own, <u16>(at - input));
      if (isAgain) break;
    } while (!areEqual(at, found));
    if (!writeUpTo(at)) return false;
    const copied = copyLength(at, found, end);
    if (at - found === distance) writeCommand(SAME_DISTANCE);
    else {
      distance = at - found;
      writeDistance(distance);
    }
    at += copied;
    writeCopyAfter(copied);
    written = at;
    if (at >= limit) return true;
    found = note(at, shift);
    while (areEqual(at, found)) {
      const more = copyLength(at, found, end);
      distance = at - found;
      at += more;
      writeCopy(more);
      writeDistance(distance);
      written = at;
      if (at >= limit) return true;
      found = note(at, shift);
    }
    at++;
    slot = slotOf(load<u64>(at), shift);
  }
  return true;
}

/** Notes the last places of a copy that ends here, and where it ends; returns what had the same hash as this. */
function note(at: usize, shift: u64): usize {
  const bytes = load<u64>(at - 3);
  const own = <u32>(at - input);
  store<u16>(slotOf(bytes, shift), <u16>(own - 3));
  store<u16>(slotOf(bytes >> 8, shift), <u16>(own - 2));
  store<u16>(slotOf(bytes >> 16, shift), <u16>(own - 1));
  const slot = slotOf(bytes >> 24, shift);
  const found = input + load<u16>(slot);
  store<u16>(slot, <u16>own);
  return found;
}

function copyLength(at: usize, found: usize, end: usize): usize {
  let length = COPY_MIN;
  const most = end - at;
  while (length + 8 <= most) {
    const difference = load<u64>(at + length) ^ load<u64>(found + length);
    if (difference !== 0) return length + <usize>(ctz(difference) >> 3);
    length += 8;
  }
  while (length < most && load<u8>(at + length) === load<u8>(found + length)) length++;
  return length;
}

function writeCommand(command: usize): void {
  writeBits(load<u16>(BITS + (command << 1)), load<u8>(LENGTHS + command));
}

/** With bits that follow its word. */
function writeCommandAnd(command: usize, bits: usize, count: usize): void {
  const length = <u64>load<u8>(LENGTHS + command);
  writeBits(<u64>load<u16>(BITS + (command << 1)) | ((<u64>bits) << length), length + count);
}

function log(value: usize): usize {
  return 31 - clz<u32>(<u32>value);
}

/** The next bytes are inserted. */
function writeInserted(count: usize): void {
  if (count < 6) writeCommand(count + 40);
  else if (count < 130) writeInHalves(count - 2, 42);
  else if (count < 2114) writeAbove(count - 66, 50);
  else writeCommandAnd(61, count - 2114, 12);
}

/** A copy from another distance, where nothing is inserted. */
function writeCopy(count: usize): void {
  if (count < 10) writeCommand(count + 14);
  else if (count < 134) writeInHalves(count - 6, 20);
  else if (count < 2118) writeAbove(count - 70, 28);
  else writeCommandAnd(39, count - 2118, 24);
}

/** A copy after what was inserted. */
function writeCopyAfter(count: usize): void {
  if (count < 12) writeCommand(count - 4);
  else if (count < 72) writeInHalves(count - 8, 4);
  else {
    if (count < 136) writeCommandAnd(((count - 8) >> 5) + 30, (count - 8) & 31, 5);
    else if (count < 2120) writeAbove(count - 72, 28);
    else writeCommandAnd(39, count - 2120, 24);
    writeCommand(SAME_DISTANCE);
  }
}

/** Two commands for each power of two. */
function writeInHalves(value: usize, first: usize): void {
  const bits = log(value) - 1;
  const prefix = value >> bits;
  writeCommandAnd((bits << 1) + prefix + first, value - (prefix << bits), bits);
}

/** One command for each. */
function writeAbove(value: usize, first: usize): void {
  const bits = log(value);
  writeCommandAnd(bits + first, value - ((<usize>1) << bits), bits);
}

function writeDistance(distance: usize): void {
  const value = distance + 3;
  const bits = log(value) - 1;
  const half = (value >> bits) & 1;
  writeCommandAnd(2 * (bits - 1) + half + 80, value - ((2 + half) << bits), bits);
}
