/**
 * Occurrences of words near each other in a document, from cursors over the positions of the words. ../resident-selection.ts
 * defines nearness. A side is any of several words, or a row of consecutive ones, so its occurrences have equal lengths.
 */
import { BLOCKS, COLUMN_SHIFT, COLUMNS, SIDES } from './memory';
import { advance, END, offsetOf, openAt, termOf } from './phrases';

/**
 * Cursors over the beginnings of occurrences. The right side has two. If occurrences of both sides overlap, one cursor stays
 * for the next occurrence of the left side. The other advances to the first that follows this one.
 */
const LEFT: usize = 0;
const RIGHT: usize = 1;
const FOLLOWING: usize = 2;
/** Offsets in a cursor: its first element and the end of its elements; whether they are a row; the current beginning, or -1. */
const FIRST: usize = 0;
const LAST: usize = 4;
const IS_ROW: usize = 8;
const BEGINNING: usize = 12;
const SIDE_SHIFT: usize = 4;
/** Means that no further occurrence exists. */
const NOWHERE: i32 = i32.MAX_VALUE;

let isNot: bool = false;
let isOrdered: bool = false;
let distance: i32 = 0;
/** Distance from the beginning of an occurrence to its last word. */
let leftLength: i32 = 0;
let rightLength: i32 = 0;
/** For the current document: elements whose cursors were moved to it, and elements that are not in it. */
let block: u32 = 0;
let number: usize = 0;
let opened: u32 = 0;
let absent: u32 = 0;

export function setNear(isOpposite: u32, areOrdered: u32, most: u32, left: u32, right: u32): void {
  isNot = isOpposite !== 0;
  isOrdered = areOrdered !== 0;
  distance = most;
  leftLength = left;
  rightLength = right;
}

/** Gives a cursor the elements `[from, to)`. */
export function setSide(side: u32, from: u32, to: u32, isRow: u32): void {
  const at = SIDES + ((<usize>side) << SIDE_SHIFT);
  store<u32>(at, from, FIRST);
  store<u32>(at, to, LAST);
  store<u32>(at, isRow, IS_ROW);
}

/** Whether the document of a candidate has an occurrence. */
export function isNearIn(own: u32, candidate: usize): bool {
  block = own;
  number = candidate;
  opened = 0;
  absent = 0;
  for (let side: usize = 0; side < 3; side++) store<i32>(SIDES + (side << SIDE_SHIFT), -1, BEGINNING);
  if (!isNot) return isNearAny();
  return hasWords(isOrdered ? FOLLOWING : RIGHT) || isRow(LEFT) ? isFarFromAll() : true;
}

/** Whether the document has the words that a side needs. */
function hasWords(side: usize): bool {
  const isAll = isRow(side);
  const last = lastOf(side);
  for (let e = firstOf(side); e < last; e++) if (isAbsent(e) === isAll) return !isAll;
  return isAll;
}

function isAbsent(e: u32): bool {
  const t: usize = termOf(e);
  return load<u32>(BLOCKS + (t << 2)) === 0 || load<i32>(COLUMNS + (t << COLUMN_SHIFT) + (number << 2)) < 0;
}

function firstOf(side: usize): u32 {
  return load<u32>(SIDES + (side << SIDE_SHIFT), FIRST);
}

function lastOf(side: usize): u32 {
  return load<u32>(SIDES + (side << SIDE_SHIFT), LAST);
}

function isRow(side: usize): bool {
  return load<u32>(SIDES + (side << SIDE_SHIFT), IS_ROW) !== 0;
}

function isNearAny(): bool {
  let wanted: i32 = 0;
  for (let left = seek(LEFT, 0); left !== NOWHERE; left = seek(LEFT, wanted)) {
    const end = left + leftLength;
    const right = isOrdered ? seek(FOLLOWING, end + 1) : seek(RIGHT, max(0, left - distance - rightLength));
    if (right === NOWHERE) return false;
    if (right > end) {
      if (right - end <= distance) return true;
      wanted = right - distance - leftLength;
      continue;
    }
    if (right + rightLength < left) return true;
    const following = seek(FOLLOWING, end + 1);
    if (following !== NOWHERE && following - end <= distance) return true;
    wanted = left + 1;
  }
  return false;
}

function isFarFromAll(): bool {
  let wanted: i32 = 0;
  for (let left = seek(LEFT, 0); left !== NOWHERE; left = seek(LEFT, wanted)) {
    const end = left + leftLength;
    if (!isOrdered) {
      const right = seek(RIGHT, max(0, left - distance - rightLength));
      if (right === NOWHERE) return true;
      if (right + rightLength < left) {
        wanted = right + rightLength + distance + 1;
        continue;
      }
    }
    const following = seek(FOLLOWING, end + 1);
    if (following === NOWHERE || following - end > distance) return true;
    wanted = following - leftLength;
  }
  return false;
}

/** Returns the first beginning that is at least `wanted`, or NOWHERE. `wanted` must not decrease. */
function seek(side: usize, wanted: i32): i32 {
  const at = SIDES + (side << SIDE_SHIFT);
  const known = load<i32>(at, BEGINNING);
  if (known >= wanted) return known;
  const first = firstOf(side);
  const last = lastOf(side);
  const found = isRow(side) ? seekRow(first, last, wanted) : seekAny(first, last, wanted);
  store<i32>(at, found, BEGINNING);
  return found;
}

function seekAny(first: u32, last: u32, wanted: i32): i32 {
  let found = NOWHERE;
  for (let e = first; e < last; e++) {
    const position = positionOf(e, wanted);
    if (position !== END) found = min(found, <i32>position);
  }
  return found;
}

function seekRow(first: u32, last: u32, wanted: i32): i32 {
  let beginning = wanted;
  for (let e = first, agreeing: u32 = 0; agreeing < last - first; ) {
    const offset = offsetOf(e);
    const position = positionOf(e, beginning + offset);
    if (position === END) return NOWHERE;
    const own = <i32>position - offset;
    agreeing = own === beginning ? agreeing + 1 : 1;
    beginning = own;
    e = e + 1 < last ? e + 1 : first;
  }
  return beginning;
}

/** Returns the first position of an element in the document that is at least `wanted`, or END. */
function positionOf(e: u32, wanted: i32): u32 {
  const bit: u32 = 1 << e;
  if ((opened & bit) === 0) {
    opened |= bit;
    if (isAbsent(e)) absent |= bit;
    else openAt(e, block, load<u32>(COLUMNS + ((<usize>termOf(e)) << COLUMN_SHIFT) + (number << 2)));
  }
  return (absent & bit) === 0 ? advance(e, wanted) : END;
}
