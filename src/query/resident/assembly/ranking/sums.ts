/** Candidates of a block: documents whose sum over some of the terms, plus the maximum of the others, may be in the top k. */
import { endHits, gatherPack, moveCandidate, noteHits, scoreOf } from './candidates';
import { COUNT, forgetListed, listDocs, NORM_CODES, termAt, WEIGHT } from './lists';
import { ALLOWED, CANDIDATES, DONE, LOWS, PACK, SCORES, SUMS, TOUCHED } from './memory';
import { boundOf, locatePacks, packBits, readPack } from './packs';

const BITMAP_BYTES: usize = 8192;
/** A part of SUMS is 16 documents. */
const PART_BITS: usize = 4;
const PARTS: usize = 4096;
/** Lower bound of every existing sum, because weights have it. */
const SUM_LEAST: f32 = 1e-37;

/** Whether documents in DONE are excluded. */
let isMarked: bool = false;

/** Whether there are sums. They may be left over from an earlier block that ended with an error. */
let areSums: bool = false;

/** Begins a block. */
export function beginBlock(): void {
  if (areSums) gatherSums(f32.MAX_VALUE, 0);
  isMarked = false;
  forgetListed();
}

/** Keeps the candidates whose bit in a bitmap is `wanted`. Returns how many. */
function keepBits(bitmap: usize, wanted: u32, count: usize): u32 {
  let left: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const low = <u32>load<u16>(CANDIDATES + (i << 1));
    moveCandidate(i, left);
    left += <usize>(((<u32>load<u8>(bitmap + (low >> 3)) >> (low & 7)) & 1) ^ wanted ^ 1);
  }
  return <u32>left;
}

export function keepAllowed(count: u32): u32 {
  return keepBits(ALLOWED, 1, count);
}

/** Keeps the unmarked candidates. Returns how many. */
export function keepFree(count: usize): u32 {
  return isMarked ? keepBits(DONE, 0, count) : <u32>count;
}

/** Marks the candidates, so that they are not found again in this block. */
export function markCandidates(count: u32): void {
  if (!isMarked) memory.fill(DONE, 0, BITMAP_BYTES);
  isMarked = true;
  for (let i: u32 = 0; i < count; i++) {
    const low = <u32>load<u16>(CANDIDATES + ((<usize>i) << 1));
    const at = DONE + (low >> 3);
    store<u8>(at, <u32>load<u8>(at) | (1 << (low & 7)));
  }
}

/** Adds a term to the sums, except packs with a bound below `least`, whose documents cannot be in the top k. */
export function addTerm(t: u32, least: f32): void {
  const term = termAt(t);
  listDocs(term);
  locatePacks(term);
  const count = load<u32>(term, COUNT);
  const weight = load<f32>(term, WEIGHT);
  const codes: usize = load<u32>(term, NORM_CODES);
  const size: u32 = 1 << packBits;
  areSums = true;
  endHits(t, 0);
  for (let first: u32 = 0; first < count; first += size) {
    const pack = first >> packBits;
    if (weight * boundOf(term, pack) < least) continue;
    readPack(term, pack);
    const lows = LOWS + ((<usize>first) << 1);
    const postings = <usize>min<u32>(size, count - first);
    for (let i: usize = 0; i < postings; i++) {
      const low = <usize>load<u16>(lows + (i << 1));
      const sum = SUMS + (low << 2);
      store<f32>(sum, load<f32>(sum) + scoreOf(weight, codes, low, load<i32>(PACK + (i << 2))));
      store<u8>(TOUCHED + (low >> PART_BITS), 1);
    }
  }
}

/** Returns a mask of those of the 16 sums at an address that reach the bar. */
function maskOf(at: usize, bar: v128): i32 {
  return i8x16.bitmask(
    i8x16.narrow_i16x8_s(
      i16x8.narrow_i32x4_s(f32x4.ge(v128.load(at), bar), f32x4.ge(v128.load(at, 16), bar)),
      i16x8.narrow_i32x4_s(f32x4.ge(v128.load(at, 32), bar), f32x4.ge(v128.load(at, 48), bar)),
    ),
  );
}

/** Makes the documents with a sum of at least `least` the candidates. Returns how many. Drops the sums unless `kept`. */
export function gatherSums(least: f32, kept: u32): u32 {
  let found: usize = 0;
  const bar = f32x4.splat(max<f32>(least, SUM_LEAST));
  const zero = i32x4.splat(0);
  for (let eight: usize = 0; eight < PARTS; eight += 8) {
    // One byte for each part, 0 or 1.
    for (let touched = load<u64>(TOUCHED + eight); touched !== 0; touched &= touched - 1) {
      const at = SUMS + ((eight + (<usize>ctz<u64>(touched) >> 3)) << (PART_BITS + 2));
      for (let chosen = maskOf(at, bar); chosen !== 0; chosen &= chosen - 1) {
        const sum = at + ((<usize>ctz<i32>(chosen)) << 2);
        store<u16>(CANDIDATES + (found << 1), <u16>((sum - SUMS) >> 2));
        store<f32>(SCORES + (found << 2), load<f32>(sum));
        found++;
      }
      if (kept !== 0) continue;
      v128.store(at, zero);
      v128.store(at, zero, 16);
      v128.store(at, zero, 32);
      v128.store(at, zero, 48);
    }
  }
  if (kept === 0) memory.fill(TOUCHED, 0, PARTS);
  areSums = kept !== 0;
  return keepFree(found);
}

/**
 * Makes the documents that score at least `least` by one term the candidates, from packs with a bound of at least `bound`.
 * Returns how many.
 */
export function gatherTerm(t: u32, least: f32, bound: f32): u32 {
  const term = termAt(t);
  listDocs(term);
  locatePacks(term);
  const count = load<u32>(term, COUNT);
  const weight = load<f32>(term, WEIGHT);
  const codes: usize = load<u32>(term, NORM_CODES);
  const size: u32 = 1 << packBits;
  let found: usize = 0;
  for (let first: u32 = 0; first < count; first += size) {
    const pack = first >> packBits;
    if (boundOf(term, pack) < bound || weight * boundOf(term, pack) < least) continue;
    readPack(term, pack);
    const postings = <usize>min<u32>(size, count - first);
    found = gatherPack(LOWS + ((<usize>first) << 1), postings, weight, codes, least, found);
  }
  noteHits(t, found);
  return keepFree(found);
}
