/** The documents that all of several resident lists have: counted, and those offered that may be among the best, one call for many blocks. */
import { BITMAP, COUNT, FORM, forgetListed, listDocs, RECORD } from './ranking/lists';
import { LOWS, NORMS, PACK, RANKS } from './ranking/memory';
import { boundOf, frequencyAt, packBits, readPack } from './ranking/packs';
import { boundOfBlock, countCommon, rankCandidates } from './resident-blocks';
import { CANDIDATES, COLUMNS, COMMON, COMMON_RANKS, NUMBERS, OFFERED, ORDER, QUERY, SCORES } from './resident-memory';

/** The caller scores a document, of which the frequencies are in OFFERED, and says what a document must now reach. */
declare function offer(block: u32, low: u32): f32;

const AT_ONCE: u32 = 1024;
const COLUMN_SHIFT: usize = 12;
const LISTED_MAX: u32 = 65_536;
const COMMON_SHIFT: usize = 18;
/** In a table: the list has no documents in the block, or they are not here. */
const NONE: u32 = 0;
const ELSEWHERE: u32 = 1;

/** How a run ended. */
const DONE: u32 = 0;
const NEEDS_BLOCK: u32 = 1;
const PAUSED: u32 = 2;

/** Where a run stopped, which term it lacks there, and how many documents it counted. */
export let block: u32 = 0;
export let lacking: u32 = 0;
export let counted: u32 = 0;
/** How many documents it listed, if it does. */
export let listed: u32 = 0;
let isListing: bool = false;
let least: f32 = 0;
let terms: usize = 0;
let blockBits: u32 = 16;

export function setBlockBits(bits: u32): void {
  blockBits = bits;
}

export function setTerm(t: u32, table: u32, weight: f32, codes: u32): void {
  const term = QUERY + ((<usize>t) << 4);
  store<u32>(term, table);
  store<f32>(term, weight, 4);
  store<u32>(term, codes, 8);
}

export function setLeast(value: f32): void {
  least = value;
}

/** The block of a list in the i-th place of the order. */
function at(i: usize): usize {
  return load<u32>(ORDER + (i << 3));
}

function termOf(i: usize): usize {
  return QUERY + ((<usize>load<u32>(ORDER + (i << 3), 4)) << 4);
}

function weightOf(i: usize): f32 {
  return load<f32>(termOf(i), 4);
}

function codesOf(i: usize): usize {
  return <usize>load<u32>(termOf(i), 8) + ((<usize>block) << blockBits);
}

function highest(i: usize): f32 {
  return weightOf(i) * boundOfBlock(at(i));
}

/** Puts the terms in order; false if one is not in the block, or not here: then that is `lacking`. */
function order(isScored: bool): bool {
  lacking = -1;
  for (let t: usize = 0; t < terms; t++) {
    const own = load<u32>(<usize>load<u32>(QUERY + (t << 4)) + ((<usize>block) << 2));
    if (own === NONE) {
      lacking = -1;
      return false;
    }
    if (lacking !== -1) continue;
    if (own === ELSEWHERE || (isScored && load<u32>(own, RECORD) === 0)) {
      lacking = <u32>t;
      continue;
    }
    const count = load<u32>(own, COUNT);
    let i = t;
    for (; i > 0 && load<u32>(at(i - 1), COUNT) > count; i--) {
      store<u64>(ORDER + (i << 3), load<u64>(ORDER + ((i - 1) << 3)));
    }
    store<u32>(ORDER + (i << 3), own);
    store<u32>(ORDER + (i << 3), <u32>t, 4);
  }
  return lacking === -1;
}

function scoreOf(i: usize, low: usize, frequency: u32): f32 {
  const tf = <f32>frequency;
  return (weightOf(i) * tf) / (tf + load<f32>(NORMS + ((<usize>load<u8>(codesOf(i) + low)) << 2)));
}

export function setListing(isAsked: u32): void {
  isListing = isAsked !== 0;
  listed = 0;
}

/** From `from` on, up to `to`; `budget` documents of leading lists are about as many as are looked at. */
export function run(count: u32, from: u32, to: u32, budget: u32, isCounted: u32, isScored: u32): u32 {
  terms = count;
  counted = 0;
  let spent: u32 = 0;
  for (block = from; block < to; block++) {
    if (!order(isScored !== 0)) {
      if (lacking !== -1) return NEEDS_BLOCK;
      continue;
    }
    if (isListing && listed + load<u32>(at(0), COUNT) > LISTED_MAX) return PAUSED;
    forgetListed();
    let bound: f32 = 0;
    if (isScored !== 0) for (let i: usize = 0; i < terms; i++) bound += highest(i);
    const isHopeful: bool = isScored !== 0 && bound >= least;
    if (isCounted === 0) {
      if (isHopeful) findBest(bound);
    } else if (!isListing && areBitmaps()) {
      counted += countCommon(ORDER, terms);
      if (isHopeful) findBest(bound);
    } else findAll(isHopeful, bound);
    spent += load<u32>(at(0), COUNT) + 64;
    if (spent >= budget) {
      block++;
      return block < to ? PAUSED : DONE;
    }
  }
  return DONE;
}

function areBitmaps(): bool {
  for (let i: usize = 0; i < terms; i++) if (load<u32>(at(i), FORM) !== BITMAP) return false;
  return terms > 1;
}

/** Only documents that may be among the best: packs of the leading list, then what the others leave of them. */
function findBest(bound: f32): void {
  const leading = at(0);
  const weight = weightOf(0);
  const codes = codesOf(0);
  const others = bound - highest(0);
  const count = load<u32>(leading, COUNT);
  const size: u32 = 1 << packBits;
  listDocs(leading);
  let found: usize = 0;
  for (let first: u32 = 0; first < count; first += size) {
    const pack = first >> packBits;
    if (weight * boundOf(leading, pack) + others < least) continue;
    if (<u32>found + size > AT_ONCE) {
      narrowBest(found, others);
      found = 0;
    }
    readPack(leading, pack);
    const postings = <usize>min<u32>(size, count - first);
    for (let i: usize = 0; i < postings; i++) {
      const low = <usize>load<u16>(LOWS + ((<usize>first + i) << 1));
      const tf = <f32>load<i32>(PACK + (i << 2));
      const score = (weight * tf) / (tf + load<f32>(NORMS + ((<usize>load<u8>(codes + low)) << 2)));
      store<u16>(CANDIDATES + (found << 1), <u16>low);
      store<u16>(NUMBERS + (found << 1), <u16>found);
      store<f32>(SCORES + (found << 2), score);
      store<u32>(COLUMNS + (found << 2), load<u32>(PACK + (i << 2)));
      found += usize(score + others >= least);
    }
  }
  if (found > 0) narrowBest(found, others);
}

/** Of the candidates, which have scores by the leading list, offers those that have all other terms and may be among the best. */
function narrowBest(found: usize, others: f32): void {
  let count = found;
  let rest = others;
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
  for (let i: usize = 0; i < count; i++) {
    if (load<f32>(SCORES + (i << 2)) < least) continue;
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    for (let t: usize = 0; t < terms; t++) {
      const frequency = load<u32>(COLUMNS + (t << COLUMN_SHIFT) + (number << 2));
      store<u32>(OFFERED + ((<usize>load<u32>(ORDER + (t << 3), 4)) << 2), frequency);
    }
    least = offer(block, load<u16>(CANDIDATES + (i << 1)));
  }
}

/** All documents, and of these offers those that may be among the best. */
function findAll(isHopeful: bool, bound: f32): void {
  const leading = at(0);
  listDocs(leading);
  const documents = load<u32>(leading, COUNT);
  for (let first: u32 = 0; first < documents; first += AT_ONCE) {
    let count = <usize>min<u32>(AT_ONCE, documents - first);
    memory.copy(CANDIDATES, LOWS + ((<usize>first) << 1), count << 1);
    for (let t: usize = 1; t < terms && count > 0; t++) {
      rankCandidates(at(t), <u32>count);
      count = keepRanked(t, count);
    }
    counted += <u32>count;
    if (isListing) list(first, count);
    if (isHopeful) offerRanked(first, count, bound - highest(0));
  }
}

/** Lists the first `count` candidates, with their ranks; the leading list has them from `first` on. */
function list(first: u32, count: usize): void {
  const base = block << blockBits;
  for (let t: usize = 0; t < terms; t++) {
    const column = COLUMNS + (t << COLUMN_SHIFT);
    const ranks = COMMON_RANKS + ((<usize>load<u32>(ORDER + (t << 3), 4)) << COMMON_SHIFT) + ((<usize>listed) << 2);
    for (let i: usize = 0; i < count; i++) {
      const number = <usize>load<u16>(NUMBERS + (i << 1));
      store<u32>(ranks + (i << 2), t === 0 ? first + <u32>number : load<u32>(column + (number << 2)));
    }
  }
  const out = COMMON + ((<usize>listed) << 2);
  for (let i: usize = 0; i < count; i++) store<u32>(out + (i << 2), base + <u32>load<u16>(CANDIDATES + (i << 1)));
  listed += <u32>count;
}

/** Keeps the candidates that were found in the t-th list, and their ranks. */
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

/** Offers those of the first `count` candidates, all of which match, that may be among the best. The leading list has them from `first` on. */
function offerRanked(first: u32, count: usize, others: f32): void {
  const leading = at(0);
  const weight = weightOf(0);
  for (let i: usize = 0; i < count; i++) {
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    const rank = first + <u32>number;
    if (weight * boundOf(leading, rank >> packBits) + others < least) continue;
    const low = <usize>load<u16>(CANDIDATES + (i << 1));
    let frequency = frequencyAt(leading, rank);
    let score = scoreOf(0, low, frequency);
    let rest = others;
    if (score + rest < least) continue;
    store<u32>(OFFERED + ((<usize>load<u32>(ORDER, 4)) << 2), frequency);
    let t: usize = 1;
    for (; t < terms; t++) {
      const own = load<u32>(COLUMNS + (t << COLUMN_SHIFT) + (number << 2));
      rest -= highest(t);
      if (score + weightOf(t) * boundOf(at(t), own >> packBits) + rest < least) break;
      frequency = frequencyAt(at(t), own);
      store<u32>(OFFERED + ((<usize>load<u32>(ORDER + (t << 3), 4)) << 2), frequency);
      score += scoreOf(t, low, frequency);
      if (score + rest < least) break;
    }
    if (t === terms) least = offer(block, <u32>low);
  }
}
