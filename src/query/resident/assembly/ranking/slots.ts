/** Candidates with their scores so far. Terms are looked up for them. The few that remain get slots with all frequencies. */
import { addHit, endHits, HITS_SHIFT, hitsOf, moveCandidate, moveRank, scoreOf } from './candidates';
import { HIT_COUNT, NORM_CODES, rankDocs, termAt, WEIGHT } from './lists';
import { CANDIDATES, FREQUENCIES, HITS, LEVELS, RANKS, SCORES, SLOTS } from './memory';
import { boundOf, frequencyAt, locatePacks, packBits } from './packs';

const SLOTS_MAX: u32 = 256;
const LEVELS_MAX: usize = 256;

/** Clears the scores of the first `count` candidates. */
export function clearScores(count: u32): void {
  memory.fill(SCORES, 0, (<usize>count) << 2);
}

/** Keeps the candidates, with their ranks, that the bound of the term can raise to `least`. Returns how many. */
function keepBounded(term: usize, count: usize, least: f32, absent: f32): usize {
  const weight = load<f32>(term, WEIGHT);
  let left: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const rank = load<i32>(RANKS + (i << 2));
    const score = load<f32>(SCORES + (i << 2));
    const bound = weight * boundOf(term, <u32>max<i32>(rank, 0) >> packBits);
    moveCandidate(i, left);
    moveRank(i, left);
    left += usize(score + select<f32>(bound, absent, rank >= 0) >= least);
  }
  return left;
}

/** Adds a term to the scores of the candidates. Drops those that then score less than `least`, or lack a required term. */
export function lookUp(t: u32, count: u32, least: f32, required: u32): u32 {
  const term = termAt(t);
  locatePacks(term);
  rankDocs(term, CANDIDATES, count);
  // NaN reaches no bound, however low.
  const all = keepBounded(term, count, least, required === 0 ? 0 : NaN);
  const weight = load<f32>(term, WEIGHT);
  const codes: usize = load<u32>(term, NORM_CODES);
  let left: usize = 0;
  let hits = hitsOf(t, <u32>all);
  for (let i: usize = 0; i < all; i++) {
    const low = load<u16>(CANDIDATES + (i << 1));
    const rank = load<i32>(RANKS + (i << 2));
    let score = load<f32>(SCORES + (i << 2));
    if (rank >= 0) {
      const frequency = frequencyAt(term, rank);
      hits = addHit(hits, low, frequency);
      score += scoreOf(weight, codes, low, frequency);
    }
    store<u16>(CANDIDATES + (left << 1), low);
    store<f32>(SCORES + (left << 2), score);
    left += usize(score >= least);
  }
  endHits(t, hits);
  return <u32>left;
}

/** Returns a score that at least `wanted` candidates reach, and not many more. */
export function scoreOfBest(count: u32, wanted: u32): f32 {
  let most: f32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) most = max<f32>(most, load<f32>(SCORES + (i << 2)));
  if (most === 0) return 0;
  const scale = <f32>(LEVELS_MAX - 1) / most;
  memory.fill(LEVELS, 0, LEVELS_MAX << 2);
  for (let i: usize = 0; i < <usize>count; i++) {
    const level = LEVELS + ((<usize>(load<f32>(SCORES + (i << 2)) * scale)) << 2);
    store<u32>(level, load<u32>(level) + 1);
  }
  let level = LEVELS_MAX;
  for (let above: u32 = 0; above < wanted && level > 0; ) above += load<u32>(LEVELS + (--level << 2));
  return <f32>level / scale;
}

/** Keeps the candidates that score at least `least`. Returns how many. */
export function keepBest(count: u32, least: f32): u32 {
  let left: usize = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const score = load<f32>(SCORES + (i << 2));
    moveCandidate(i, left);
    left += usize(score >= least);
  }
  return <u32>left;
}

/** The first candidate after those in slots. */
export let next: u32 = 0;

/**
 * Gives slots to candidates with scores from `least` up to, but not including, `below`, starting at the `from`-th of `count`.
 * Returns how many.
 */
export function takeSlots(from: u32, count: u32, least: f32, below: f32): u32 {
  let taken: u32 = 0;
  let i = from;
  for (; i < count && taken < SLOTS_MAX; i++) {
    const score = load<f32>(SCORES + ((<usize>i) << 2));
    store<u16>(SLOTS + ((<usize>taken) << 1), load<u16>(CANDIDATES + ((<usize>i) << 1)));
    taken += u32(score >= least) & u32(score < below);
  }
  next = i;
  return taken;
}

function readHits(t: u32, hits: u32, column: usize, count: u32): void {
  let hit = HITS + ((<usize>t) << HITS_SHIFT);
  const end = hit + ((<usize>hits) << 3);
  for (let i: usize = 0; i < <usize>count; i++) {
    const low = <u32>load<u16>(SLOTS + (i << 1));
    while (hit < end && load<u32>(hit) < low) hit += 8;
    store<u32>(column + (i << 2), hit < end && load<u32>(hit) === low ? load<u32>(hit, 4) : 0);
  }
}

/** Reads the frequencies of a term for the slots; 0 if it is missing. */
export function readSlots(t: u32, count: u32): void {
  const term = termAt(t);
  const column = FREQUENCIES + ((<usize>t) << 10);
  if (load<i32>(term, HIT_COUNT) >= 0) {
    readHits(t, load<u32>(term, HIT_COUNT), column, count);
    return;
  }
  locatePacks(term);
  rankDocs(term, SLOTS, count);
  for (let i: u32 = 0; i < count; i++) {
    const rank = load<i32>(RANKS + (i << 2));
    store<u32>(column + (i << 2), rank < 0 ? 0 : frequencyAt(term, rank));
  }
}
