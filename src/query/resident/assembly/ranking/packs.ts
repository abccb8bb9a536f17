/** Frequencies and bounds of the packs of a list in a block. src/engine/postings/frequencies.ts describes the format. */
import { COUNT, FORM, LISTED, LOCATED, PACKS, RECORD, termAt } from './lists';
import { BOUNDS, LEVELS, PACK } from './memory';

/** A pack is 2^packBits postings. */
export let packBits: u32 = 7;

export function setPackBits(bits: u32): void {
  packBits = bits;
}

let at: usize = 0;

function varint(): u32 {
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Indexed by pack: its bound as a 32-bit float, and its offset. */
const PACK_SHIFT: usize = 3;

/** Reads the directory of a term, once per block. */
export function locatePacks(term: usize): void {
  if (load<u32>(term, LOCATED) !== 0) return;
  store<u32>(term, 1, LOCATED);
  if (load<u32>(term, FORM) === LISTED) return;
  const count = load<u32>(term, COUNT);
  const packs = (count + (1 << packBits) - 1) >> packBits;
  const first: usize = load<u32>(term, PACKS);
  const end = first + ((<usize>packs) << PACK_SHIFT);
  let offset: u32 = 0;
  at = load<u32>(term, RECORD);
  for (let pack = first; pack < end; pack += 8) {
    const impact = <usize>load<u8>(at++);
    store<f32>(pack, load<f32>(BOUNDS + (impact << 2)));
    store<u32>(pack, offset, 4);
    offset += varint();
  }
  const directory = <u32>at;
  for (let pack = first; pack < end; pack += 8) store<u32>(pack, load<u32>(pack, 4) + directory, 4);
}

/** Returns the bound of a pack, after `locatePacks`; 1 for a list without packs. */
export function boundOf(term: usize, pack: u32): f32 {
  if (load<u32>(term, FORM) === LISTED) return 1;
  return load<f32>(<usize>load<u32>(term, PACKS) + ((<usize>pack) << PACK_SHIFT));
}

/** Returns a bound that at least `wanted` packs of a term reach, if it has as many, and not many more. */
export function boundOfPacks(t: u32, wanted: u32): f32 {
  const term = termAt(t);
  locatePacks(term);
  return boundOfPacksOf(term, wanted);
}

export function boundOfPacksOf(term: usize, wanted: u32): f32 {
  const packs = (load<u32>(term, COUNT) + (1 << packBits) - 1) >> packBits;
  memory.fill(LEVELS, 0, 1024);
  for (let pack: u32 = 0; pack < packs; pack++) {
    const level = LEVELS + ((<usize>(min<f32>(boundOf(term, pack), 1) * 255)) << 2);
    store<u32>(level, load<u32>(level) + 1);
  }
  let level: usize = 256;
  for (let above: u32 = 0; above < wanted && level > 0; ) above += load<u32>(LEVELS + (--level << 2));
  return <f32>level / 255;
}

/** Writes the frequencies of a pack to PACK. */
export function readPack(term: usize, pack: u32): void {
  const first = pack << packBits;
  const count = min<u32>(1 << packBits, load<u32>(term, COUNT) - first);
  if (load<u32>(term, FORM) === LISTED) {
    memory.copy(PACK, <usize>load<u32>(term, RECORD) + ((<usize>first) << 2), (<usize>count) << 2);
    return;
  }
  const start: usize = load<u32>(<usize>load<u32>(term, PACKS) + ((<usize>pack) << PACK_SHIFT), 4);
  const width = <u32>load<u8>(start);
  const mask: u32 = (1 << width) - 1;
  let bit = (<u32>start + 2) << 3;
  const end = PACK + ((<usize>count) << 2);
  for (let out = PACK; out < end; out += 4, bit += width) {
    store<u32>(out, ((load<u32>(bit >> 3) >> (bit & 7)) & mask) + 1);
  }
  at = start + 2 + ((count * width + 7) >> 3);
  for (let left = <u32>load<u8>(start, 1); left > 0; left--) {
    const index = <usize>load<u8>(at++);
    store<u32>(PACK + (index << 2), varint() + 1);
  }
}

/** The frequency of the posting after the summed ones. */
export let frequencyBehind: u32 = 0;

/**
 * Returns the sum of the frequencies of postings from `from` up to `to`, all in one pack, after `locatePacks`. Sets
 * `frequencyBehind` to the frequency of `to`. For a list without packs, `from` may be negative.
 */
export function sumOfFrequencies(term: usize, from: i32, to: i32): u32 {
  if (load<u32>(term, FORM) === LISTED) {
    const record: usize = load<u32>(term, RECORD);
    let sum: u32 = 0;
    for (let i = from; i < to; i++) sum += load<u32>(record + (i << 2));
    frequencyBehind = load<u32>(record + (to << 2));
    return sum;
  }
  const pack = <u32>to >> packBits;
  const start: usize = load<u32>(<usize>load<u32>(term, PACKS) + ((<usize>pack) << PACK_SHIFT), 4);
  const first = pack << packBits;
  const count = min<u32>(1 << packBits, load<u32>(term, COUNT) - first);
  return sumInPack(start, count, <u32>from - first, <u32>to - first);
}

/** Like `sumOfFrequencies`, for postings of a pack of `count` at an address. */
export function sumInPack(start: usize, count: u32, from: u32, to: u32): u32 {
  const width = <u32>load<u8>(start);
  const mask: u32 = (1 << width) - 1;
  let bit = ((<u32>start + 2) << 3) + from * width;
  let sum = to - from;
  if (width > 0) for (let left = sum; left > 0; left--, bit += width) sum += (load<u32>(bit >> 3) >> (bit & 7)) & mask;
  frequencyBehind = ((load<u32>(bit >> 3) >> (bit & 7)) & mask) + 1;
  // An exception has the packed value 0. A single posting with another value is not an exception, so exceptions are not read.
  let left = from === to && frequencyBehind > 1 ? 0 : <u32>load<u8>(start, 1);
  if (left === 0) return sum;
  at = start + 2 + ((count * width + 7) >> 3);
  for (; left > 0; left--) {
    const other = <u32>load<u8>(at++);
    if (other > to) break;
    const value = varint();
    if (other === to) frequencyBehind = value + 1;
    else if (other >= from) sum += value;
  }
  return sum;
}

/** Returns the frequency of the posting with a rank, after `locatePacks`. */
export function frequencyAt(term: usize, rank: u32): u32 {
  sumOfFrequencies(term, rank, rank);
  return frequencyBehind;
}
