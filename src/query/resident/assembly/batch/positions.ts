/**
 * Decodes and compares positions of postings. src/engine/postings/positions-format.ts describes the format. Postings come one
 * after the other, so the cursor is in variables. ../phrases.ts reads several lists in turn, with a cursor for each in memory.
 */
import { READ_AHEAD, SKIP_BITS, SKIPPED_MIN } from '../constants';
import { bits64, numberAt, prefixAfter, swapped32 } from '../position-bits';
import { ALIVE, BYTES, BYTES_END, COUNTS, ENDS, FROMS, POSITIONS, SCRATCH, SKIPS, STARTS, TOS } from './memory';

/** Bits of the suffix of a number without zeros in its prefix, and whether each posting has a group of its own. */
let order: u32 = 0;
let isAlone: bool = false;

/**
 * The current group and its end; how many of its numbers were skipped; and the bit offsets of the next prefix and after its
 * suffix.
 */
let group: u32 = 0;
let groupEnd: u32 = 0;
let passed: u32 = 0;
let prefix: u32 = 0;
let suffix: u32 = 0;

/** For the current posting: remaining numbers; the last position read, or -1; skips used and in total. */
let left: u32 = 0;
let last: u32 = -1;
let skipped: u32 = 0;
let skips: u32 = 0;

/** Postings narrowed so far: how many are kept, and how far their starts were read and kept. */
let kept: u32 = 0;
let readAt: usize = STARTS;
let keptAt: usize = STARTS;

const SKIP_BYTES: u32 = 8;

/** Skips numbers: each is one set bit among the prefixes. */
function skip(numbers: u32): void {
  if (numbers === 0) return;
  const next = prefixAfter(prefix, numbers);
  // The skipped prefixes have as many zeros as the suffixes have bits above the order.
  suffix -= next - prefix - numbers + numbers * order;
  prefix = next;
  assert(prefix <= suffix);
}

/** Moves to the first number of the i-th posting. */
function turnTo(i: u32): void {
  const from = load<u32>(FROMS + (i << 2));
  const wanted = load<u32>(SKIPS + (i << 2));
  left = load<u32>(COUNTS + (i << 2));
  last = -1;
  if (from !== group) {
    group = from;
    groupEnd = load<u32>(TOS + (i << 2));
    passed = 0;
    skipped = 0;
    skips = isAlone && left >= SKIPPED_MIN ? (left - 1) >> SKIP_BITS : 0;
    prefix = (from + skips * SKIP_BYTES) << 3;
    suffix = groupEnd << 3;
    assert(<usize>from >= BYTES && from < groupEnd && <usize>groupEnd <= BYTES_END);
    assert(prefix <= suffix);
  }
  assert(passed <= wanted);
  skip(wanted - passed);
  passed = wanted;
}

/** Skips positions of the current posting below `wanted`, as far as its skips allow. */
function passTo(wanted: i64): void {
  while (skipped < skips && <i64>swapped32(load<u32>(group + skipped * SKIP_BYTES)) < wanted) skipped++;
  const numbers = skipped << SKIP_BITS;
  if (numbers <= passed) return;
  const at = group + (skipped - 1) * SKIP_BYTES;
  const bits = swapped32(load<u32>(at, 4));
  last = swapped32(load<u32>(at));
  prefix = ((group + skips * SKIP_BYTES) << 3) + bits;
  suffix = (groupEnd << 3) - (bits - numbers + numbers * order);
  assert(numbers - passed < left && prefix <= suffix);
  left -= numbers - passed;
  passed = numbers;
}

/** Decodes the next positions of the current posting, at most `most`, to `at`. Returns their end. */
function decode(most: u32, at: usize): usize {
  const count = min<u32>(most, left);
  const k = order;
  const bias: u32 = (1 << k) - 1;
  const end = at + (count << 2);
  assert(at >= STARTS ? end <= BYTES : end <= SCRATCH);
  let nextPrefix = prefix;
  let nextSuffix = suffix;
  let position = last;
  // The rest of the current word of prefixes. A set bit ends a prefix. If there is none, the prefix continues in the next word.
  let word: u64 = 0;
  while (at < end) {
    if (word === 0) {
      word = bits64(nextPrefix >> 3) << (<u64>nextPrefix & 7);
      if (word === 0) unreachable();
    }
    const zeros = <u32>clz<u64>(word);
    word = (word << (<u64>zeros)) << 1;
    nextPrefix += zeros + 1;
    const length = zeros + k;
    nextSuffix -= length;
    position += numberAt(nextSuffix, length) - bias;
    store<u32>(at, position);
    at += 4;
  }
  // The two parts of a group's numbers grow toward each other.
  assert(nextPrefix <= nextSuffix);
  prefix = nextPrefix;
  suffix = nextSuffix;
  last = position;
  left -= count;
  passed += count;
  return at;
}

export function beginPhrase(postings: u32, k: u32, shift: u32, offset: u32): u32 {
  order = k;
  isAlone = shift === 0;
  group = 0;
  kept = 0;
  let at = STARTS;
  for (let i: u32 = 0; i < postings; i++) {
    turnTo(i);
    const from = at;
    const end = decode(-1, at);
    if (offset === 0) at = end;
    else
      for (let p = from; p < end; p += 4) {
        const position = load<u32>(p);
        store<u32>(at, position - offset);
        at += (<usize>(position >= offset)) << 2;
      }
    store<u32>(ALIVE + (kept << 2), i);
    store<u32>(ENDS + (kept << 2), <u32>at);
    kept += u32(at > from);
  }
  return kept;
}

export function turnToTerm(k: u32, shift: u32): void {
  order = k;
  isAlone = shift === 0;
  group = 0;
  kept = 0;
  readAt = STARTS;
  keptAt = STARTS;
}

/** Returns the first of the starts from `start` up to `end` that is at least `wanted`, or `end`. */
function firstFrom(start: usize, end: usize, wanted: i64): usize {
  let at = start;
  while (at < end && <i64>load<u32>(at) < wanted) at += 4;
  return at;
}

/**
 * Keeps the starts from `start` up to `end` that have a position of the current posting `offset` after them. Reads little more
 * than the last of them needs.
 */
function keepStarts(start: usize, end: usize, offset: u32): void {
  while (left > 0) {
    passTo(<i64>load<u32>(start) + offset);
    const positionsEnd = decode(READ_AHEAD, POSITIONS);
    // Usually no start matters.
    if (last < load<u32>(start) + offset) continue;
    for (let at = POSITIONS; at < positionsEnd; at += 4) {
      const position = load<u32>(at);
      if (position < load<u32>(start) + offset) continue;
      start = firstFrom(start, end, <i64>position - offset);
      if (start === end) return;
      if (load<u32>(start) + offset !== position) continue;
      store<u32>(keptAt, load<u32>(start));
      keptAt += 4;
      start += 4;
      if (start === end) return;
    }
  }
}

export function narrowStarts(from: u32, to: u32, offset: u32): u32 {
  group = 0;
  for (let i = from; i < to; i++) {
    const startsEnd: usize = load<u32>(ENDS + (i << 2));
    turnTo(i);
    const before = keptAt;
    keepStarts(readAt, startsEnd, offset);
    readAt = startsEnd;
    store<u32>(ALIVE + (kept << 2), load<u32>(ALIVE + (i << 2)));
    store<u32>(ENDS + (kept << 2), <u32>keptAt);
    kept += u32(keptAt > before);
  }
  return kept;
}

/** Whether the current posting has a position within `slop` of `distance` after a start. Reads little more than needed. */
function isNear(start: usize, end: usize, distance: i64, slop: i64): bool {
  let nearest = <i64>load<u32>(start) + distance - slop;
  while (left > 0) {
    passTo(nearest);
    const positionsEnd = decode(READ_AHEAD, POSITIONS);
    if (<i64>last < nearest) continue;
    for (let at = POSITIONS; at < positionsEnd; at += 4) {
      const position = <i64>load<u32>(at);
      if (position < nearest) continue;
      start = firstFrom(start, end, position - distance - slop);
      if (start === end) return false;
      nearest = <i64>load<u32>(start) + distance - slop;
      if (position >= nearest) return true;
    }
  }
  return false;
}

export function keepNear(from: u32, to: u32, distance: i32, slop: u32): u32 {
  group = 0;
  for (let i = from; i < to; i++) {
    const startsEnd: usize = load<u32>(ENDS + (i << 2));
    const length = startsEnd - readAt;
    turnTo(i);
    if (isNear(readAt, startsEnd, distance, slop)) {
      memory.copy(keptAt, readAt, length);
      keptAt += length;
      store<u32>(ALIVE + (kept << 2), load<u32>(ALIVE + (i << 2)));
      store<u32>(ENDS + (kept << 2), <u32>keptAt);
      kept++;
    }
    readAt = startsEnd;
  }
  return kept;
}
