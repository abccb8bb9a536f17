/**
 * Stored lists of a block: reads all documents of one, or the ranks of some. src/engine/postings/doc-block.ts describes the
 * forms.
 */

import { BITMAP_BYTES, rankInBits, rankWords } from './bits';
import { sumOf, sumOfNumbers } from './gap-group';
import { bytesOf, continuation, distancesOf, hasLong, laneOf, numbersOf } from './gap-lanes';
import { DISTANCES, LOWS, RANKS, TERMS } from './memory';

const TERM_SHIFT: usize = 6;
/** Bytes that a term has in common with a resident block. */
const TERM_BYTES: usize = 60;
/** Offsets within a term. `packs` is the address of the offsets of packs; `located` is 0 until they are computed. */
export const FORM: usize = 0;
export const DOCS_AT: usize = 4;
export const DOCS_END: usize = 8;
export const RECORD: usize = 12;
export const COUNT: usize = 16;
export const WEIGHT: usize = 20;
export const NORM_CODES: usize = 24;
export const PACKS: usize = 28;
export const LOCATED: usize = 32;
/** The cursor of lookups: the next byte; the last document read, or -1; its rank; and the end of the current interval. */
const AT: usize = 36;
const LOW: usize = 40;
const RANK: usize = 44;
const TO: usize = 48;
/** A bitmap with the ranks of its words, or 0 without one. */
export const BITS: usize = 52;
/** The number of HITS, or -1 if hits are not known. */
export const HIT_COUNT: usize = 56;

export const GAPS: u32 = 0;
export const BITMAP: u32 = 1;
export const INTERVALS: u32 = 2;
/** The array form: documents of 16 bits each. The record has their frequencies, of 32 bits. */
export const LISTED: u32 = 3;

export function termAt(t: u32): usize {
  assert(t < 64);
  return TERMS + ((<usize>t) << TERM_SHIFT);
}

/** The t-th term of a block that is ranked: a copy of a resident block, which has no weight and keeps no cursor. */
export function enterTerm(t: u32, resident: u32, weight: f32, codes: u32): void {
  const term = termAt(t);
  memory.copy(term, resident, TERM_BYTES);
  store<f32>(term, weight, WEIGHT);
  store<u32>(term, codes, NORM_CODES);
  store<i32>(term, -1, HIT_COUNT);
  rewind(term);
}

export function setDocsOf(term: usize, form: u32, at: u32, length: u32, count: u32): void {
  store<u32>(term, form, FORM);
  store<u32>(term, at, DOCS_AT);
  store<u32>(term, at + length, DOCS_END);
  store<u32>(term, count, COUNT);
  store<u32>(term, 0, BITS);
  store<i32>(term, -1, HIT_COUNT);
  rewind(term);
}

function rewind(term: usize): void {
  store<u32>(term, load<u32>(term, DOCS_AT), AT);
  store<i32>(term, -1, LOW);
  store<i32>(term, -1, RANK);
  store<i32>(term, 0, TO);
}

/** The cursor in the current list. */
let at: usize = 0;
let end: usize = 0;
let low: i32 = -1;
let rank: i32 = -1;
let to: i32 = 0;

/** Whether a number has one or two bytes is unpredictable, so only a third byte makes a branch. */
function varint(): u32 {
  const two = <u32>load<u16>(at);
  if ((two & 0x8080) === 0x8080) {
    at += 3;
    return (two & 127) | ((two >> 1) & 0x3f80) | ((<u32>load<u8>(at - 1)) << 14);
  }
  const more = (two >> 7) & 1;
  at += 1 + <usize>more;
  return (two & 127) | ((two >> 1) & (0 - more) & 0x3f80);
}

function listGaps(): usize {
  let out = LOWS;
  let doc: i32 = -1;
  while (at < end) {
    const more = continuation(at, end);
    if (hasLong(more)) {
      doc += <i32>varint() + 1;
      store<u16>(out, <u16>doc);
      out += 2;
      continue;
    }
    const distances = distancesOf(at, more);
    const numbers = numbersOf(at, end, more);
    v128.store(out, i16x8.add(distances, i16x8.splat(<i16>doc)));
    doc += laneOf(distances, numbers - 1);
    out += numbers << 1;
    at += bytesOf(at, end, more);
  }
  return out;
}

/** The term whose documents are in LOWS, or 0. */
let listed: usize = 0;

/** Forgets the contents of LOWS, which are of another block. */
export function forgetListed(): void {
  listed = 0;
}

/** Writes the documents of a term to LOWS, unless they are already there. */
export function listDocs(term: usize): void {
  if (listed === term) return;
  listed = term;
  const form = load<u32>(term, FORM);
  at = load<u32>(term, DOCS_AT);
  end = load<u32>(term, DOCS_END);
  let out = LOWS;
  if (form === GAPS) out = listGaps();
  else if (form === LISTED) {
    memory.copy(LOWS, at, end - at);
    out += end - at;
  } else if (form === BITMAP) {
    for (let first: u32 = 0; at < end; at += 4, first += 32) {
      for (let bits = load<u32>(at); bits !== 0; bits &= bits - 1) {
        store<u16>(out, <u16>(first + ctz<u32>(bits)));
        out += 2;
      }
    }
  } else {
    for (let before: u32 = 0; at < end; ) {
      const first = before + varint();
      before = first + varint() + 1;
      for (let doc = first; doc < before; doc++) {
        store<u16>(out, <u16>doc);
        out += 2;
      }
    }
  }
  assert(<u32>((out - LOWS) >> 1) === load<u32>(term, COUNT));
}

/** Skips gaps, 16 bytes at a time, while they lead to documents below `wanted`. */
function passGaps(wanted: i32): void {
  while (at + 16 <= end) {
    const bytes = v128.load(at);
    const more = i8x16.bitmask(bytes);
    // The last number may continue past the 16 bytes. Then it is excluded.
    const whole = more === 0 ? 16 : 16 - clz<i32>(~(more << 16));
    const numbers = whole - popcnt<i32>(more & ((1 << whole) - 1));
    const next = low + numbers + (more === 0 ? sumOf(bytes) : sumOfNumbers(bytes, whole));
    if (next >= wanted) return;
    low = next;
    rank += numbers;
    at += whole;
  }
}

/** Returns the rank of a document, or -1. Documents must be looked up in ascending order. */
function rankInGaps(wanted: i32, reach: i32): i32 {
  if (wanted - low > reach) passGaps(wanted);
  while (low < wanted && at < end) {
    const more = continuation(at, end);
    if (hasLong(more)) {
      low += varint() + 1;
      rank++;
      continue;
    }
    const numbers = numbersOf(at, end, more);
    // The documents between: the last document of a block is 65,536 after the start, which has no 16 bits.
    const between = i16x8.sub(distancesOf(at, more), i16x8.splat(1));
    const reached = i16x8.ge_u(between, i16x8.splat(<i16>(wanted - low - 1)));
    const found = i16x8.bitmask(reached) & ((1 << (<i32>numbers)) - 1);
    // The cursor stays before a group that leads this far, because the group may contain the next document, too.
    if (found !== 0) {
      const n = <usize>ctz<i32>(found);
      return laneOf(between, n) === wanted - low - 1 ? rank + 1 + <i32>n : -1;
    }
    low += laneOf(between, numbers - 1) + 1;
    rank += <i32>numbers;
    at += bytesOf(at, end, more);
  }
  return low === wanted ? rank : -1;
}

/** `low` is the first document of the current word, `rank` the number of documents before it. */
function rankInBitmap(wanted: i32): i32 {
  for (; low + 1024 <= wanted && at + 128 <= end; at += 128, low += 1024) {
    let counts = i8x16.popcnt(v128.load(at));
    for (let next: usize = 16; next < 128; next += 16) counts = i8x16.add(counts, i8x16.popcnt(v128.load(at + next)));
    rank += sumOf(counts);
  }
  for (; low + 64 <= wanted && at + 8 <= end; at += 8, low += 64) rank += <i32>popcnt<u64>(load<u64>(at));
  for (; low + 32 <= wanted && at < end; at += 4, low += 32) rank += popcnt<i32>(load<i32>(at));
  if (at >= end) return -1;
  const own = load<u32>(at);
  const bit = (<u32>1) << (<u32>wanted & 31);
  return (own & bit) === 0 ? -1 : rank + popcnt<i32>(own & (bit - 1));
}

/** `low` is the first document of the current interval, `to` its exclusive end, `rank` the number of documents before it. */
function rankInIntervals(wanted: i32): i32 {
  while (to <= wanted && at < end) {
    rank += to - low;
    low = to + varint();
    to = low + varint() + 1;
  }
  return low <= wanted && wanted < to ? rank + wanted - low : -1;
}

function rankInListed(wanted: i32): i32 {
  for (; at < end && <i32>load<u16>(at) < wanted; at += 2) rank++;
  low = wanted;
  return at < end && <i32>load<u16>(at) === wanted ? rank : -1;
}

/** Begins lookups in a term. No document before `first` may be looked up. */
function turnTo(term: usize, first: i32): void {
  if (first < load<i32>(term, LOW)) rewind(term);
  at = load<u32>(term, AT);
  end = load<u32>(term, DOCS_END);
  low = load<i32>(term, LOW);
  rank = load<i32>(term, RANK);
  to = load<i32>(term, TO);
  if (low < 0 && load<u32>(term, FORM) !== GAPS) {
    low = 0;
    rank = 0;
  }
}

/** Saves the cursor for the next lookups. */
function leave(term: usize): void {
  store<u32>(term, <u32>at, AT);
  store<i32>(term, low, LOW);
  store<i32>(term, rank, RANK);
  store<i32>(term, to, TO);
}

function setBit(bits: usize, doc: i32): void {
  const byte = bits + ((<usize>doc & 0xffff) >> 3);
  store<u8>(byte, <u32>load<u8>(byte) | (1 << (doc & 7)));
}

/** Makes a bitmap of a block at `bits`, to make many lookups cheap. */
export function makeBitsOf(term: usize, bits: u32): void {
  const form = load<u32>(term, FORM);
  store<u32>(term, bits, BITS);
  at = load<u32>(term, DOCS_AT);
  end = load<u32>(term, DOCS_END);
  if (form === BITMAP) {
    memory.copy(bits, at, end - at);
    memory.fill(<usize>bits + (end - at), 0, BITMAP_BYTES - (end - at));
  } else {
    assert(form === GAPS);
    memory.fill(bits, 0, BITMAP_BYTES);
    for (let doc: i32 = -1; at < end; ) {
      const more = continuation(at, end);
      if (hasLong(more)) {
        doc += <i32>varint() + 1;
        setBit(bits, doc);
        continue;
      }
      const distances = distancesOf(at, more);
      const numbers = numbersOf(at, end, more);
      const last = doc + laneOf(distances, numbers - 1);
      for (let n: usize = 0; n < numbers; n++) setBit(bits, doc + <i32>load<u16>(DISTANCES + (n << 1)));
      doc = last;
      at += bytesOf(at, end, more);
    }
  }
  rankWords(bits);
}

/** Writes the rank of each of `count` documents, of 16 bits and ascending, to RANKS; -1 for those without the term. */
export function rankDocs(term: usize, docs: usize, count: u32): void {
  if (count === 0) return;
  const bits: usize = load<u32>(term, BITS);
  if (bits !== 0) {
    rankInBits(bits, docs, count);
    return;
  }
  const form = load<u32>(term, FORM);
  turnTo(term, load<u16>(docs));
  // For targets nearer than 16 average gaps, trying to skip costs more than reading some.
  const length = <u32>(end - load<u32>(term, DOCS_AT));
  const reach = <i32>max<u32>(((<u32>1) << 20) / max<u32>(length, 1), 16);
  for (let i: usize = 0; i < <usize>count; i++) {
    const doc = <i32>load<u16>(docs + (i << 1));
    let found: i32 = 0;
    if (form === GAPS) found = rankInGaps(doc, reach);
    else if (form === BITMAP) found = rankInBitmap(doc);
    else found = form === INTERVALS ? rankInIntervals(doc) : rankInListed(doc);
    store<i32>(RANKS + (i << 2), found);
  }
  leave(term);
}
