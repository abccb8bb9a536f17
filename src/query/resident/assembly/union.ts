/** The union of several resident lists, minus others: counted, listed, or as bitmaps. One call covers many blocks. */

import { clearBits, exclude, unite } from './bits';
import { DONE, lacks, PAUSED } from './conjunction';
import { COUNT, forgetListed } from './ranking/lists';
import { addBitmap, addCount, addNothing, beginCount, bitmap, COUNTED, form, isFull } from './results';
import { findOthers, otherAt, others, turnToBlock } from './terms';

/** Cost of a bitmap, in documents that are processed one by one. */
const BITMAP_COST: u32 = 512;

/**
 * Finds documents in any of the first `alternatives` of `count` lists, and in none of the rest. Reads about `budget` documents.
 */
export function uniteLists(alternatives: u32, count: u32, from: u32, to: u32, budget: u32): u32 {
  beginCount();
  let spent: u32 = 0;
  for (let next = from; next < to; next++) {
    turnToBlock(next);
    if (!findOthers(alternatives, count) || !findOthers(0, alternatives)) return lacks(0, to);
    let most: u32 = 0;
    for (let i: usize = 0; i < others; i++) most += load<u32>(otherAt(i), COUNT);
    if (isFull(most)) return PAUSED;
    spent += min<u32>(most, <u32>others * BITMAP_COST) + 64;
    forgetListed();
    if (others === 0) addNothing();
    else if (others === 1 && count === alternatives && form === COUNTED) addCount(most);
    else {
      const bits = bitmap();
      clearBits(bits);
      for (let i: usize = 0; i < others; i++) unite(otherAt(i), bits);
      findOthers(alternatives, count);
      for (let i: usize = 0; i < others; i++) exclude(otherAt(i), bits);
      addBitmap();
    }
    if (spent >= budget && next + 1 < to) {
      turnToBlock(next + 1);
      return PAUSED;
    }
  }
  return DONE;
}
