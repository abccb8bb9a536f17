/**
 * NEAR: documents that have a list of each clause, and words of these lists near each other. One call covers many blocks. A
 * clause is an alternative of consecutive lists. The lists after the last clause belong to words that may be missing.
 */

import { clearBits, listBits, unite } from './bits';
import { rankCandidates } from './blocks';
import { DONE, NEEDS_BLOCK, PAUSED, POSITIONS_SHIFT } from './conjunction';
import { BLOCKS, CANDIDATES, CLAUSES, COLUMN_SHIFT, COLUMNS, NUMBERS, OTHER_SET, QUERY, SET, UNITED } from './memory';
import { AT_ONCE } from './narrowing';
import { beginElements, decoded, forgetDecoded } from './phrases';
import { COUNT, forgetListed, listDocs } from './ranking/lists';
import { LOWS, RANKS } from './ranking/memory';
import { addCandidates, addNothing, beginCount, isFull } from './results';
import { isNearIn } from './spans';
import { block, blockBits, ELSEWHERE, missFrom, NONE, TOGETHER_MAX, turnToBlock } from './terms';

/** Mark of a clause with several lists in the block. */
const SEVERAL: usize = -1;

let clauses: usize = 0;
let lists: usize = 0;
let elements: u32 = 0;
/** Documents whose positions were compared. */
export let compared: u32 = 0;

export function setClause(clause: u32, first: u32, end: u32): void {
  const at = CLAUSES + ((<usize>clause) << 3);
  store<u32>(at, first);
  store<u32>(at, end, 4);
}

function firstOf(clause: usize): usize {
  return load<u32>(CLAUSES + (clause << 3));
}

function endOf(clause: usize): usize {
  return load<u32>(CLAUSES + (clause << 3), 4);
}

/** Returns the address of the block of a list, or 0. */
function ownOf(t: usize): usize {
  return load<u32>(BLOCKS + (t << 2));
}

/**
 * Finds, in blocks `from` up to `to`, the documents in a list of each of `required` clauses that have an occurrence of NEAR
 * with `words` elements. Reads about `budget` documents.
 */
export function nearLists(required: u32, count: u32, words: u32, from: u32, to: u32, budget: u32): u32 {
  clauses = required;
  lists = count;
  elements = words;
  compared = 0;
  beginCount();
  forgetDecoded();
  let spent: u32 = 0;
  for (let next = from; next < to; next++) {
    turnToBlock(next);
    addNothing();
    if (!hasClauses(next)) continue;
    for (let t: usize = 0; t < lists; t++) {
      const own = entryOf(t, next);
      if (own === ELSEWHERE) {
        missFrom(<u32>t, throughOf(t, to));
        return NEEDS_BLOCK;
      }
      store<u32>(BLOCKS + (t << 2), own);
    }
    findLeading();
    if (isFull(least)) return PAUSED;
    spent += findIn() + 64;
    if (spent + (decoded >> POSITIONS_SHIFT) >= budget && next + 1 < to) {
      turnToBlock(next + 1);
      return PAUSED;
    }
  }
  return DONE;
}

/** Returns the table entry of a list for a block. */
function entryOf(t: usize, at: u32): u32 {
  const term = QUERY + (t << 4);
  return at < load<u32>(term, 12) ? load<u32>(<usize>load<u32>(term) + ((<usize>at) << 2)) : NONE;
}

function hasClauses(at: u32): bool {
  for (let clause: usize = 0; clause < clauses; clause++) {
    let has: bool = false;
    for (let t = firstOf(clause); t < endOf(clause) && !has; t++) has = entryOf(t, at) !== NONE;
    if (!has) return false;
  }
  return true;
}

/** Returns the end of consecutive blocks of a list that are all needed. */
function throughOf(t: usize, to: u32): u32 {
  const end = min<u32>(to, block + TOGETHER_MAX);
  let through = block + 1;
  while (through < end && (entryOf(t, through) === NONE || hasClauses(through))) through++;
  return through;
}

/** Finds the documents of the block. Returns the number of candidates. */
function findIn(): u32 {
  forgetListed();
  beginElements(elements, BLOCKS);
  const hasSet = makeSet();
  const lead = onlyOf(leading);
  let documents = least;
  if (lead === SEVERAL) documents = <u32>((listBits(SET, 0, UNITED) - UNITED) >> 2);
  else listDocs(ownOf(lead));
  for (let first: u32 = 0; first < documents; first += AT_ONCE) {
    compare(lead, first, <usize>min<u32>(AT_ONCE, documents - first), hasSet);
  }
  return documents;
}

/** The clause with the fewest postings in the block, and their number. */
let leading: usize = 0;
let least: u32 = 0;

function findLeading(): void {
  least = -1;
  for (let clause: usize = 0; clause < clauses; clause++) {
    let count: u32 = 0;
    for (let t = firstOf(clause); t < endOf(clause); t++) if (ownOf(t) !== 0) count += load<u32>(ownOf(t), COUNT);
    if (count >= least) continue;
    leading = clause;
    least = count;
  }
}

/** Returns the only list of a clause that has the block, or SEVERAL. */
function onlyOf(clause: usize): usize {
  let found = SEVERAL;
  for (let t = firstOf(clause); t < endOf(clause); t++) {
    if (ownOf(t) === 0) continue;
    if (found !== SEVERAL) return SEVERAL;
    found = t;
  }
  return found;
}

/** Makes a bitmap of the documents in all clauses with several lists in the block. Returns false if there are none. */
function makeSet(): bool {
  let has: bool = false;
  for (let clause: usize = 0; clause < clauses; clause++) {
    if (onlyOf(clause) !== SEVERAL) continue;
    const bits = has ? OTHER_SET : SET;
    clearBits(bits);
    for (let t = firstOf(clause); t < endOf(clause); t++) if (ownOf(t) !== 0) unite(ownOf(t), bits);
    if (has) intersectSets();
    has = true;
  }
  return has;
}

function intersectSets(): void {
  const bytes = (<usize>1) << (blockBits - 3);
  for (let at: usize = 0; at < bytes; at += 4) {
    store<u32>(SET + at, load<u32>(SET + at) & load<u32>(OTHER_SET + at));
  }
}

/** Checks documents of the leading list, or of the bitmap if there are several, from the `first`-th on. */
function compare(lead: usize, first: u32, documents: usize, hasSet: bool): void {
  let count = documents;
  if (lead === SEVERAL) {
    const united = UNITED + ((<usize>first) << 2);
    for (let i: usize = 0; i < count; i++) store<u16>(CANDIDATES + (i << 1), load<u16>(united + (i << 2)));
  } else {
    memory.copy(CANDIDATES, LOWS + ((<usize>first) << 1), count << 1);
    const column = COLUMNS + (lead << COLUMN_SHIFT);
    for (let i: usize = 0; i < count; i++) store<u32>(column + (i << 2), first + <u32>i);
  }
  for (let i: usize = 0; i < count; i++) store<u16>(NUMBERS + (i << 1), <u16>i);
  if (lead !== SEVERAL && hasSet) count = keepThoseOfSet(count);
  for (let clause: usize = 0; clause < clauses && count > 0; clause++) {
    const t = onlyOf(clause);
    if (t !== lead && t !== SEVERAL) count = rank(t, count, true);
  }
  if (count === 0) return;
  for (let clause: usize = 0; clause < clauses; clause++) {
    if (onlyOf(clause) === SEVERAL) rankAll(firstOf(clause), endOf(clause), count);
  }
  rankAll(endOf(clauses - 1), lists, count);
  compared += <u32>count;
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const isNear = isNearIn(block, load<u16>(NUMBERS + (i << 1)));
    store<u16>(CANDIDATES + (kept << 1), load<u16>(CANDIDATES + (i << 1)));
    kept += usize(isNear);
  }
  addCandidates(kept);
}

function keepThoseOfSet(count: usize): usize {
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const low = <u32>load<u16>(CANDIDATES + (i << 1));
    store<u16>(CANDIDATES + (kept << 1), <u16>low);
    store<u16>(NUMBERS + (kept << 1), load<u16>(NUMBERS + (i << 1)));
    kept += (<u32>load<u8>(SET + (low >> 3)) >> (low & 7)) & 1;
  }
  return kept;
}

function rankAll(from: usize, to: usize, count: usize): void {
  for (let t = from; t < to; t++) if (ownOf(t) !== 0) rank(t, count, false);
}

/**
 * Stores the ranks of the first `count` candidates in a list. With `isRequired`, keeps those that are in it. Returns their
 * number.
 */
function rank(t: usize, count: usize, isRequired: bool): usize {
  rankCandidates(ownOf(t), <u32>count);
  const column = COLUMNS + (t << COLUMN_SHIFT);
  let kept: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const own = load<i32>(RANKS + (i << 2));
    const number = <usize>load<u16>(NUMBERS + (i << 1));
    store<i32>(column + (number << 2), own);
    store<u16>(CANDIDATES + (kept << 1), load<u16>(CANDIDATES + (i << 1)));
    store<u16>(NUMBERS + (kept << 1), <u16>number);
    kept += usize(!isRequired || own >= 0);
  }
  return kept;
}
