/**
 * Decodes posting lists of Lucene 9, a module of its own: any number of lists at a time, each in an area of its own, whose windows the
 * caller fills with bytes of `.doc` and `.pos`. ../lucene-lists.ts says how it is called.
 *
 * A group of 128 numbers (PFOR) has the same number of bits for each, save for a few exceptions whose upper bits follow. Its words of eight
 * bytes, little-endian, have lanes of 8, 16 or 32 bits, the first lane on top. Lane e has the e-th part of the numbers: the first
 * in the top bits of its primitives (one a word), the next in the bits below, and so on; what is left at the bottom of the primitives
 * has the last numbers, spelt out across them.
 */

/** Numbers of an area, by their offset: windows first (`AT` is the next byte, `END` that behind the last, `FINAL`: the file ends there). */
export const DOCS_AT: usize = 0;
export const DOCS_END: usize = 4;
export const DOCS_FINAL: usize = 8;
export const POSITIONS_AT: usize = 12;
export const POSITIONS_END: usize = 16;
export const POSITIONS_FINAL: usize = 20;
/** Of the field: documents of the segment, and whether it has frequencies and positions. */
export const DOCUMENTS: usize = 24;
export const HAS_FREQS: usize = 28;
export const HAS_POSITIONS: usize = 32;
/** Addresses of what documents and positions become, or 0: then they stay. Positions from `ROOM` on are counted in `OUTSIDE`. */
export const ITEMS: usize = 36;
export const BASES: usize = 40;
export const ROOM: usize = 44;
export const OUTSIDE: usize = 48;
/** The list: what is not decoded yet, and where it stands in the groups that are. */
export const DOCS_LEFT: usize = 52;
export const POSITIONS_LEFT: usize = 56;
const DOC_INDEX: usize = 60;
const DOC_COUNT: usize = 64;
const GAP_INDEX: usize = 68;
const GAP_COUNT: usize = 72;
const DOC: usize = 76;
const FREQ_LEFT: usize = 80;
const POSITION: usize = 84;
const LAST_ITEM: usize = 88;
const LAST_POSITION: usize = 92;
const IS_FIRST_GROUP: usize = 96;
const GROUP_DOCS: usize = 128;
const GROUP_FREQS: usize = 640;
const GAPS: usize = 1152;
/** What `read` gives. */
export const OUT_DOCS: usize = 1664;
export const OUT_POSITIONS: usize = 18048;
export const AREA_BYTES: usize = 34432;

const GROUP: u32 = 128;
const CAPACITY: u32 = 4096;
/** Lucene's own limit. */
const POSITION_MAX: u64 = 0x7fffff7f;
/** No two groups have more bytes. A window has as many behind its end, which mean nothing. */
const GROUP_BYTES: usize = 1536;

/** What `read` returns instead of a count: it wants more bytes of a window, or the list is damaged. */
const NEEDS_DOCS: i32 = -1;
const NEEDS_POSITIONS: i32 = -2;
const DOCS_CUT: i32 = -3;
const POSITIONS_CUT: i32 = -4;
const DOCS_NUMBER: i32 = -5;
const POSITIONS_NUMBER: i32 = -6;
const DOCS_EXCEPTION: i32 = -7;
const POSITIONS_EXCEPTION: i32 = -8;
const DOCS_ORDER: i32 = -9;
const FEWER: i32 = -10;
const MORE: i32 = -11;
const POSITION_TOO_LARGE: i32 = -12;

/** Where the last number or group ended, and whether it is none. */
let after: usize = 0;
let fault: u32 = 0;
const NUMBER: u32 = 1;
const EXCEPTION: u32 = 2;

function vInt(at: usize): u32 {
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    if (shift > 28) {
      fault = NUMBER;
      break;
    }
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  after = at;
  return value;
}

/** A number of 32 bits at most, that may be spelled with more. */
function vLong(at: usize): u32 {
  let value: u64 = 0;
  let byte: u64 = 128;
  for (let shift: u64 = 0; byte > 127; shift += 7) {
    if (shift > 56) {
      fault = NUMBER;
      break;
    }
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  if (value > 0xffffffff) fault = NUMBER;
  after = at;
  return <u32>value;
}

/** Decodes a group of 128 numbers to `to`. */
function readGroup(at: usize, to: usize): void {
  const token = <u32>load<u8>(at++);
  const bits = token & 31;
  if (bits === 0) {
    const value = vLong(at);
    at = after;
    for (let i: usize = 0; i < 512; i += 4) store<u32>(to + i, value);
  } else {
    if (bits <= 8) unpackBytes(at, bits, to);
    else if (bits <= 16) unpackShorts(at, bits, to);
    else unpackInts(at, bits, to);
    at += (<usize>bits) << 4;
  }
  for (let exceptions = token >> 5; exceptions > 0; exceptions--) {
    const index = <usize>load<u8>(at);
    const high = <u32>load<u8>(at, 1);
    at += 2;
    if (index >= GROUP) fault = EXCEPTION;
    else store<u32>(to + (index << 2), load<u32>(to + (index << 2)) | (high << bits));
  }
  after = at;
}

/** Where the numbers of a group lie row by row, a word with one of each lane, before they are put lane by lane. */
const ROWS: usize = 512;

function lowBits(count: u32): u64 {
  return ((<u64>1) << count) - 1;
}

/**
 * The numbers that are spelt out across the bottoms of words: `rest` bits of each lane of a word are the next bits of that lane. What is held
 * and a further word fit into a lane; `each` has 1 in each lane.
 */
function unpackRest(start: usize, bits: u32, rest: u32, each: u64, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const mask = each * lowBits(bits);
  const restMask = each * lowBits(rest);
  let held: u64 = 0;
  let heldBits: u32 = 0;
  for (let at = start; at < end; at += 8) {
    held = (held << rest) | (load<u64>(at) & restMask);
    heldBits += rest;
    if (heldBits >= bits) {
      heldBits -= bits;
      store<u64>(to, (held >> heldBits) & mask);
      to += 8;
      held &= each * lowBits(heldBits);
    }
  }
}

/** Up to 8 bits: eight lanes of 16 numbers. */
function unpackBytes(start: usize, bits: u32, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const mask = i8x16.splat(<i8>lowBits(bits));
  let row = ROWS;
  for (let shift = <i32>(8 - bits); shift >= 0; shift -= bits) {
    for (let at = start; at < end; at += 16) {
      v128.store(row, v128.and(i8x16.shr_u(v128.load(at), shift), mask));
      row += 16;
    }
  }
  const rest = 8 % bits;
  if (rest !== 0) unpackRest(start, bits, rest, 0x0101010101010101, row);
  // Two rows at a time, then two, four and eight of these pairs: a lane of all rows is one vector then.
  const a0 = pairOfRows(0);
  const a1 = pairOfRows(1);
  const a2 = pairOfRows(2);
  const a3 = pairOfRows(3);
  const a4 = pairOfRows(4);
  const a5 = pairOfRows(5);
  const a6 = pairOfRows(6);
  const a7 = pairOfRows(7);
  const low01 = v128.shuffle<u16>(a0, a1, 0, 8, 1, 9, 2, 10, 3, 11);
  const low23 = v128.shuffle<u16>(a2, a3, 0, 8, 1, 9, 2, 10, 3, 11);
  const low45 = v128.shuffle<u16>(a4, a5, 0, 8, 1, 9, 2, 10, 3, 11);
  const low67 = v128.shuffle<u16>(a6, a7, 0, 8, 1, 9, 2, 10, 3, 11);
  const high01 = v128.shuffle<u16>(a0, a1, 4, 12, 5, 13, 6, 14, 7, 15);
  const high23 = v128.shuffle<u16>(a2, a3, 4, 12, 5, 13, 6, 14, 7, 15);
  const high45 = v128.shuffle<u16>(a4, a5, 4, 12, 5, 13, 6, 14, 7, 15);
  const high67 = v128.shuffle<u16>(a6, a7, 4, 12, 5, 13, 6, 14, 7, 15);
  putLanes(low01, low23, low45, low67, to + 256);
  putLanes(high01, high23, high45, high67, to);
}

/** The n-th two rows of eight lanes, lane by lane. */
function pairOfRows(n: usize): v128 {
  const rows = v128.load(ROWS + (n << 4));
  return v128.shuffle<u8>(rows, rows, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Four lanes, of four rows in each vector; the last lane comes first. */
function putLanes(a: v128, b: v128, c: v128, d: v128, to: usize): void {
  const lowAb = v128.shuffle<u32>(a, b, 0, 4, 1, 5);
  const lowCd = v128.shuffle<u32>(c, d, 0, 4, 1, 5);
  const highAb = v128.shuffle<u32>(a, b, 2, 6, 3, 7);
  const highCd = v128.shuffle<u32>(c, d, 2, 6, 3, 7);
  putLane(v128.shuffle<u64>(highAb, highCd, 1, 3), to);
  putLane(v128.shuffle<u64>(highAb, highCd, 0, 2), to + 64);
  putLane(v128.shuffle<u64>(lowAb, lowCd, 1, 3), to + 128);
  putLane(v128.shuffle<u64>(lowAb, lowCd, 0, 2), to + 192);
}

/** 16 bytes as numbers. */
function putLane(lane: v128, to: usize): void {
  const low = i16x8.extend_low_i8x16_u(lane);
  const high = i16x8.extend_high_i8x16_u(lane);
  v128.store(to, i32x4.extend_low_i16x8_u(low));
  v128.store(to, i32x4.extend_high_i16x8_u(low), 16);
  v128.store(to, i32x4.extend_low_i16x8_u(high), 32);
  v128.store(to, i32x4.extend_high_i16x8_u(high), 48);
}

/** 9 to 16 bits: four lanes of 32 numbers. */
function unpackShorts(start: usize, bits: u32, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const rest = 16 - bits;
  let row = ROWS;
  for (let at = start; at < end; at += 16) {
    v128.store(row, i16x8.shr_u(v128.load(at), rest));
    row += 16;
  }
  if (rest !== 0) unpackRest(start, bits, rest, 0x0001000100010001, row);
  // Four rows at a time; the last lane comes first.
  for (let rows: usize = 0; rows < 256; rows += 32) {
    const a = v128.load(ROWS + rows);
    const b = v128.load(ROWS + rows, 16);
    const low = v128.shuffle<u16>(a, b, 0, 4, 8, 12, 1, 5, 9, 13);
    const high = v128.shuffle<u16>(a, b, 2, 6, 10, 14, 3, 7, 11, 15);
    const own = to + (rows >> 1);
    v128.store(own, i32x4.extend_high_i16x8_u(high));
    v128.store(own, i32x4.extend_low_i16x8_u(high), 128);
    v128.store(own, i32x4.extend_high_i16x8_u(low), 256);
    v128.store(own, i32x4.extend_low_i16x8_u(low), 384);
  }
}

/** 17 to 31 bits: two lanes of 64 numbers. */
function unpackInts(start: usize, bits: u32, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const mask: u32 = (1 << bits) - 1;
  const rest = 32 - bits;
  const restMask: u64 = (1 << rest) - 1;
  for (let lane: i32 = 4; lane >= 0; lane -= 4) {
    for (let at = start + lane; at < end; at += 8) {
      store<u32>(to, (load<u32>(at) >> rest) & mask);
      to += 4;
    }
    let held: u64 = 0;
    let heldBits: u32 = 0;
    for (let at = start + lane; at < end; at += 8) {
      held = (held << (<u64>rest)) | (<u64>load<u32>(at) & restMask);
      heldBits += rest;
      if (heldBits >= bits) {
        heldBits -= bits;
        store<u32>(to, <u32>(held >> <u64>heldBits) & mask);
        to += 4;
      }
    }
  }
}

/** Begins a list. Of one document, `single` is that document; else the windows stand at its first bytes. */
export function beginList(p: usize, docFreq: u32, occurrences: u32, single: i32): void {
  const isSingle = docFreq === 1;
  store<u32>(p, isSingle ? 0 : docFreq, DOCS_LEFT);
  store<u32>(p, load<u32>(p, HAS_POSITIONS) ? occurrences : 0, POSITIONS_LEFT);
  store<u32>(p, single, GROUP_DOCS);
  store<u32>(p, occurrences, GROUP_FREQS);
  store<u32>(p, 0, DOC_INDEX);
  store<u32>(p, isSingle ? 1 : 0, DOC_COUNT);
  store<u32>(p, 0, GAP_INDEX);
  store<u32>(p, 0, GAP_COUNT);
  store<u32>(p, 0, FREQ_LEFT);
  store<u32>(p, 1, IS_FIRST_GROUP);
  store<i32>(p, -1, LAST_ITEM);
}

/** Decodes the next group of documents with their frequencies; 0, or what is wrong. There is at least one. */
function fillDocs(p: usize): i32 {
  let at: usize = load<u32>(p, DOCS_AT);
  const end: usize = load<u32>(p, DOCS_END);
  const isFinal = load<u32>(p, DOCS_FINAL) !== 0;
  if (end - at < GROUP_BYTES && !isFinal) return NEEDS_DOCS;
  const hasFreqs = load<u32>(p, HAS_FREQS) !== 0;
  const left = load<u32>(p, DOCS_LEFT);
  const count = min<u32>(GROUP, left);
  const isFirst = load<u32>(p, IS_FIRST_GROUP) !== 0;
  const docs = p + GROUP_DOCS;
  const freqs = p + GROUP_FREQS;
  let doc: u64 = isFirst ? 0 : load<u32>(docs + 508);
  fault = 0;
  if (count === GROUP) {
    readGroup(at, docs);
    if (hasFreqs) readGroup(after, freqs);
    at = after;
  } else
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      let code = <u32>load<u8>(at);
      const more = <u32>load<u8>(at, 1);
      if (code < 128) at++;
      else if (more < 128) {
        code = (code & 127) | (more << 7);
        at += 2;
      } else {
        code = vInt(at);
        at = after;
      }
      if (!hasFreqs) store<u32>(docs + i, code);
      else {
        store<u32>(docs + i, code >> 1);
        if (code & 1) store<u32>(freqs + i, 1);
        else {
          store<u32>(freqs + i, vInt(at));
          at = after;
        }
      }
    }
  if (at > end) return DOCS_CUT;
  if (fault !== 0) return fault === NUMBER ? DOCS_NUMBER : DOCS_EXCEPTION;
  // Each delta but the first of the list is at least 1.
  const maxDoc = <u64>load<u32>(p, DOCUMENTS);
  let isDamaged = false;
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const delta = load<u32>(docs + i);
    isDamaged = isDamaged || (delta === 0 && (i > 0 || !isFirst));
    doc += delta;
    isDamaged = isDamaged || doc >= maxDoc || (hasFreqs && load<u32>(freqs + i) === 0);
    store<u32>(docs + i, <u32>doc);
  }
  store<u32>(p, <u32>at, DOCS_AT);
  if (isDamaged) return DOCS_ORDER;
  store<u32>(p, 0, DOC_INDEX);
  store<u32>(p, count, DOC_COUNT);
  store<u32>(p, left - count, DOCS_LEFT);
  store<u32>(p, 0, IS_FIRST_GROUP);
  return 0;
}

/** Decodes the next group of distances between positions; 0, or what is wrong. */
function fillGaps(p: usize): i32 {
  const left = load<u32>(p, POSITIONS_LEFT);
  if (left === 0) return MORE;
  let at: usize = load<u32>(p, POSITIONS_AT);
  const end: usize = load<u32>(p, POSITIONS_END);
  if (end - at < GROUP_BYTES && load<u32>(p, POSITIONS_FINAL) === 0) return NEEDS_POSITIONS;
  const count = min<u32>(GROUP, left);
  fault = 0;
  if (count === GROUP) {
    readGroup(at, p + GAPS);
    at = after;
  } else
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      // Most have one byte or two.
      let gap = <u32>load<u8>(at);
      const more = <u32>load<u8>(at, 1);
      if (gap < 128) at++;
      else if (more < 128) {
        gap = (gap & 127) | (more << 7);
        at += 2;
      } else {
        gap = vInt(at);
        at = after;
      }
      store<u32>(p + GAPS + i, gap);
    }
  if (at > end) return POSITIONS_CUT;
  if (fault !== 0) return fault === NUMBER ? POSITIONS_NUMBER : POSITIONS_EXCEPTION;
  store<u32>(p, <u32>at, POSITIONS_AT);
  store<u32>(p, 0, GAP_INDEX);
  store<u32>(p, count, GAP_COUNT);
  store<u32>(p, left - count, POSITIONS_LEFT);
  return 0;
}

function itemOf(p: usize, doc: u32): i32 {
  const items: usize = load<u32>(p, ITEMS);
  return items === 0 ? <i32>doc : load<i32>(items + ((<usize>doc) << 2));
}

/** Documents without positions: one occurrence each. */
function readDocs(p: usize): i32 {
  let kept: usize = 0;
  let last = load<i32>(p, LAST_ITEM);
  const isMapped = load<u32>(p, ITEMS) !== 0;
  while (kept === 0) {
    if (load<u32>(p, DOC_INDEX) === load<u32>(p, DOC_COUNT)) {
      if (load<u32>(p, DOCS_LEFT) === 0) break;
      const found = fillDocs(p);
      if (found < 0) return found;
    }
    const count = load<u32>(p, DOC_COUNT);
    for (let i = load<u32>(p, DOC_INDEX); i < count; i++) {
      const item = itemOf(p, load<u32>(p + ((<usize>i) << 2), GROUP_DOCS));
      if (item < 0 || (isMapped && item === last)) continue;
      last = item;
      store<u32>(p + kept, item, OUT_DOCS);
      store<u32>(p + kept, 0, OUT_POSITIONS);
      kept += 4;
    }
    store<u32>(p, count, DOC_INDEX);
  }
  store<i32>(p, last, LAST_ITEM);
  return <i32>(kept >> 2);
}

/**
 * Gives the next occurrences of the list; returns how many, 0 when there are no more, or what it needs or what is wrong. Those of no item
 * are left out, and where documents become items, those that an item has already.
 */
export function read(p: usize): i32 {
  if (load<u32>(p, HAS_POSITIONS) === 0) return readDocs(p);
  const bases: usize = load<u32>(p, BASES);
  const room = load<u32>(p, ROOM);
  const isMapped = load<u32>(p, ITEMS) !== 0;
  let docIndex = load<u32>(p, DOC_INDEX);
  let docCount = load<u32>(p, DOC_COUNT);
  let gapIndex = load<u32>(p, GAP_INDEX);
  let gapCount = load<u32>(p, GAP_COUNT);
  let freqLeft = load<u32>(p, FREQ_LEFT);
  let position: u64 = load<u32>(p, POSITION);
  let doc = load<u32>(p, DOC);
  let lastItem = load<i32>(p, LAST_ITEM);
  let lastPosition = load<u32>(p, LAST_POSITION);
  let kept: u32 = 0;
  let status: i32 = 0;
  while (kept < CAPACITY) {
    if (freqLeft === 0) {
      if (docIndex === docCount) {
        if (load<u32>(p, DOCS_LEFT) === 0) {
          if (load<u32>(p, POSITIONS_LEFT) > 0 || gapIndex < gapCount) status = FEWER;
          break;
        }
        status = fillDocs(p);
        if (status < 0) break;
        docIndex = 0;
        docCount = load<u32>(p, DOC_COUNT);
      }
      doc = load<u32>(p + ((<usize>docIndex) << 2), GROUP_DOCS);
      freqLeft = load<u32>(p + ((<usize>docIndex) << 2), GROUP_FREQS);
      docIndex++;
      position = 0;
    }
    if (gapIndex === gapCount) {
      status = fillGaps(p);
      if (status < 0) break;
      gapIndex = 0;
      gapCount = load<u32>(p, GAP_COUNT);
    }
    const steps = min<u32>(min<u32>(freqLeft, gapCount - gapIndex), CAPACITY - kept);
    const item = itemOf(p, doc);
    const gapsEnd = p + ((<usize>(gapIndex + steps)) << 2);
    let gap = p + ((<usize>gapIndex) << 2);
    if (bases === 0 && item >= 0) {
      // Without pieces of texts that begin later, and without documents of no item: the usual case.
      let to = p + ((<usize>kept) << 2);
      let last: i64 = item === lastItem ? <i64>lastPosition : -1;
      for (; gap < gapsEnd; gap += 4) {
        position += load<u32>(gap, GAPS);
        store<u32>(to, item, OUT_DOCS);
        store<u32>(to, <u32>position, OUT_POSITIONS);
        if (isMapped && <i64>position <= last) continue;
        last = <i64>position;
        to += 4;
      }
      lastItem = item;
      lastPosition = <u32>last;
      kept = <u32>((to - p) >> 2);
    }
    const base: u32 = bases === 0 || item < 0 ? 0 : load<u32>(bases + ((<usize>doc) << 2));
    for (; gap < gapsEnd; gap += 4) {
      position += load<u32>(gap, GAPS);
      if (item < 0) continue;
      if (position >= <u64>room) {
        store<u32>(p, load<u32>(p, OUTSIDE) + 1, OUTSIDE);
        continue;
      }
      const shifted = <u32>position + base;
      if (isMapped && item === lastItem && shifted <= lastPosition) continue;
      lastItem = item;
      lastPosition = shifted;
      const to = p + ((<usize>kept) << 2);
      store<u32>(to, item, OUT_DOCS);
      store<u32>(to, shifted, OUT_POSITIONS);
      kept++;
    }
    if (position > POSITION_MAX) {
      status = POSITION_TOO_LARGE;
      break;
    }
    gapIndex += steps;
    freqLeft -= steps;
  }
  store<u32>(p, docIndex, DOC_INDEX);
  store<u32>(p, docCount, DOC_COUNT);
  store<u32>(p, gapIndex, GAP_INDEX);
  store<u32>(p, gapCount, GAP_COUNT);
  store<u32>(p, freqLeft, FREQ_LEFT);
  store<u32>(p, <u32>position, POSITION);
  store<u32>(p, doc, DOC);
  store<i32>(p, lastItem, LAST_ITEM);
  store<u32>(p, lastPosition, LAST_POSITION);
  // What was found before is given first; a fault is found again.
  return kept > 0 && status >= NEEDS_POSITIONS ? <i32>kept : status;
}

/** Where tokens are tallied: a counter for each document, those that have a token, and how many these are. */
let countersAt: usize = 0;
let countedAt: usize = 0;
export let counted: u32 = 0;
/** Occurrences that were tallied, and the last position among them. */
export let tallied: u32 = 0;
export let positionMax: u32 = 0;

/** Begins to tally: all counters are 0. */
export function beginTally(counters: usize, documents: usize): void {
  countersAt = counters;
  countedAt = documents;
  counted = 0;
  tallied = 0;
  positionMax = 0;
}

/** Tallies the rest of the list by document: 0 at its end, or what it needs or what is wrong. */
export function tally(p: usize): i32 {
  let count = read(p);
  for (; count > 0; count = read(p)) {
    tallied += count;
    const end = p + ((<usize>count) << 2);
    for (let at = p; at < end; ) {
      const doc = load<u32>(at, OUT_DOCS);
      const first = at;
      do at += 4;
      while (at < end && load<u32>(at, OUT_DOCS) === doc);
      const counter = countersAt + ((<usize>doc) << 2);
      const before = load<u32>(counter);
      store<u32>(counter, before + <u32>((at - first) >> 2));
      if (before === 0) {
        store<u32>(countedAt + ((<usize>counted) << 2), doc);
        counted++;
      }
      positionMax = max(positionMax, load<u32>(at, OUT_POSITIONS - 4));
    }
  }
  return count;
}
