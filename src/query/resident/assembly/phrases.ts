/**
 * A phrase in documents that have all of its terms. Each element has a cursor over its positions in the document. The one with
 * the fewest positions leads, and the others follow as far as needed. src/engine/postings/positions-format.ts describes the
 * format.
 */

import { BEFORE, POSITIONS, POSITIONS_ELSEWHERE, POSITIONS_END, POSTINGS, REACHES } from './blocks';
import { COLUMN_SHIFT, COLUMNS, CURSORS, ELEMENTS, REACHED } from './memory';
import { bits64, numberAt, prefixAfter, swapped32 } from './position-bits';
import { frequencyBehind, sumOfFrequencies } from './ranking/packs';
import { at, numberOf } from './terms';

/**
 * Asks the caller to make the positions of a block of a term resident, with its frequencies. Otherwise the caller returns how
 * many documents to fetch singly before it is asked again.
 */
declare function keep(t: u32, block: u32, isFirst: u32): void;
/** Asks the caller to write to REACHED the location of a term's positions in the document with a rank. */
declare function reach(t: u32, block: u32, rank: u32): void;

/**
 * Offsets in a cursor: the block of the list; the column of the term's ranks, 0 for the leading one; the next prefix; the end
 * of the next suffix.
 */
const LIST: usize = 0;
const COLUMN: usize = 4;
const PREFIX: usize = 8;
const SUFFIX: usize = 12;
/** The last position read, or -1; how many are left; and their total. */
const LAST: usize = 16;
const LEFT: usize = 20;
const ALL: usize = 24;
/** The order of the numbers; the group and its end; its number of skips, and how many were passed. */
const NUMBERS_ORDER: usize = 28;
const GROUP: usize = 32;
const GROUP_END: usize = 36;
const SKIPS: usize = 40;
const SKIPPED: usize = 44;
/** The current posting. */
const ORDINAL: usize = 48;
const CURSOR_SHIFT: usize = 6;

const SKIP_BYTES: u32 = 8;
/** Means that no further position exists. Greater than any position. */
export const END: u32 = -1;

/** Constants of the format: numbers between two skips, and the minimum numbers of a posting with skips. */
let skipBits: u32 = 6;
let skippedMin: u32 = 128;
/** The elements of the phrase, 0 without a phrase, and whether all of its occurrences are counted. */
export let elements: u32 = 0;
let areCounted: bool = false;
/** Number of positions read. */
export let decoded: u32 = 0;

export function setSkips(bits: u32, least: u32): void {
  skipBits = bits;
  skippedMin = least;
}

export function setPhrase(count: u32, isCounted: u32): void {
  elements = count;
  areCounted = isCounted !== 0;
}

export function setElement(e: u32, t: u32, offset: u32): void {
  const element = ELEMENTS + ((<usize>e) << 3);
  store<u32>(element, t);
  store<u32>(element, offset, 4);
}

/** Moves all cursors to a block in which the order of terms is known. */
export function beginPhrases(terms: usize): void {
  decoded = 0;
  for (let e: usize = 0; e < <usize>elements; e++) {
    const cursor = CURSORS + (e << CURSOR_SHIFT);
    const t = termOf(e);
    for (let i: usize = 0; i < terms; i++) {
      if (numberOf(i) !== <usize>t) continue;
      store<u32>(cursor, <u32>at(i), LIST);
      store<u32>(cursor, <u32>i, COLUMN);
      store<u32>(cursor, 0, GROUP);
    }
  }
}

/** Moves a cursor to the first number of a group. Its first posting has `count` positions. */
function beginGroup(cursor: usize, group: u32, end: u32, order: u32, shift: u32, count: u32): void {
  const skips = shift === 0 && count >= skippedMin ? (count - 1) >> skipBits : 0;
  store<u32>(cursor, (group + skips * SKIP_BYTES) << 3, PREFIX);
  store<u32>(cursor, end << 3, SUFFIX);
  store<u32>(cursor, order, NUMBERS_ORDER);
  store<u32>(cursor, group, GROUP);
  store<u32>(cursor, end, GROUP_END);
  store<u32>(cursor, skips, SKIPS);
  store<u32>(cursor, 0, SKIPPED);
}

/** Skips numbers of the group, up to those of a posting of `count` positions. */
function beginPosting(cursor: usize, skipped: u32, count: u32): void {
  if (skipped > 0) {
    const prefix = load<u32>(cursor, PREFIX);
    const next = prefixAfter(prefix, skipped);
    // The skipped prefixes have as many zeros as the suffixes have bits above the order.
    const bits = next - prefix - skipped + skipped * load<u32>(cursor, NUMBERS_ORDER);
    store<u32>(cursor, next, PREFIX);
    store<u32>(cursor, load<u32>(cursor, SUFFIX) - bits, SUFFIX);
  }
  store<u32>(cursor, -1, LAST);
  store<u32>(cursor, count, LEFT);
  store<u32>(cursor, count, ALL);
}

/** Returns the end of the n-th group, relative to the first, in a directory with `width` bytes per entry. */
function endOf(directory: usize, width: u32, n: u32): u32 {
  const end = load<u32>(directory + n * width);
  return width === 4 ? end : end & ((1 << (width << 3)) - 1);
}

/**
 * Moves the cursor of an element to the document of a candidate. `number` is its index among the documents of the leading list.
 */
function open(e: usize, block: u32, first: u32, number: usize): void {
  const column: usize = load<u32>(CURSORS + (e << CURSOR_SHIFT), COLUMN);
  openAt(e, block, column === 0 ? first + <u32>number : load<u32>(COLUMNS + (column << COLUMN_SHIFT) + (number << 2)));
}

/** Moves all cursors to a block. `blocks` has the addresses of the lists' blocks. */
export function beginElements(count: u32, blocks: usize): void {
  for (let e: usize = 0; e < <usize>count; e++) {
    const cursor = CURSORS + (e << CURSOR_SHIFT);
    store<u32>(cursor, load<u32>(blocks + ((<usize>termOf(e)) << 2)), LIST);
    store<u32>(cursor, 0, GROUP);
  }
}

export function forgetDecoded(): void {
  decoded = 0;
}

export function termOf(e: usize): u32 {
  return load<u32>(ELEMENTS + (e << 3));
}

export function offsetOf(e: usize): u32 {
  return load<u32>(ELEMENTS + (e << 3), 4);
}

/** Moves the cursor of an element to the document with a rank in its list. Documents must ascend. */
export function openAt(e: usize, block: u32, rank: u32): void {
  const cursor = CURSORS + (e << CURSOR_SHIFT);
  const list: usize = load<u32>(cursor, LIST);
  const t = termOf(e);
  let record = load<u32>(list, POSITIONS);
  if (record <= POSITIONS_ELSEWHERE) {
    if (record === 0) keep(t, block, 1);
    else if (load<u32>(list, REACHES) === 0) keep(t, block, 0);
    record = load<u32>(list, POSITIONS);
  }
  if (record === POSITIONS_ELSEWHERE) {
    store<u32>(list, load<u32>(list, REACHES) - 1, REACHES);
    reach(t, block, rank);
    const all = load<u32>(REACHED, 20);
    beginGroup(cursor, load<u32>(REACHED), load<u32>(REACHED, 4), load<u32>(REACHED, 8), load<u32>(REACHED, 12), all);
    beginPosting(cursor, load<u32>(REACHED, 16), all);
    return;
  }
  const head = <u32>load<u8>(record);
  const shift = head >> 5;
  const before = load<u32>(list, BEFORE);
  const ordinal = before + rank;
  const group = ordinal >> shift;
  const end = load<u32>(list, POSITIONS_END);
  const last = (load<u32>(list, POSTINGS) - 1) >> shift;
  const length = end - record;
  const width: u32 = length < 256 ? 1 : length < 65_536 ? 2 : length < 1 << 24 ? 3 : 4;
  const directory = record + 1;
  const groups = directory + last * width;
  const from = groups + (group === 0 ? 0 : endOf(directory, width, group - 1));
  if (from === load<u32>(cursor, GROUP)) {
    const next = load<u32>(cursor, ORDINAL) + 1 - before;
    const skipped = load<u32>(cursor, LEFT) + sumOfFrequencies(list, next, rank);
    beginPosting(cursor, skipped, frequencyBehind);
  } else {
    const skipped = sumOfFrequencies(list, <i32>((group << shift) - before), rank);
    const to = group === last ? end : groups + endOf(directory, width, group);
    beginGroup(cursor, from, to, head & 31, shift, frequencyBehind);
    beginPosting(cursor, skipped, frequencyBehind);
  }
  store<u32>(cursor, ordinal, ORDINAL);
}

/** Skips positions below `wanted`, as far as the skips of the posting allow. */
function passTo(cursor: usize, wanted: u32): void {
  const skips = load<u32>(cursor, SKIPS);
  const group = load<u32>(cursor, GROUP);
  let skipped = load<u32>(cursor, SKIPPED);
  while (skipped < skips && swapped32(load<u32>(group + skipped * SKIP_BYTES)) < wanted) skipped++;
  store<u32>(cursor, skipped, SKIPPED);
  const numbers = skipped << skipBits;
  const all = load<u32>(cursor, ALL);
  if (numbers <= all - load<u32>(cursor, LEFT)) return;
  const at = group + (skipped - 1) * SKIP_BYTES;
  const bits = swapped32(load<u32>(at, 4));
  store<u32>(cursor, swapped32(load<u32>(at)), LAST);
  store<u32>(cursor, ((group + skips * SKIP_BYTES) << 3) + bits, PREFIX);
  const order = load<u32>(cursor, NUMBERS_ORDER);
  store<u32>(cursor, (load<u32>(cursor, GROUP_END) << 3) - (bits - numbers + numbers * order), SUFFIX);
  store<u32>(cursor, all - numbers, LEFT);
}

/** Returns the first position of an element that is at least `wanted`, or END. `wanted` must not decrease. */
export function advance(e: usize, wanted: u32): u32 {
  const cursor = CURSORS + (e << CURSOR_SHIFT);
  if (load<i32>(cursor, LAST) >= <i32>wanted) return load<u32>(cursor, LAST);
  if (load<u32>(cursor, SKIPS) > 0) passTo(cursor, wanted);
  const all = load<u32>(cursor, LEFT);
  if (all === 0) return END;
  const order = load<u32>(cursor, NUMBERS_ORDER);
  const bias: u32 = (1 << order) - 1;
  let prefix = load<u32>(cursor, PREFIX);
  let suffix = load<u32>(cursor, SUFFIX);
  let position = load<u32>(cursor, LAST);
  let left = all;
  // The rest of the current word of prefixes. A set bit ends a prefix. If there is none, the prefix continues in the next word.
  let word: u64 = 0;
  do {
    if (word === 0) {
      word = bits64(prefix >> 3) << (<u64>prefix & 7);
      if (word === 0) unreachable();
    }
    const zeros = <u32>clz<u64>(word);
    word = (word << (<u64>zeros)) << 1;
    prefix += zeros + 1;
    const length = zeros + order;
    suffix -= length;
    position += numberAt(suffix, length) - bias;
    left--;
  } while (<i32>position < <i32>wanted && left > 0);
  store<u32>(cursor, prefix, PREFIX);
  store<u32>(cursor, suffix, SUFFIX);
  store<u32>(cursor, position, LAST);
  store<u32>(cursor, left, LEFT);
  decoded += all - left;
  return <i32>position < <i32>wanted ? END : position;
}

/** Returns the number of occurrences of the phrase in a candidate. If they are not counted, returns whether there is one. */
export function occurrencesIn(block: u32, first: u32, number: usize): u32 {
  open(0, block, first, number);
  const lead = offsetOf(0);
  let position = advance(0, lead);
  let opened: u32 = 1;
  let count: u32 = 0;
  while (position !== END) {
    const start = position - lead;
    let e: u32 = 1;
    for (; e < elements; e++) {
      if (e === opened) {
        open(e, block, first, number);
        opened++;
      }
      const offset = offsetOf(e);
      const other = advance(e, start + offset);
      if (other === END) return count;
      if (other === start + offset) continue;
      position = advance(0, other - offset + lead);
      break;
    }
    if (e < elements) continue;
    count++;
    if (!areCounted) return count;
    position = advance(0, position + 1);
  }
  return count;
}
