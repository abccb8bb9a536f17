/**
 * Candidates of a block with their scores: found in packs, and moved when others are dropped. If a term finds few of them,
 * their frequencies are recorded (hits), so that the list need not be read again.
 */
import { HIT_COUNT, termAt } from './lists';
import { CANDIDATES, HITS, NORMS, PACK, RANKS, SCORES } from './memory';

/** Returns the score of a term in a document. `codes` are the codes of the block's norms. */
export function scoreOf(weight: f32, codes: usize, low: usize, frequency: i32): f32 {
  const tf = <f32>frequency;
  return (weight * tf) / (tf + load<f32>(NORMS + ((<usize>load<u8>(codes + low)) << 2)));
}

/**
 * Appends the postings of PACK, for the documents at `lows`, that score at least `least` to the first `found` candidates. Each
 * gets its frequency in place of a rank. Returns how many there are then.
 */
export function gatherPack(lows: usize, postings: usize, weight: f32, codes: usize, least: f32, found: usize): usize {
  for (let i: usize = 0; i < postings; i++) {
    const low = <usize>load<u16>(lows + (i << 1));
    const frequency = load<i32>(PACK + (i << 2));
    const score = scoreOf(weight, codes, low, frequency);
    store<u16>(CANDIDATES + (found << 1), <u16>low);
    store<f32>(SCORES + (found << 2), score);
    store<i32>(RANKS + (found << 2), frequency);
    found += usize(score >= least);
  }
  return found;
}

/** Moves a candidate without its rank. */
export function moveCandidate(from: usize, to: usize): void {
  store<u16>(CANDIDATES + (to << 1), load<u16>(CANDIDATES + (from << 1)));
  store<f32>(SCORES + (to << 2), load<f32>(SCORES + (from << 2)));
}

export function moveRank(from: usize, to: usize): void {
  store<u32>(RANKS + (to << 2), load<u32>(RANKS + (from << 2)));
}

const HITS_MAX: u32 = 256;
export const HITS_SHIFT: usize = 11;

/** Returns the address for the first hit of a term, or 0 if `count` is too many. */
export function hitsOf(t: u32, count: u32): usize {
  return count > HITS_MAX ? 0 : HITS + ((<usize>t) << HITS_SHIFT);
}

/** Adds a hit. Documents must ascend. Returns the address of the next hit. */
export function addHit(at: usize, low: u32, frequency: u32): usize {
  if (at === 0) return 0;
  store<u32>(at, low);
  store<u32>(at, frequency, 4);
  return at + 8;
}

/** Records the first `count` candidates as hits, with their frequencies in RANKS. */
export function noteHits(t: u32, count: usize): void {
  let hits = hitsOf(t, <u32>count);
  if (hits !== 0) {
    for (let i: usize = 0; i < count; i++) {
      hits = addHit(hits, load<u16>(CANDIDATES + (i << 1)), load<u32>(RANKS + (i << 2)));
    }
  }
  endHits(t, hits);
}

export function endHits(t: u32, at: usize): void {
  const first = HITS + ((<usize>t) << HITS_SHIFT);
  store<i32>(termAt(t), at === 0 ? -1 : <i32>((at - first) >> 3), HIT_COUNT);
}
