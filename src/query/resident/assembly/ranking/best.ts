/**
 * Finds the top postings of one term: reads its packs by descending bound until none can reach the bar, which rises with the
 * documents found.
 */
import { documentsOfBits } from './bits';
import { gatherPack, moveCandidate, moveRank, noteHits } from './candidates';
import { BITS, COUNT, forgetListed, listDocs, NORM_CODES, RECORD, termAt, WEIGHT } from './lists';
import { BEST, CANDIDATES, LEVELS, LOWS, NORMS, ORDER, RANKS, SCORES } from './memory';
import { boundOf, locatePacks, packBits, readPack } from './packs';
import { gatherTerm, keepFree } from './sums';

/** Norms with the same code differ by less than 1/32, except those of the last code, which are unbounded. */
const NORM_MORE: f32 = 1.03126;
const CODE_FIRST_END: f32 = 0.2579;
const CODE_LAST: u32 = 255;
/** Maximum effect on a score of rounding to 32 bits, and of rounding the weight. */
const EXACT_PART: f32 = 0.99995;
/** Beyond this many candidates, they are gathered again instead of sorted. */
const SORTED_MAX: usize = 256;
const IMPACTS: usize = 256;
const ORDER_MAX: u32 = 32_768;

/** Writes the packs of a term to ORDER, by descending impact. */
function orderPacks(term: usize, packs: u32): void {
  assert(packs <= ORDER_MAX);
  memory.fill(LEVELS, 0, IMPACTS << 2);
  let at: usize = load<u32>(term, RECORD);
  for (let pack: u32 = 0; pack < packs; pack++) {
    const level = LEVELS + ((<usize>load<u8>(at++)) << 2);
    store<u32>(level, load<u32>(level) + 1);
    while (load<u8>(at++) > 127) {}
  }
  let before: u32 = 0;
  for (let level = LEVELS + (IMPACTS << 2); level > LEVELS; ) {
    level -= 4;
    const own = load<u32>(level);
    store<u32>(level, before);
    before += own;
  }
  at = load<u32>(term, RECORD);
  for (let pack: u32 = 0; pack < packs; pack++) {
    const level = LEVELS + ((<usize>load<u8>(at++)) << 2);
    const next = load<u32>(level);
    store<u32>(level, next + 1);
    store<u16>(ORDER + ((<usize>next) << 1), <u16>pack);
    while (load<u8>(at++) > 127) {}
  }
}

/** The score that a document of the last search must reach. */
export let bar: f32 = 0;
/** Number of scores in BEST, ascending. */
let bests: usize = 0;

/** Inserts a score among the top `wanted`. */
function noteBest(score: f32, wanted: usize): void {
  let at = BEST;
  if (bests < wanted) {
    at += bests << 2;
    bests++;
    for (; at > BEST && load<f32>(at - 4) > score; at -= 4) store<f32>(at, load<f32>(at - 4));
  } else {
    if (score <= load<f32>(at)) return;
    const last = BEST + ((wanted - 1) << 2);
    for (; at < last && load<f32>(at + 4) < score; at += 4) store<f32>(at, load<f32>(at + 4));
  }
  store<f32>(at, score);
}

/** Sorts the few candidates by document. */
function sortCandidates(count: usize): void {
  for (let i: usize = 1; i < count; i++) {
    const low = load<u16>(CANDIDATES + (i << 1));
    const score = load<f32>(SCORES + (i << 2));
    const rank = load<u32>(RANKS + (i << 2));
    let at = i;
    for (; at > 0 && load<u16>(CANDIDATES + ((at - 1) << 1)) > low; at--) {
      moveCandidate(at - 1, at);
      moveRank(at - 1, at);
    }
    store<u16>(CANDIDATES + (at << 1), low);
    store<f32>(SCORES + (at << 2), score);
    store<u32>(RANKS + (at << 2), rank);
  }
}

/**
 * Makes the documents that may be in the top `wanted` of a term, and score at least `least`, the candidates. Returns how many.
 * For lists with packs. The exact score is at least `exactPart` times the one found here, apart from rounding.
 */
export function gatherBest(t: u32, least: f32, wanted: u32, exactPart: f32): u32 {
  const term = termAt(t);
  locatePacks(term);
  const bits: usize = load<u32>(term, BITS);
  if (bits === 0) listDocs(term);
  else forgetListed();
  const count = load<u32>(term, COUNT);
  const weight = load<f32>(term, WEIGHT);
  const codes: usize = load<u32>(term, NORM_CODES);
  const size: u32 = 1 << packBits;
  const packs = (count + size - 1) >> packBits;
  orderPacks(term, packs);
  bests = 0;
  bar = least;
  let found: usize = 0;
  for (let n: usize = 0; n < <usize>packs; n++) {
    const pack = <u32>load<u16>(ORDER + (n << 1));
    if (weight * boundOf(term, pack) < bar) break;
    readPack(term, pack);
    const first = pack << packBits;
    const postings = <usize>min<u32>(size, count - first);
    const lows = LOWS + ((<usize>first) << 1);
    if (bits !== 0) documentsOfBits(bits, first, postings, lows);
    const before = found;
    found = gatherPack(lows, postings, weight, codes, bar, found);
    for (let i = before; i < found; i++) {
      const code = <u32>load<u8>(codes + <usize>load<u16>(CANDIDATES + (i << 1)));
      if (code === CODE_LAST) continue;
      const tf = <f32>load<i32>(RANKS + (i << 2));
      const norm = code === 0 ? CODE_FIRST_END : load<f32>(NORMS + ((<usize>code) << 2)) * NORM_MORE;
      noteBest(((weight * tf) / (tf + norm)) * exactPart * EXACT_PART, wanted);
    }
    if (bests === <usize>wanted) bar = max<f32>(bar, load<f32>(BEST));
  }
  let left: usize = 0;
  for (let i: usize = 0; i < found; i++) {
    const score = load<f32>(SCORES + (i << 2));
    moveCandidate(i, left);
    moveRank(i, left);
    left += usize(score >= bar);
  }
  if (left > SORTED_MAX) return gatherTerm(t, bar, 0);
  sortCandidates(left);
  noteHits(t, left);
  return keepFree(left);
}
