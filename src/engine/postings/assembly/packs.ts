/**
 * Frequencies of a block in packs, with the impact of each. ../frequencies.ts defines the format and has a second
 * implementation.
 */
import { putVarint, reach, take } from '../../../kernel/assembly/room';

/** Makes a field the current one, with its lengths, by calling `enterField` if needed. */
declare function needField(field: u32): void;
/** Returns the length of a document if it does not fit in two bytes. */
declare function lengthOf(doc: u32): f64;

/** Wider values become exceptions, each at an estimated cost of this many bits. */
const WIDTH_MAX: u32 = 12;
const EXCEPTION_BITS: u32 = 18;
/** Mark of a length that does not fit. */
const LONG_LENGTH: u32 = 0xffff;
const IMPACTS: usize = 256;
/** Maximum bytes of a frequency, as an exception, and of the head of a pack. */
const FREQUENCY_BYTES: usize = 6;
const HEAD_BYTES: usize = 9;

let pack: u32 = 0;
/** The bound of each impact of a directory, as 64-bit floats. Filled by the caller. */
export let boundsAt: usize = 0;
/** Lengths by document, of 16 bits. Filled by the caller. */
export let lengthsAt: usize = 0;
let histogramAt: usize = 0;

let k1: f64 = 0;
let b: f64 = 0;
let isUnitLength: bool = false;
let average: f64 = 0;

export function layPacks(packBits: u32, ownK1: f64, ownB: f64, documents: u32): void {
  pack = 1 << packBits;
  k1 = ownK1;
  b = ownB;
  boundsAt = take(IMPACTS << 3);
  histogramAt = take(33 << 2);
  lengthsAt = take((<usize>documents) << 1);
}

/** Begins the next field. Its lengths are in memory unless all are 1. */
export function enterField(areUnits: bool, averageLength: f64): void {
  isUnitLength = areUnits;
  average = averageLength;
}

/** Returns the fraction of the highest score that a posting reaches. */
function impactOf(tf: u32, length: f64): f64 {
  const own = <f64>tf;
  return (own * (k1 + 1)) / (own + k1 * (1 - b + (b * length) / average)) / (k1 + 1);
}

/** Returns an impact as a byte, rounded up. */
function quantized(impact: f64): u32 {
  if (impact >= 1) return 255;
  let byte = <u32>max<f64>(0, ceil<f64>(255 * (1 - sqrt<f64>(1 - impact))) - 1);
  // The root is rounded, so the next byte may be needed.
  while (byte < 255 && load<f64>(boundsAt + ((<usize>byte) << 3)) < impact) byte++;
  return byte;
}

/**
 * Writes the frequencies of the documents at `docs` in a field to `at`. The positions of the first document are `starts[0]` up
 * to `starts[1]`. Returns the end.
 */
export function putPacks(field: u32, docs: usize, starts: usize, count: u32, at: usize): usize {
  const packs = <usize>((count + pack - 1) / pack);
  const packsAt = at + packs * HEAD_BYTES;
  reach(packsAt + <usize>count * FREQUENCY_BYTES + packs * HEAD_BYTES + 16);
  needField(field);
  let head = at;
  let to = packsAt;
  for (let from: u32 = 0; from < count; from += pack) {
    const own = min(pack, count - from);
    const offset = (<usize>from) << 2;
    const impact = survey(docs + offset, starts + offset, own);
    const start = to;
    to = putPack(starts + offset, own, to);
    store<u8>(head, <u8>quantized(impact));
    head = putVarint(head + 1, to - start);
  }
  memory.copy(head, packsAt, to - packsAt);
  return head + (to - packsAt);
}

function frequencyAt(starts: usize): u32 {
  return load<u32>(starts, 4) - load<u32>(starts);
}

/** Returns the highest impact of a pack. Also counts its frequencies by number of bits. */
function survey(docs: usize, starts: usize, count: u32): f64 {
  memory.fill(histogramAt, 0, 33 << 2);
  let best: f64 = 0;
  let once: u32 = 0;
  /** Among texts with one occurrence only the shortest matters: a shorter text has a higher impact. */
  let shortest: u32 = 0xffffffff;
  for (let i: u32 = 0; i < count; i++) {
    const tf = frequencyAt(starts + ((<usize>i) << 2));
    let length: u32 = 1;
    let doc: u32 = 0;
    if (!isUnitLength) {
      doc = load<u32>(docs + ((<usize>i) << 2));
      length = load<u16>(lengthsAt + ((<usize>doc) << 1));
    }
    if (tf === 1 && length < LONG_LENGTH) {
      once++;
      shortest = min(shortest, length);
      continue;
    }
    const slot = histogramAt + ((<usize>(32 - clz<u32>(tf - 1))) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
    best = max<f64>(best, impactOf(tf, length < LONG_LENGTH ? <f64>length : lengthOf(doc)));
  }
  if (once > 0) {
    store<u32>(histogramAt, load<u32>(histogramAt) + once);
    best = max<f64>(best, impactOf(1, <f64>shortest));
  }
  return best;
}

function bestWidth(count: u32): u32 {
  let above = count - load<u32>(histogramAt);
  let best: u32 = 0;
  let bestBits = above * EXCEPTION_BITS;
  for (let width: u32 = 1; width <= WIDTH_MAX; width++) {
    above -= load<u32>(histogramAt + ((<usize>width) << 2));
    const bits = width * count + above * EXCEPTION_BITS;
    if (bits >= bestBits) continue;
    bestBits = bits;
    best = width;
  }
  return best;
}

function putPack(starts: usize, count: u32, at: usize): usize {
  const width = bestWidth(count);
  const limit: u32 = 1 << width;
  store<u8>(at, <u8>width);
  let to = at + 2;
  let exceptions: u32 = 0;
  let pending: u64 = 0;
  let bits: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const value = frequencyAt(starts + ((<usize>i) << 2)) - 1;
    if (value >= limit) exceptions++;
    else pending |= (<u64>value) << bits;
    bits += width;
    if (bits < 32) continue;
    store<u32>(to, <u32>pending);
    to += 4;
    pending >>>= 32;
    bits -= 32;
  }
  for (; bits > 0; bits = bits > 8 ? bits - 8 : 0) {
    store<u8>(to++, <u8>pending);
    pending >>>= 8;
  }
  store<u8>(at, <u8>exceptions, 1);
  if (exceptions === 0) return to;
  for (let i: u32 = 0; i < count; i++) {
    const value = frequencyAt(starts + ((<usize>i) << 2)) - 1;
    if (value < limit) continue;
    store<u8>(to, <u8>i);
    to = putVarint(to + 1, value);
  }
  return to;
}
