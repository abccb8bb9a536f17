/**
 * Makes a sorted run of the held values, in memory after them. Folds values, sorts them by column, folded text and spelling,
 * and writes them with their documents. ../value-run.ts describes the format.
 */
import { copy, putVarint, reach } from '../../../../kernel/assembly/room';
import { areAlike } from '../../../../kernel/assembly/text-bytes';
import { orderRoom, setKey, sortKeys, sortTexts, useOrder, useTexts } from '../../../../kernel/assembly/text-order';
import {
  BEYOND,
  columnOf,
  count,
  FOLDED_MAX,
  occurrences,
  occurrencesAt,
  RECORD_SHIFT,
  recordsAt,
  textAt,
  textsAt,
} from './held-values';

/** Longer texts are folded by the caller, which truncates the result. */
const FOLDED_HERE_MAX: u32 = 1000;
const CAPITALS: i8 = 26;
const LOWER_CASE: i8 = 0x20;
const LANES: u32 = 16;
/** Minimum bytes of the output buffer, and maximum overhead around two texts and after each document. */
const OUT_BYTES: usize = 1 << 16;
const AROUND: usize = 32;

/** Starts of folded texts, and their bytes, which come last. */
let startsAt: usize = 0;
let foldedAt: usize = 0;
let folded: u32 = 0;
/** Indexed by value: whether the spelling equals the folded text. */
let isSpellingAt: usize = 0;
let orderAt: usize = 0;
let roomAt: usize = 0;
/** The start of each value's documents, and the documents. */
let docStartsAt: usize = 0;
let docsAt: usize = 0;

/** Length in bytes of the longest spelling. */
export let longest: u32 = 0;

/** The address of the output. */
export let outAt: usize = 0;
export let written: u32 = 0;
/** The write cursor: the value, by rank, and its documents. */
let rank: u32 = 0;
let next: usize = 0;
let last: u32 = 0;
let isWithin: bool = false;
export let isEnded: bool = false;

/** Lays out the memory. */
export function beginRun(): void {
  longest = 0;
  for (let value: u32 = 0; value < count; value++) longest = max(longest, lengthOf(value));
  startsAt = aligned(textAt(count) + BEYOND);
  orderAt = startsAt + ((<usize>count + 1) << 2);
  docStartsAt = orderAt + ((<usize>count) << 2);
  docsAt = docStartsAt + ((<usize>count + 1) << 2);
  isSpellingAt = docsAt + ((<usize>occurrences) << 2);
  roomAt = aligned(isSpellingAt + <usize>count);
  outAt = roomAt + orderRoom(count);
  foldedAt = outAt + OUT_BYTES + <usize>(longest + FOLDED_MAX) + AROUND + BEYOND;
  reach(foldedAt);
  folded = 0;
  rank = 0;
  written = 0;
  isWithin = false;
  isEnded = false;
}

function aligned(at: usize): usize {
  return (at + 15) & ~15;
}

function lengthOf(value: u32): u32 {
  return <u32>(textAt(value + 1) - textAt(value));
}

function startOf(value: u32): u32 {
  return load<u32>(startsAt + ((<usize>value) << 2));
}

function isSpelling(value: u32): bool {
  return load<u8>(isSpellingAt + <usize>value) !== 0;
}

/** Returns the address for the folded text of the next value, with space for this many bytes. */
export function foldedRoom(bytes: usize): usize {
  const at = foldedAt + <usize>folded;
  reach(at + bytes + BEYOND);
  return at;
}

/** Called once the caller has written the folded text of a value. */
export function endFolded(value: u32, bytes: u32): void {
  const at = foldedAt + <usize>folded;
  const isSame = bytes === lengthOf(value) && areAlike(textAt(value), at, bytes);
  store<u8>(isSpellingAt + <usize>value, isSame);
  store<u32>(startsAt + ((<usize>value) << 2), folded);
  folded += bytes;
}

/** Folds values from this one on. Returns the first value that the caller must fold, or the end. */
export function foldFrom(first: u32): u32 {
  for (let value = first; value < count; value++) {
    const bytes = lengthOf(value);
    if (bytes > FOLDED_HERE_MAX) return value;
    if (!foldAscii(textAt(value), bytes, foldedRoom(<usize>bytes))) return value;
    endFolded(value, bytes);
  }
  return count;
}

/** Returns false for non-ASCII. */
function foldAscii(from: usize, bytes: u32, to: usize): bool {
  for (let at: u32 = 0; at < bytes; at += LANES) {
    const sixteen = v128.load(from + <usize>at);
    const left = bytes - at;
    const others = <u32>i8x16.bitmask(sixteen);
    if ((left < LANES ? others & ((1 << left) - 1) : others) !== 0) return false;
    const areCapitals = i8x16.lt_u(i8x16.sub(sixteen, i8x16.splat(0x41)), i8x16.splat(CAPITALS));
    v128.store(to + <usize>at, v128.or(sixteen, v128.and(areCapitals, i8x16.splat(LOWER_CASE))));
  }
  return true;
}

/** Call this once all values are folded. Sorts the values, and groups the documents of each. */
export function order(): void {
  store<u32>(startsAt + ((<usize>count) << 2), folded);
  useOrder(orderAt, count, roomAt);
  for (let value: u32 = 0; value < count; value++) {
    store<u32>(orderAt + ((<usize>value) << 2), value);
    setKey(value, <u64>columnOf(value));
  }
  sortKeys(0, count);
  for (let from: u32 = 0; from < count; ) {
    const column = columnOf(valueAt(from));
    let to = from + 1;
    while (to < count && columnOf(valueAt(to)) === column) to++;
    useTexts(foldedAt, startsAt, 2);
    sortTexts(from, to);
    sortSpellings(from, to);
    from = to;
  }
  gatherDocs();
}

function valueAt(n: u32): u32 {
  return load<u32>(orderAt + ((<usize>n) << 2));
}

/** Sorts values with equal folded texts by their spellings. */
function sortSpellings(start: u32, end: u32): void {
  useTexts(textsAt, recordsAt, RECORD_SHIFT);
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (to < end && foldAlike(valueAt(from), valueAt(to))) to++;
    if (to - from > 1) sortTexts(from, to);
    from = to;
  }
}

/** Of several values with equal folded texts, at most one is spelled that way. */
function foldAlike(a: u32, b: u32): bool {
  if (isSpelling(a) && isSpelling(b)) return false;
  const bytes = startOf(a + 1) - startOf(a);
  if (startOf(b + 1) - startOf(b) !== bytes) return false;
  return areAlike(foldedAt + <usize>startOf(a), foldedAt + <usize>startOf(b), bytes);
}

function gatherDocs(): void {
  memory.fill(docStartsAt, 0, (<usize>count + 1) << 2);
  const end = occurrencesAt + ((<usize>occurrences) << 3);
  for (let at = occurrencesAt; at < end; at += 8) {
    const counter = docStartsAt + ((<usize>load<u32>(at)) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
  let sum: u32 = 0;
  for (let value: u32 = 0; value <= count; value++) {
    const start = docStartsAt + ((<usize>value) << 2);
    const own = load<u32>(start);
    store<u32>(start, sum);
    sum += own;
  }
  for (let at = occurrencesAt; at < end; at += 8) {
    const start = docStartsAt + ((<usize>load<u32>(at)) << 2);
    const next = load<u32>(start);
    store<u32>(start, next + 1);
    store<u32>(docsAt + ((<usize>next) << 2), load<u32>(at, 4));
  }
  // By now, each start has become the end of its value's documents.
}

/** Returns the end of a value's documents. */
function docsEnd(value: u32): usize {
  return docsAt + ((<usize>load<u32>(docStartsAt + ((<usize>value) << 2))) << 2);
}

/** The number of documents of a value, after `order`. */
export function docCount(value: u32): u32 {
  return <u32>((docsEnd(value) - (value === 0 ? docsAt : docsEnd(value - 1))) >> 2);
}

/** Continues until the buffer is full or the run ends. The previous output must have been taken. */
export function write(): void {
  const full = outAt + OUT_BYTES;
  let to = outAt;
  while (to < full) {
    if (isWithin) {
      to = writeDocs(to, full);
      if (to >= full) break;
    }
    if (rank === count) {
      store<u8>(to++, 0);
      isEnded = true;
      break;
    }
    to = beginValue(valueAt(rank++), to);
  }
  written = <u32>(to - outAt);
}

function beginValue(value: u32, at: usize): usize {
  next = value === 0 ? docsAt : docsEnd(value - 1);
  last = -1;
  isWithin = true;
  const bytes = startOf(value + 1) - startOf(value);
  let to = putVarint(at, <u64>(columnOf(value) + 1));
  to = putVarint(to, bytes);
  copy(to, foldedAt + <usize>startOf(value), <usize>bytes);
  to += <usize>bytes;
  if (isSpelling(value)) {
    store<u8>(to, 0);
    return to + 1;
  }
  const spelled = lengthOf(value);
  to = putVarint(to, spelled + 1);
  copy(to, textAt(value), <usize>spelled);
  return to + <usize>spelled;
}

/** Writes the documents of the current value, as far as there is space. */
function writeDocs(at: usize, full: usize): usize {
  const end = docsEnd(valueAt(rank - 1));
  let to = at;
  for (; next < end && to < full; next += 4) {
    const doc = load<u32>(next);
    to = putVarint(to, doc - last);
    last = doc;
  }
  if (next < end || to >= full) return to;
  isWithin = false;
  store<u8>(to, 0);
  return to + 1;
}
