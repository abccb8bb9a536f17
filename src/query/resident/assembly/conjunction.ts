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
} from './memory';
import {
  ANY_BOUND,
  AT_ONCE,
  dropOthers,
  least,
  offered,
  rankPacks,
  restFrom,
  scoreOf,
  setBound,
  setTerms,
} from './narrowing';
import { beginPhrases, decoded, elements, occurrencesIn } from './phrases';
import { BITMAP, COUNT, FORM, forgetListed, listDocs } from './ranking/lists';
import { LOWS, RANKS } from './ranking/memory';
import { boundOf, frequencyAt, packBits } from './ranking/packs';
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

const COMMON_SHIFT: usize = 18;
/** Log2 of the positions that cost as much as a document. */
export const POSITIONS_SHIFT: u32 = 3;

/** Reasons for a run to end. */
export const DONE: u32 = 0;
export const NEEDS_BLOCK: u32 = 1;
export const PAUSED: u32 = 2;

let terms: usize = 0;

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
    const isHopeful: bool = isScored !== 0 && boundOfTerms() >= least;
    if (isCounted === 0) {
      if (isHopeful) findBest();
    } else if (form !== RANKED && elements === 0 && areBitmaps()) {
      addBitmaps();
      if (isHopeful) findBest();
    } else {
      addNothing();
      findAll(isHopeful);
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

/** Sets the bounds of all terms in the block. Returns their sum. */
function boundOfTerms(): f32 {
  for (let i: usize = 0; i < terms; i++) setBound(i, weightOf(i) * boundOfBlock(at(i)));
  return setTerms(terms, terms);
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

/** Finds only documents that may be in the top k. */
function findBest(): void {
  listDocs(at(0));
  rankPacks(0, 0, ANY_BOUND);
}

/** Finds all documents, and offers those that may be in the top k. */
function findAll(isHopeful: bool): void {
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
    if (isHopeful) offerRanked(first, count);
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
function offerRanked(first: u32, count: usize): void {
  const more = restFrom(1);
  const leading = at(0);
  const weight = weightOf(0);
  for (let i: usize = 0; i < count; i++) {
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    const rank = first + <u32>number;
    if (weight * boundOf(leading, rank >> packBits) + more < least) continue;
    const low = <usize>load<u16>(CANDIDATES + (i << 1));
    let frequency = frequencyAt(leading, rank);
    let score = scoreOf(0, low, frequency);
    if (score + more < least) continue;
    store<u32>(OFFERED + (numberOf(0) << 2), frequency);
    let t: usize = 1;
    for (; t < terms; t++) {
      const own = load<u32>(COLUMNS + (t << COLUMN_SHIFT) + (number << 2));
      const rest = restFrom(t + 1);
      if (score + weightOf(t) * boundOf(at(t), own >> packBits) + rest < least) break;
      frequency = frequencyAt(at(t), own);
      store<u32>(OFFERED + (numberOf(t) << 2), frequency);
      score += scoreOf(t, low, frequency);
      if (score + rest < least) break;
    }
    if (t === terms) offered(<u32>low);
  }
}
