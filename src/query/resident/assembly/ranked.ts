/**
 * The top k of documents that have all of some terms and may have others, or that have any of several. Offers those that may be
 * in the top k, in one call for many blocks (MaxScore after Turtle and Flood, Query evaluation: strategies and optimizations,
 * 1995). A block is made resident only if its known bounds cannot exclude all of its documents.
 */

import { DONE, PAUSED } from './conjunction';
import { BOUNDS_BY_BLOCK, OFFERED, ORDER, QUERY, RESTS } from './memory';
import {
  ANY_BOUND,
  boundAt,
  bring,
  forgetSpent,
  least,
  present,
  rankPacks,
  required,
  restFrom,
  setBound,
  setTerms,
  spent,
} from './narrowing';
import { COUNT, forgetListed, listDocs } from './ranking/lists';
import { boundOfPacksOf, packBits } from './ranking/packs';
import { at, block, forgetOthers, NONE, turnToBlock } from './terms';

/** Asks the caller to write the known bounds of the t-th list, of this block and others. */
declare function learn(t: u32, block: u32): void;

/** This many packs of a term are scored first while no bar is known. The bar that they set excludes most others. */
const PACKS_FIRST: u32 = 4;
const TERMS_MAX: usize = 24;

/**
 * Sets the address of a list's bounds: for each block the highest impact as a fraction of its weight, negative if unknown.
 */
export function setBounds(t: u32, bounds: u32): void {
  store<u32>(BOUNDS_BY_BLOCK + ((<usize>t) << 2), bounds);
}

/** Runs the search. The first `mandatory` of `count` terms are required. Reads about `budget` documents. */
export function rankLists(mandatory: u32, count: u32, from: u32, to: u32, budget: u32): u32 {
  forgetSpent();
  forgetOthers();
  for (let next = from; next < to; next++) {
    turnToBlock(next);
    if (isHopeful(mandatory, count)) {
      forgetListed();
      if (mandatory > 0) rankRequired();
      else rankAny();
    }
    if (spent + ((next + 1 - from) << 6) >= budget && next + 1 < to) {
      turnToBlock(next + 1);
      return PAUSED;
    }
  }
  return DONE;
}

/** Finds the terms of the block, and whether they can bring a document into the top k. */
function isHopeful(mandatory: usize, count: usize): bool {
  let found: usize = 0;
  for (let t: usize = 0; t < count; t++) {
    const term = QUERY + (t << 4);
    const entry = (<usize>block) << 2;
    const own = block < load<u32>(term, 12) ? load<u32>(<usize>load<u32>(term) + entry) : NONE;
    if (own === NONE) {
      if (t < mandatory) return false;
      continue;
    }
    const bounds = <usize>load<u32>(BOUNDS_BY_BLOCK + (t << 2)) + entry;
    if (load<f32>(bounds) < 0) learn(<u32>t, block);
    assert(load<f32>(bounds) >= 0);
    enter(t, load<f32>(term, 4) * load<f32>(bounds), mandatory, found++);
  }
  return found > 0 && setTerms(mandatory, found) >= least;
}

/** Adds a term to the first `count`. The optional ones are by descending bound. */
function enter(t: usize, bound: f32, mandatory: usize, count: usize): void {
  let i = count;
  if (t >= mandatory) {
    for (; i > mandatory && boundAt(i - 1) < bound; i--) {
      store<u64>(ORDER + (i << 3), load<u64>(ORDER + ((i - 1) << 3)));
      setBound(i, boundAt(i - 1));
    }
  }
  store<u32>(ORDER + (i << 3), 0);
  store<u32>(ORDER + (i << 3), <u32>t, 4);
  setBound(i, bound);
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
    setBound(0, boundAt(rarest));
    store<u64>(ORDER + (rarest << 3), first);
    setBound(rarest, bound);
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
