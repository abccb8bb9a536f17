/**
 * Documents of a block that may be in the top k. They are found in packs of one term, and narrowed by the terms after it in the
 * order of the block.
 */

import { rankCandidates } from './blocks';
import {
  CANDIDATES,
  COLUMN_SHIFT,
  COLUMNS,
  NUMBERS,
  OFFERED,
  ORDER,
  ORDER_BOUNDS,
  PACK_SCORES,
  QUERY,
  RESTS,
  SCORES,
} from './memory';
import { COUNT, RECORD } from './ranking/lists';
import { LOWS, NORMS, PACK, RANKS } from './ranking/memory';
import { boundOf, frequencyAt, packBits, readPack } from './ranking/packs';
import { at, block, codesOf, ELSEWHERE, numberOf, otherAt, others, weightOf } from './terms';

/**
 * Lets the caller score a document, with its frequencies in OFFERED. Returns the score that a document must reach from now on.
 */
declare function offer(block: u32, low: u32): f32;

/** Asks the caller to make the documents of a block of the t-th list resident, with their frequencies. */
declare function need(t: u32, block: u32): void;

/** Candidates per batch. */
export const AT_ONCE: u32 = 1024;
/** Higher than the bound of any pack. */
export const ANY_BOUND: f32 = 2;
/** Cost of making a block resident, in documents. */
const PUT_COST: u32 = 1024;

/** The score that a document must reach to be offered. */
export let least: f32 = 0;
/** Number of terms in the block, and of those that are required. These come first. */
export let present: usize = 0;
export let required: usize = 0;
/** Documents read. */
export let spent: u32 = 0;

export function setLeast(value: f32): void {
  least = value;
}

/** Offers a document of the block, with its frequencies in OFFERED. */
export function offered(low: u32): void {
  least = offer(block, low);
}

export function forgetSpent(): void {
  spent = 0;
}

/** Sets the terms of the block, after their bounds. Returns the sum of these. */
export function setTerms(mandatory: usize, count: usize): f32 {
  required = mandatory;
  present = count;
  let rest: f32 = 0;
  for (let i = count; i > 0; i--) {
    store<f32>(RESTS + (i << 2), rest);
    rest += boundAt(i - 1);
  }
  store<f32>(RESTS, rest);
  return rest;
}

export function setBound(i: usize, bound: f32): void {
  store<f32>(ORDER_BOUNDS + (i << 2), bound);
}

export function boundAt(i: usize): f32 {
  return load<f32>(ORDER_BOUNDS + (i << 2));
}

/** Returns the maximum sum of the terms from the i-th on. */
export function restFrom(i: usize): f32 {
  return load<f32>(RESTS + (i << 2));
}

/** Makes the block of the i-th term resident. */
export function bring(i: usize): void {
  if (at(i) !== 0) return;
  const entry = <usize>load<u32>(QUERY + (numberOf(i) << 4)) + ((<usize>block) << 2);
  const known = load<u32>(entry);
  if (known === ELSEWHERE || load<u32>(known, RECORD) === 0) {
    need(<u32>numberOf(i), block);
    spent += PUT_COST;
  }
  const own = load<u32>(entry);
  assert(own > ELSEWHERE && load<u32>(own, RECORD) !== 0);
  store<u32>(ORDER + (i << 3), own);
}

export function scoreOf(i: usize, low: usize, frequency: u32): f32 {
  const tf = <f32>frequency;
  return (weightOf(i) * tf) / (tf + load<f32>(NORMS + ((<usize>load<u8>(codesOf(i) + low)) << 2)));
}

/** Removes candidates that one of the other lists contains. Numbers and scores move along. Returns how many are left. */
export function dropOthers(count: usize): usize {
  let left = count;
  for (let other: usize = 0; other < others && left > 0; other++) left = dropThoseOf(otherAt(other), left);
  return left;
}

/** Removes candidates that a block of a list contains. Returns how many are left. */
function dropThoseOf(own: usize, count: usize): usize {
  rankCandidates(own, <u32>count);
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    moveCandidate(i, kept);
    kept += usize(load<i32>(RANKS + (i << 2)) < 0);
  }
  return kept;
}

/** Moves a candidate with its number and its score. */
function moveCandidate(from: usize, to: usize): void {
  store<u16>(CANDIDATES + (to << 1), load<u16>(CANDIDATES + (from << 1)));
  store<u16>(NUMBERS + (to << 1), load<u16>(NUMBERS + (from << 1)));
  store<f32>(SCORES + (to << 2), load<f32>(SCORES + (from << 2)));
}

/** Scores the packs with a bound of at least `lowest`, and below `end`. */
export function rankPacks(i: usize, lowest: f32, end: f32): void {
  const leading = at(i);
  const weight = weightOf(i);
  const more = restFrom(i + 1);
  const count = load<u32>(leading, COUNT);
  const size: u32 = 1 << packBits;
  let found: usize = 0;
  for (let first: u32 = 0; first < count; first += size) {
    const pack = first >> packBits;
    const bound = boundOf(leading, pack);
    if (bound < lowest || bound >= end || weight * bound + more < least) continue;
    if (<u32>found + size > AT_ONCE) {
      narrow(i, found);
      found = 0;
    }
    found = gatherPack(i, first, more, found);
    spent += size;
  }
  if (found > 0) narrow(i, found);
}

/**
 * Reads the i-th term's pack from posting `first` on, for documents in LOWS. `more` is the maximum score of the other terms.
 * Appends documents that score enough to the first `found` candidates. Returns how many there are then.
 * A block in ranking/candidates.ts has far more candidates, and keeps their frequencies as hits instead of columns.
 */
function gatherPack(i: usize, first: u32, more: f32, found: usize): usize {
  const leading = at(i);
  const weight = weightOf(i);
  const codes = codesOf(i);
  const column = COLUMNS + (i << COLUMN_SHIFT);
  readPack(leading, first >> packBits);
  const postings = <usize>min<u32>(1 << packBits, load<u32>(leading, COUNT) - first);
  const lows = LOWS + ((<usize>first) << 1);
  // Norms are far apart in memory. A loop that does nothing else waits for many of them at once.
  for (let n: usize = 0; n < postings; n++) {
    const low = <usize>load<u16>(lows + (n << 1));
    store<f32>(PACK_SCORES + (n << 2), load<f32>(NORMS + ((<usize>load<u8>(codes + low)) << 2)));
  }
  const weights = f32x4.splat(weight);
  const rests = f32x4.splat(more);
  const bar = f32x4.splat(least);
  let count = found;
  for (let n: usize = 0; n < postings; n += 4) {
    const own = PACK_SCORES + (n << 2);
    const tfs = f32x4.convert_i32x4_s(v128.load(PACK + (n << 2)));
    const scores = f32x4.div(f32x4.mul(weights, tfs), f32x4.add(tfs, v128.load(own)));
    v128.store(own, scores);
    let wanted = i32x4.bitmask(f32x4.ge(f32x4.add(scores, rests), bar));
    if (postings - n < 4) wanted &= (1 << (<i32>(postings - n))) - 1;
    for (; wanted !== 0; wanted &= wanted - 1) {
      const posting = n + <usize>ctz(wanted);
      store<u16>(CANDIDATES + (count << 1), load<u16>(lows + (posting << 1)));
      store<u16>(NUMBERS + (count << 1), <u16>count);
      store<f32>(SCORES + (count << 2), load<f32>(PACK_SCORES + (posting << 2)));
      store<u32>(column + (count << 2), load<u32>(PACK + (posting << 2)));
      count++;
    }
  }
  return count;
}

/** Offers the candidates, which have scores of the leading term, that match and may be in the top k. */
function narrow(leading: usize, found: usize): void {
  let count = found;
  if (required === 0) for (let i: usize = 0; i < leading && count > 0; i++) count = dropThoseOf(at(i), count);
  for (let i = leading + 1; i < present && count > 0; i++) {
    bring(i);
    rankCandidates(at(i), <u32>count);
    count = addTerm(i, keepBounded(i, count));
  }
  count = dropOthers(count);
  for (let i: usize = 0; i < count; i++) {
    if (load<f32>(SCORES + (i << 2)) < least) continue;
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    for (let p = leading; p < present; p++) {
      const frequency = load<u32>(COLUMNS + (p << COLUMN_SHIFT) + (number << 2));
      store<u32>(OFFERED + (numberOf(p) << 2), frequency);
    }
    offered(load<u16>(CANDIDATES + (i << 1)));
  }
}

/**
 * Keeps the candidates, with their ranks, that may still reach the top k by the bound of their pack of the i-th term plus the
 * maximum of later terms.
 */
function keepBounded(i: usize, count: usize): usize {
  const own = at(i);
  const weight = weightOf(i);
  const bar = least - restFrom(i + 1);
  const isRequired = i < required;
  let kept: usize = 0;
  for (let n: usize = 0; n < count; n++) {
    const rank = load<i32>(RANKS + (n << 2));
    const isThere = rank >= 0;
    const bound = weight * boundOf(own, <u32>max<i32>(rank, 0) >> packBits);
    const most = load<f32>(SCORES + (n << 2)) + select<f32>(bound, 0, isThere);
    moveCandidate(n, kept);
    store<i32>(RANKS + (kept << 2), rank);
    kept += usize(isThere || !isRequired) & usize(most >= bar);
  }
  return kept;
}

/** Adds the score of the i-th term to the candidates, and keeps those that can still be in the top k. */
function addTerm(i: usize, count: usize): usize {
  const own = at(i);
  const bar = least - restFrom(i + 1);
  const column = COLUMNS + (i << COLUMN_SHIFT);
  let kept: usize = 0;
  for (let n: usize = 0; n < count; n++) {
    const rank = load<i32>(RANKS + (n << 2));
    const frequency: u32 = rank < 0 ? 0 : frequencyAt(own, <u32>rank);
    let score = load<f32>(SCORES + (n << 2));
    if (frequency > 0) score += scoreOf(i, <usize>load<u16>(CANDIDATES + (n << 1)), frequency);
    store<u32>(column + ((<usize>load<u16>(NUMBERS + (n << 1))) << 2), frequency);
    moveCandidate(n, kept);
    store<f32>(SCORES + (kept << 2), score);
    kept += usize(score >= bar);
  }
  return kept;
}
