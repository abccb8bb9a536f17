/**
 * The top k of documents that have all of some terms and may have others, or that have any of several. Offers those that may be
 * in the top k, in one call for many blocks (MaxScore after Turtle and Flood, Query evaluation: strategies and optimizations,
 * 1995). A block is made resident only if its known bounds cannot exclude all of its documents.
 */

import { rankCandidates } from './blocks';
import { AT_ONCE, DONE, dropThoseOf, gatherPack, least, moveCandidate, offered, PAUSED, scoreOf } from './conjunction';
import {
  BOUNDS_BY_BLOCK,
  CANDIDATES,
  COLUMN_SHIFT,
  COLUMNS,
  NUMBERS,
  OFFERED,
  ORDER,
  ORDER_BOUNDS,
  QUERY,
  RESTS,
  SCORES,
} from './memory';
import { COUNT, forgetListed, listDocs, RECORD } from './ranking/lists';
import { RANKS } from './ranking/memory';
import { boundOf, boundOfPacksOf, frequencyAt, packBits } from './ranking/packs';
import { at, block, ELSEWHERE, NONE, numberOf, turnToBlock, weightOf } from './terms';

/** Asks the caller to make the documents of a block of the t-th list resident, with their frequencies. */
declare function need(t: u32, block: u32): void;
/** Asks the caller to write the known bounds of the t-th list, of this block and others. */
declare function learn(t: u32, block: u32): void;

/** Cost of making a block resident, in documents. */
const PUT_COST: u32 = 1024;
/** This many packs of a term are scored first while no bar is known. The bar that they set excludes most others. */
const PACKS_FIRST: u32 = 4;
const ANY_BOUND: f32 = 2;
const TERMS_MAX: usize = 24;

/** Number of terms in the block, and of those that are required. These come first, the others by descending bound. */
let present: usize = 0;
let required: usize = 0;
let spent: u32 = 0;

/**
 * Sets the address of a list's bounds: for each block the highest impact as a fraction of its weight, negative if unknown.
 */
export function setBounds(t: u32, bounds: u32): void {
  store<u32>(BOUNDS_BY_BLOCK + ((<usize>t) << 2), bounds);
}

/** Runs the search. The first `mandatory` of `count` terms are required. Reads about `budget` documents. */
export function rankLists(mandatory: u32, count: u32, from: u32, to: u32, budget: u32): u32 {
  required = mandatory;
  spent = 0;
  for (let next = from; next < to; next++) {
    turnToBlock(next);
    spent += 64;
    if (isHopeful(count)) {
      forgetListed();
      if (required > 0) rankRequired();
      else rankAny();
    }
    if (spent >= budget && next + 1 < to) {
      turnToBlock(next + 1);
      return PAUSED;
    }
  }
  return DONE;
}

/** Finds the terms of the block, and whether they can bring a document into the top k. */
function isHopeful(count: usize): bool {
  present = 0;
  for (let t: usize = 0; t < count; t++) {
    const term = QUERY + (t << 4);
    const entry = (<usize>block) << 2;
    const own = block < load<u32>(term, 12) ? load<u32>(<usize>load<u32>(term) + entry) : NONE;
    if (own === NONE) {
      if (t < required) return false;
      continue;
    }
    const bounds = <usize>load<u32>(BOUNDS_BY_BLOCK + (t << 2)) + entry;
    if (load<f32>(bounds) < 0) learn(<u32>t, block);
    assert(load<f32>(bounds) >= 0);
    enter(t, load<f32>(term, 4) * load<f32>(bounds));
  }
  if (present === 0) return false;
  let rest: f32 = 0;
  for (let i = present; i > 0; i--) {
    store<f32>(RESTS + (i << 2), rest);
    rest += boundAt(i - 1);
  }
  store<f32>(RESTS, rest);
  return rest >= least;
}

function enter(t: usize, bound: f32): void {
  let i = present++;
  if (t >= required) {
    for (; i > required && boundAt(i - 1) < bound; i--) {
      store<u64>(ORDER + (i << 3), load<u64>(ORDER + ((i - 1) << 3)));
      store<f32>(ORDER_BOUNDS + (i << 2), boundAt(i - 1));
    }
  }
  store<u32>(ORDER + (i << 3), 0);
  store<u32>(ORDER + (i << 3), <u32>t, 4);
  store<f32>(ORDER_BOUNDS + (i << 2), bound);
}

function boundAt(i: usize): f32 {
  return load<f32>(ORDER_BOUNDS + (i << 2));
}

/** Returns the maximum sum of the terms from the i-th on. */
function restFrom(i: usize): f32 {
  return load<f32>(RESTS + (i << 2));
}

/** Makes the block of the i-th term resident. */
function bring(i: usize): void {
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

/** Scores the documents of the rarest required term that the other terms do not exclude. */
function rankRequired(): void {
  let rarest: usize = 0;
  for (let i: usize = 0; i < required; i++) {
    bring(i);
    if (load<u32>(at(i), COUNT) < load<u32>(at(rarest), COUNT)) rarest = i;
  }
  if (rarest > 0) {
    const first = load<u64>(ORDER);
    const bound = boundAt(0);
    store<u64>(ORDER, load<u64>(ORDER + (rarest << 3)));
    store<f32>(ORDER_BOUNDS, boundAt(rarest));
    store<u64>(ORDER + (rarest << 3), first);
    store<f32>(ORDER_BOUNDS + (rarest << 2), bound);
    for (let i = rarest; i > 0; i--) store<f32>(RESTS + (i << 2), restFrom(i + 1) + boundAt(i));
  }
  rankDocsOf(0);
}

/**
 * Scores each term in turn as long as it can, together with the terms after it, bring a document into the top k. Documents of
 * earlier terms were scored already.
 */
function rankAny(): void {
  for (let i: usize = 0; i < present && restFrom(i) >= least; i++) {
    bring(i);
    rankDocsOf(i);
  }
}

/** Scores the documents of the i-th term. While there is no bar, the best packs come first. */
function rankDocsOf(i: usize): void {
  const leading = at(i);
  listDocs(leading);
  memory.fill(OFFERED, 0, TERMS_MAX << 2);
  const packs = (load<u32>(leading, COUNT) + (1 << packBits) - 1) >> packBits;
  if (least > 0 || packs <= PACKS_FIRST) {
    rankPacks(i, 0, ANY_BOUND);
    return;
  }
  const cut = boundOfPacksOf(leading, PACKS_FIRST);
  rankPacks(i, cut, ANY_BOUND);
  rankPacks(i, 0, cut);
}

/** Scores the packs with a bound of at least `lowest`, and below `end`. */
function rankPacks(i: usize, lowest: f32, end: f32): void {
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

/** Offers the candidates, which have scores of the leading term, that match and may be in the top k. */
function narrow(leading: usize, found: usize): void {
  let count = found;
  if (required === 0) for (let i: usize = 0; i < leading && count > 0; i++) count = dropThoseOf(at(i), count);
  for (let i = leading + 1; i < present && count > 0; i++) {
    bring(i);
    rankCandidates(at(i), <u32>count);
    count = addTerm(i, keepBounded(i, count));
  }
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
