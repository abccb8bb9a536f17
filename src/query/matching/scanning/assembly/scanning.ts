/**
 * Runs a deterministic automaton over UTF-8 until something matches. The caller fills in the table's entries on demand. A
 * missing entry ends the run, which then restarts at the same character. Bytes at which no match can begin are skipped, sixteen
 * at a time.
 */

/**
 * Page table and blocks of classes. The upper bits of a code point select a block; its classes have 2 bytes each. Code points
 * below 128 have the first block.
 */
export const PAGES: usize = 1024;
const PAGE_BITS: u32 = 7;
const PAGE_MASK: u32 = 127;
/** Tables of two sets of bytes: first bytes of a match, and bytes that every match contains. Two times 16 bytes each. */
export const BEGINNINGS: usize = 33792;
export const NEEDED: usize = 33856;
/** The text: up to `room` bytes. A few bytes after it may be read. */
export const TEXT: usize = 65536;
export const room: u32 = 1 << 16;
export const BLOCKS: usize = 135168;

/** Entries that are not rows. 0: the entry is missing. */
const MATCHED: u32 = 1;
export const NO_MATCH: u32 = 2;

/** Outcomes of a run. */
const DONE: u32 = 0;
const FOUND: u32 = 1;
const STOPPED: u32 = 2;

/** Indexed by class: the row after a character of this class if no match is in progress. */
let idleRows: usize = 0;
/** Rows before this one have no match in progress. If 0, no bytes are skipped. */
let idleEnd: usize = 0;
/** The row and class of the missing entry, and where to continue in the text. */
export let row: usize = 0;
export let missing: u32 = 0;
export let at: usize = 0;
/** The class that stands for the end of a text. */
let endClass: u32 = 0;

export function begin(rows: usize, end: usize, ending: u32): void {
  idleRows = rows;
  idleEnd = end;
  endClass = ending;
}

/** Whether the text has one of the bytes that every match has. */
export function hasNeeded(length: u32): bool {
  return next(NEEDED, TEXT, TEXT + length) < TEXT + length;
}

/** Returns how many bytes of the text may begin a match. */
export function countBeginnings(length: u32): u32 {
  let count: u32 = 0;
  const end = TEXT + length;
  for (let from = next(BEGINNINGS, TEXT, end); from < end; from = next(BEGINNINGS, from + 1, end)) count++;
  return count;
}

/** Runs from a row and an offset of the text. `isLast`: the text ends at `to`. In any case a character ends there. */
export function run(first: usize, from: usize, to: usize, isLast: bool): u32 {
  let state = first;
  let here = from;
  while (here < to) {
    if (state < idleEnd) {
      const loud = next(BEGINNINGS, here, to);
      if (loud > here) {
        state = <usize>load<u32>(idleRows + (classBefore(loud) << 2));
        here = loud;
        if (here >= to) break;
      }
    }
    const byte: u32 = load<u8>(here);
    let length: usize = 1;
    let own: usize;
    if (byte < 128) own = <usize>load<u16>(BLOCKS + ((<usize>byte) << 1));
    else {
      length = lengthOf(byte);
      own = classOf(codePointAt(here, byte));
    }
    const entry = load<u32>(state + (own << 2));
    if (entry <= MATCHED) return stopped(entry, state, <u32>own, here);
    state = <usize>entry;
    here += length;
  }
  row = state;
  at = here;
  if (!isLast) return DONE;
  const entry = load<u32>(state + ((<usize>endClass) << 2));
  return entry <= MATCHED ? stopped(entry, state, endClass, here) : DONE;
}

function stopped(entry: u32, state: usize, own: u32, here: usize): u32 {
  row = state;
  missing = own;
  at = here;
  return entry === MATCHED ? FOUND : STOPPED;
}

function lengthOf(byte: u32): usize {
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Decodes a code point. Texts are well formed. */
function codePointAt(here: usize, byte: u32): u32 {
  const second: u32 = load<u8>(here, 1) & 63;
  if (byte < 0xe0) return ((byte & 31) << 6) | second;
  const third: u32 = load<u8>(here, 2) & 63;
  if (byte < 0xf0) return ((byte & 15) << 12) | (second << 6) | third;
  return ((byte & 7) << 18) | (second << 12) | (third << 6) | (<u32>load<u8>(here, 3) & 63);
}

function classOf(codePoint: u32): usize {
  const block = <usize>load<u16>(PAGES + ((<usize>(codePoint >> PAGE_BITS)) << 1));
  return <usize>load<u16>(BLOCKS + (block << (PAGE_BITS + 1)) + ((<usize>(codePoint & PAGE_MASK)) << 1));
}

/** Returns the class of the character that ends there. */
function classBefore(here: usize): usize {
  let from = here - 1;
  while (from > TEXT && (load<u8>(from) & 0xc0) === 0x80) from--;
  const byte: u32 = load<u8>(from);
  return byte < 128 ? <usize>load<u16>(BLOCKS + ((<usize>byte) << 1)) : classOf(codePointAt(from, byte));
}

/**
 * Returns the first byte of a set at or after an offset, or the end. A set stores, for each lower half of a byte, the upper
 * halves of its members: first of ASCII bytes, then of others.
 */
function next(set: usize, from: usize, to: usize): usize {
  const ascii = v128.load(set);
  const others = v128.load(set, 16);
  const low = i8x16.splat(15);
  for (let here = from; here < to; here += 16) {
    const bytes = v128.load(here);
    const lower = v128.and(bytes, low);
    const upper = v128.and(i16x8.shr_u(bytes, 4), low);
    const first = v128.and(i8x16.swizzle(ascii, lower), i8x16.swizzle(UPPER_ASCII, upper));
    const second = v128.and(i8x16.swizzle(others, lower), i8x16.swizzle(UPPER_OTHERS, upper));
    const found = ~i8x16.bitmask(i8x16.eq(v128.or(first, second), i8x16.splat(0))) & 0xffff;
    if (found !== 0) return min(to, here + <usize>ctz(found));
  }
  return to;
}

/** Indexed by the upper half of a byte: its bit. */
const UPPER_ASCII = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
const UPPER_OTHERS = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
