/**
 * The intersection of several resident lists, minus others: counted, listed, or as bitmaps. Offers the documents that may be in
 * the top k. One call covers many blocks.
 */

import { clearBits, exclude, intersect, unite } from './bits';
import { boundOfBlock, countCommon, rankCandidates } from './blocks';
import {
  CANDIDATES,
  COLUMN_SHIFT,
  COLUMNS,
  COMMON,
  COMMON_RANKS,
  NUMBERS,
  OCCURRENCES,
  OFFERED,
  ORDER,
  PACK_SCORES,
  SCORES,
} from './memory';
import { beginPhrases, decoded, elements, occurrencesIn } from './phrases';
import { BITMAP, COUNT, FORM, forgetListed, listDocs } from './ranking/lists';
import { LOWS, NORMS, PACK, RANKS } from './ranking/memory';
import { boundOf, frequencyAt, packBits, readPack } from './ranking/packs';
import {
  addBitmap,
  addCandidates,
  addCount,
  addListed,
  addNothing,
  beginCount,
  bitmap,
  COUNTED,
  form,
  isFull,
  listed,
  RANKED,
} from './results';
import {
  at,
  block,
  blockBits,
  codesOf,
  findOthers,
  forgetOthers,
  lacking,
  NOTHING,
  numberOf,
  order,
  otherAt,
  others,
  reachThrough,
  turnToBlock,
  weightOf,
} from './terms';

/**
 * Lets the caller score a document, with its frequencies in OFFERED. Returns the score that a document must reach from now on.
 */
declare function offer(block: u32, low: u32): f32;

/** Candidates per batch. */
export const AT_ONCE: u32 = 1024;
const COMMON_SHIFT: usize = 18;
/** Log2 of the positions that cost as much as a document. */
export const POSITIONS_SHIFT: u32 = 3;

/** Reasons for a run to end. */
export const DONE: u32 = 0;
export const NEEDS_BLOCK: u32 = 1;
export const PAUSED: u32 = 2;

/** The score that a document must reach to be offered. */
export let least: f32 = 0;
let terms: usize = 0;

function highest(i: usize): f32 {
  return weightOf(i) * boundOfBlock(at(i));
}

export function scoreOf(i: usize, low: usize, frequency: u32): f32 {
  const tf = <f32>frequency;
  return (weightOf(i) * tf) / (tf + load<f32>(NORMS + ((<usize>load<u8>(codesOf(i) + low)) << 2)));
}

export function setLeast(value: f32): void {
  least = value;
}

/** Offers a document of the block, with its frequencies in OFFERED. */
export function offered(low: u32): void {
  least = offer(block, low);
}

/**
 * Finds, in blocks `from` up to `to`, the documents in the first `required` of `count` lists and in none of the rest. Reads
 * about `budget` documents of leading lists.
 */
export function intersectLists(
  required: u32,
  count: u32,
  from: u32,
  to: u32,
  budget: u32,
  isCounted: u32,
  isScored: u32,
): u32 {
  terms = required;
  forgetOthers();
  beginCount();
  let spent: u32 = 0;
  for (let next = from; next < to; next++) {
    turnToBlock(next);
    if (!order(terms, isScored !== 0)) {
      if (lacking !== NOTHING) return lacks(terms, to);
      addNothing();
      continue;
    }
    if (count > required && !findOthers(terms, count)) return lacks(terms, to);
    const leading = load<u32>(at(0), COUNT);
    if (isFull(leading)) return PAUSED;
    forgetListed();
    let bound: f32 = 0;
    if (isScored !== 0) for (let i: usize = 0; i < terms; i++) bound += highest(i);
    const isHopeful: bool = isScored !== 0 && bound >= least;
    if (isCounted === 0) {
      if (isHopeful) findBest(bound);
    } else if (form !== RANKED && elements === 0 && areBitmaps()) {
      addBitmaps();
      if (isHopeful) findBest(bound);
    } else {
      addNothing();
      findAll(isHopeful, bound);
    }
    spent += leading + 64;
    if (elements > 0) spent += decoded >> POSITIONS_SHIFT;
    if (spent >= budget && next + 1 < to) {
      turnToBlock(next + 1);
      return PAUSED;
    }
  }
  return DONE;
}

/** Reports a block that is not resident, and in which the first `required` lists must have documents. */
export function lacks(required: usize, to: u32): u32 {
  reachThrough(required, to);
  return NEEDS_BLOCK;
}

/** Whether bitmaps can be combined, or a single list can be counted. */
function areBitmaps(): bool {
  if (terms === 1 && others === 0 && form === COUNTED) return true;
  for (let i: usize = 0; i < terms; i++) if (load<u32>(at(i), FORM) !== BITMAP) return false;
  return true;
}

function addBitmaps(): void {
  if (others === 0 && form === COUNTED) {
    addCount(terms === 1 ? load<u32>(at(0), COUNT) : countCommon(ORDER, terms));
    return;
  }
  const bits = bitmap();
  clearBits(bits);
  unite(at(0), bits);
  for (let i: usize = 1; i < terms; i++) intersect(at(i), bits);
  for (let i: usize = 0; i < others; i++) exclude(otherAt(i), bits);
  addBitmap();
}

/** Removes those of the first `count` candidates that are in one of the other lists. Numbers and scores move along. */
function dropOthers(count: usize): usize {
  let left = count;
  for (let other: usize = 0; other < others && left > 0; other++) left = dropThoseOf(otherAt(other), left);
  return left;
}

/** Drops those of the first `count` candidates that are in a block of a list. Returns how many are left. */
export function dropThoseOf(own: usize, count: usize): usize {
  rankCandidates(own, <u32>count);
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    moveCandidate(i, kept);
    kept += usize(load<i32>(RANKS + (i << 2)) < 0);
  }
  return kept;
}

/** Moves a candidate with its number and its score. */
export function moveCandidate(from: usize, to: usize): void {
  store<u16>(CANDIDATES + (to << 1), load<u16>(CANDIDATES + (from << 1)));
  store<u16>(NUMBERS + (to << 1), load<u16>(NUMBERS + (from << 1)));
  store<f32>(SCORES + (to << 2), load<f32>(SCORES + (from << 2)));
}

/** Finds only documents that may be in the top k: from packs of the leading list, intersected with the others. */
function findBest(bound: f32): void {
  const leading = at(0);
  const weight = weightOf(0);
  const more = bound - highest(0);
  const count = load<u32>(leading, COUNT);
  const size: u32 = 1 << packBits;
  listDocs(leading);
  let found: usize = 0;
  for (let first: u32 = 0; first < count; first += size) {
    const pack = first >> packBits;
    if (weight * boundOf(leading, pack) + more < least) continue;
    if (<u32>found + size > AT_ONCE) {
      narrowBest(found, more);
      found = 0;
    }
    found = gatherPack(0, first, more, found);
  }
  if (found > 0) narrowBest(found, more);
}

/**
 * Reads the i-th term's pack from posting `first` on, for documents in LOWS. `more` is the maximum score of the other terms.
 * Appends documents that score enough to the first `found` candidates. Returns how many there are then.
 */
export function gatherPack(i: usize, first: u32, more: f32, found: usize): usize {
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

/** Offers the candidates, which have scores of the leading list, that have all other terms and may be in the top k. */
function narrowBest(found: usize, more: f32): void {
  let count = found;
  let rest = more;
  for (let t: usize = 1; t < terms && count > 0; t++) {
    const own = at(t);
    const weight = weightOf(t);
    const column = COLUMNS + (t << COLUMN_SHIFT);
    rest -= highest(t);
    rankCandidates(own, <u32>count);
    const bar = least - rest;
    let kept: usize = 0;
    for (let i: usize = 0; i < count; i++) {
      const rank = load<i32>(RANKS + (i << 2));
      const score = load<f32>(SCORES + (i << 2));
      const most = score + weight * boundOf(own, <u32>max<i32>(rank, 0) >> packBits);
      store<u16>(CANDIDATES + (kept << 1), load<u16>(CANDIDATES + (i << 1)));
      store<u16>(NUMBERS + (kept << 1), load<u16>(NUMBERS + (i << 1)));
      store<f32>(SCORES + (kept << 2), score);
      store<i32>(RANKS + (kept << 2), rank);
      kept += usize(rank >= 0) & usize(most >= bar);
    }
    count = 0;
    for (let i: usize = 0; i < kept; i++) {
      const low = <usize>load<u16>(CANDIDATES + (i << 1));
      const number = <usize>load<u16>(NUMBERS + (i << 1));
      const frequency = frequencyAt(own, load<u32>(RANKS + (i << 2)));
      const score = load<f32>(SCORES + (i << 2)) + scoreOf(t, low, frequency);
      store<u32>(column + (number << 2), frequency);
      store<u16>(CANDIDATES + (count << 1), <u16>low);
      store<u16>(NUMBERS + (count << 1), <u16>number);
      store<f32>(SCORES + (count << 2), score);
      count += usize(score >= bar);
    }
  }
  count = dropOthers(count);
  for (let i: usize = 0; i < count; i++) {
    if (load<f32>(SCORES + (i << 2)) < least) continue;
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    for (let t: usize = 0; t < terms; t++) {
      const frequency = load<u32>(COLUMNS + (t << COLUMN_SHIFT) + (number << 2));
      store<u32>(OFFERED + (numberOf(t) << 2), frequency);
    }
    offered(load<u16>(CANDIDATES + (i << 1)));
  }
}

/** Finds all documents, and offers those that may be in the top k. */
function findAll(isHopeful: bool, bound: f32): void {
  const leading = at(0);
  listDocs(leading);
  const documents = load<u32>(leading, COUNT);
  if (elements > 0) beginPhrases(terms);
  for (let first: u32 = 0; first < documents; first += AT_ONCE) {
    let count = <usize>min<u32>(AT_ONCE, documents - first);
    memory.copy(CANDIDATES, LOWS + ((<usize>first) << 1), count << 1);
    if (terms === 1) for (let i: usize = 0; i < count; i++) store<u16>(NUMBERS + (i << 1), <u16>i);
    for (let t: usize = 1; t < terms && count > 0; t++) {
      rankCandidates(at(t), <u32>count);
      count = keepRanked(t, count);
    }
    count = dropOthers(count);
    if (elements > 0) count = keepPhrases(first, count);
    addCandidates(count);
    if (form === RANKED) list(first, count);
    if (isHopeful) offerRanked(first, count, bound - highest(0));
  }
}

/** Keeps the candidates that contain the phrase. */
function keepPhrases(first: u32, count: usize): usize {
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const number = load<u16>(NUMBERS + (i << 1));
    const occurrences = occurrencesIn(block, first, number);
    store<u16>(CANDIDATES + (kept << 1), load<u16>(CANDIDATES + (i << 1)));
    store<u16>(NUMBERS + (kept << 1), number);
    store<u32>(OCCURRENCES + (kept << 2), occurrences);
    kept += usize(occurrences > 0);
  }
  return kept;
}

/** Lists the first `count` candidates, with their ranks, or the occurrences of the phrase. The leading list has them from `first` on. */
function list(first: u32, count: usize): void {
  const base = block << blockBits;
  if (elements > 0) memory.copy(COMMON_RANKS + ((<usize>listed) << 2), OCCURRENCES, count << 2);
  else listRanks(first, count);
  const out = COMMON + ((<usize>listed) << 2);
  for (let i: usize = 0; i < count; i++) store<u32>(out + (i << 2), base + <u32>load<u16>(CANDIDATES + (i << 1)));
  addListed(<u32>count);
}

function listRanks(first: u32, count: usize): void {
  for (let t: usize = 0; t < terms; t++) {
    const column = COLUMNS + (t << COLUMN_SHIFT);
    const ranks = COMMON_RANKS + (numberOf(t) << COMMON_SHIFT) + ((<usize>listed) << 2);
    for (let i: usize = 0; i < count; i++) {
      const number = <usize>load<u16>(NUMBERS + (i << 1));
      store<u32>(ranks + (i << 2), t === 0 ? first + <u32>number : load<u32>(column + (number << 2)));
    }
  }
}

/** Keeps the candidates that are in the t-th list, and their ranks. */
function keepRanked(t: usize, count: usize): usize {
  const column = COLUMNS + (t << COLUMN_SHIFT);
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const rank = load<i32>(RANKS + (i << 2));
    const number = t === 1 ? i : <usize>load<u16>(NUMBERS + (i << 1));
    store<u16>(CANDIDATES + (kept << 1), load<u16>(CANDIDATES + (i << 1)));
    store<u16>(NUMBERS + (kept << 1), <u16>number);
    store<i32>(column + (number << 2), rank);
    kept += usize(rank >= 0);
  }
  return kept;
}

/**
 * Offers those of the first `count` candidates that may be in the top k. All of them match. The leading list has them from
 * `first` on.
 */
function offerRanked(first: u32, count: usize, more: f32): void {
  const leading = at(0);
  const weight = weightOf(0);
  for (let i: usize = 0; i < count; i++) {
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    const rank = first + <u32>number;
    if (weight * boundOf(leading, rank >> packBits) + more < least) continue;
    const low = <usize>load<u16>(CANDIDATES + (i << 1));
    let frequency = frequencyAt(leading, rank);
    let score = scoreOf(0, low, frequency);
    let rest = more;
    if (score + rest < least) continue;
    store<u32>(OFFERED + (numberOf(0) << 2), frequency);
    let t: usize = 1;
    for (; t < terms; t++) {
      const own = load<u32>(COLUMNS + (t << COLUMN_SHIFT) + (number << 2));
      rest -= highest(t);
      if (score + weightOf(t) * boundOf(at(t), own >> packBits) + rest < least) break;
      frequency = frequencyAt(at(t), own);
      store<u32>(OFFERED + (numberOf(t) << 2), frequency);
      score += scoreOf(t, low, frequency);
      if (score + rest < least) break;
    }
    if (t === terms) offered(<u32>low);
  }
}
