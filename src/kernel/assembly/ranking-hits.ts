/** The frequencies of a term in a few candidates, noted when they are found, so that the list is not walked through again. */
import { HIT_COUNT, termAt } from './ranking-lists';
import { HITS } from './ranking-memory';

const HITS_MAX: u32 = 256;
export const HITS_SHIFT: usize = 11;

/** Where the first hit of a term goes, or 0 if `count` are too many. */
export function hitsOf(t: u32, count: u32): usize {
  return count > HITS_MAX ? 0 : HITS + ((<usize>t) << HITS_SHIFT);
}

/** Documents ascend. Returns where the next hit goes. */
export function addHit(at: usize, low: u32, frequency: u32): usize {
  if (at === 0) return 0;
  store<u32>(at, low);
  store<u32>(at, frequency, 4);
  return at + 8;
}

export function endHits(t: u32, at: usize): void {
  const first = HITS + ((<usize>t) << HITS_SHIFT);
  store<i32>(termAt(t), at === 0 ? -1 : <i32>((at - first) >> 3), HIT_COUNT);
}
