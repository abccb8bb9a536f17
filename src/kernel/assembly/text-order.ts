/**
 * Sorts texts by their bytes, seven bytes at a time. Texts with equal keys are sorted by the next seven. The time is bounded by
 * the bytes of all texts. The caller provides the memory and an array of text numbers to sort.
 */
import { sharedBytes } from './text-bytes';

/** Bytes of a text in a key. The byte below them has the number of remaining bytes, or MORE. */
const KEY_BYTES: u32 = 7;
const MORE: u64 = 8;
/** Up to this many texts, or keys, are sorted by insertion. */
const FEW: u32 = 8;
const FEW_KEYS: u32 = 48;
const DIGITS: u32 = 256;
const COUNTS_BYTES: usize = <usize>DIGITS * 8 * 4;
/** A range on the stack: from, to, and the common prefix of its texts. */
const RANGE: usize = 12;

/** Text t begins at `bytesAt + u32[startsAt + (t << shift)]`, and ends where the next begins. */
let bytesAt: usize = 0;
let startsAt: usize = 0;
let shift: usize = 0;
/** Texts, their keys during a sort, and a second array of texts. */
let orderAt: usize = 0;
let keysAt: usize = 0;
let otherKeysAt: usize = 0;
let otherOrderAt: usize = 0;
/** Histograms of digits, by digit of the key. */
let countsAt: usize = 0;
let rangesAt: usize = 0;

/** Returns the bytes needed to sort this many texts, besides the order itself. */
export function orderRoom(texts: u32): usize {
  return COUNTS_BYTES + <usize>texts * 20 + <usize>(texts / FEW + 1) * RANGE;
}

/** `room`: memory of `orderRoom` bytes, aligned. */
export function useOrder(order: usize, texts: u32, room: usize): void {
  orderAt = order;
  countsAt = room;
  keysAt = countsAt + COUNTS_BYTES;
  otherKeysAt = keysAt + ((<usize>texts) << 3);
  otherOrderAt = otherKeysAt + ((<usize>texts) << 3);
  rangesAt = otherOrderAt + ((<usize>texts) << 2);
}

/** Up to seven bytes past the last text may be read. */
export function useTexts(bytes: usize, starts: usize, startShift: usize): void {
  bytesAt = bytes;
  startsAt = starts;
  shift = startShift;
}

/** The key of the n-th text in order, for `sortKeys`. */
export function setKey(n: u32, key: u64): void {
  store<u64>(keysAt + ((<usize>n) << 3), key);
}

/** Sorts the texts `order[start … end)`. */
export function sortTexts(start: u32, end: u32): void {
  let top = push(rangesAt, start, end, 0);
  while (top > rangesAt) {
    top -= RANGE;
    const from = load<u32>(top);
    const to = load<u32>(top, 4);
    const depth = load<u32>(top, 8);
    for (let i = from; i < to; i++) setKey(i, keyOf(textAt(i), depth));
    sortKeys(from, to);
    for (let first = from; first < to; ) {
      const key = load<u64>(keysAt + ((<usize>first) << 3));
      let last = first + 1;
      while (last < to && load<u64>(keysAt + ((<usize>last) << 3)) === key) last++;
      // The keys of this range are overwritten when its turn comes, but not read again.
      if ((key & 0xff) === MORE) top = push(top, first, last, depth + KEY_BYTES);
      first = last;
    }
  }
}

/** Sorts ranges of few texts immediately. Returns the top of the stack. */
function push(top: usize, from: u32, to: u32, depth: u32): usize {
  if (to - from <= FEW) {
    insert(from, to, depth);
    return top;
  }
  store<u32>(top, from);
  store<u32>(top, to, 4);
  store<u32>(top, depth, 8);
  return top + RANGE;
}

function textAt(n: u32): u32 {
  return load<u32>(orderAt + ((<usize>n) << 2));
}

function startOf(text: u32): u32 {
  return load<u32>(startsAt + ((<usize>text) << shift));
}

/**
 * Returns the bytes from `depth` on, and the number of remaining bytes. A text that ends sorts before a text that continues
 * with zeros.
 */
function keyOf(text: u32, depth: u32): u64 {
  const start = startOf(text) + depth;
  const rest = startOf(text + 1) - start;
  const eight = bswap(load<u64>(bytesAt + <usize>start));
  const kept = rest < KEY_BYTES ? ~(~(<u64>0) >> ((<u64>rest) << 3)) : ~(<u64>0xff);
  return (eight & kept) | min(<u64>rest, MORE);
}

/** Sorts texts by their keys, which move with them. Stable. */
export function sortKeys(from: u32, to: u32): void {
  if (to - from <= FEW_KEYS) insertKeys(from, to);
  else sortDigits(from, to);
}

function insertKeys(from: u32, to: u32): void {
  for (let i = from + 1; i < to; i++) {
    const key = load<u64>(keysAt + ((<usize>i) << 3));
    const text = textAt(i);
    let at = i;
    for (; at > from; at--) {
      const before = load<u64>(keysAt + ((<usize>(at - 1)) << 3));
      if (before <= key) break;
      setKey(at, before);
      store<u32>(orderAt + ((<usize>at) << 2), textAt(at - 1));
    }
    setKey(at, key);
    store<u32>(orderAt + ((<usize>at) << 2), text);
  }
}

/** Sorts by the last digit, then by the one before it, and so on. Digits that are equal everywhere are skipped. */
function sortDigits(from: u32, to: u32): void {
  memory.fill(countsAt, 0, COUNTS_BYTES);
  for (let i = from; i < to; i++) {
    let key = load<u64>(keysAt + ((<usize>i) << 3));
    for (let counts = countsAt; counts < countsAt + COUNTS_BYTES; counts += <usize>DIGITS * 4, key >>= 8) {
      const at = counts + ((<usize>(key & 0xff)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  let keys = keysAt;
  let order = orderAt;
  let otherKeys = otherKeysAt;
  let otherOrder = otherOrderAt;
  for (let bits: u64 = 0; bits < 64; bits += 8) {
    const counts = countsAt + (<usize>bits >> 3) * <usize>DIGITS * 4;
    const first = load<u64>(keys + ((<usize>from) << 3)) >> bits;
    if (load<u32>(counts + ((<usize>(first & 0xff)) << 2)) === to - from) continue;
    let sum = from;
    for (let digit: usize = 0; digit < <usize>DIGITS; digit++) {
      const own = load<u32>(counts + (digit << 2));
      store<u32>(counts + (digit << 2), sum);
      sum += own;
    }
    for (let i = from; i < to; i++) {
      const key = load<u64>(keys + ((<usize>i) << 3));
      const at = counts + ((<usize>((key >> bits) & 0xff)) << 2);
      const next = load<u32>(at);
      store<u32>(at, next + 1);
      store<u64>(otherKeys + ((<usize>next) << 3), key);
      store<u32>(otherOrder + ((<usize>next) << 2), load<u32>(order + ((<usize>i) << 2)));
    }
    const before = keys;
    keys = otherKeys;
    otherKeys = before;
    const orderBefore = order;
    order = otherOrder;
    otherOrder = orderBefore;
  }
  if (keys === keysAt) return;
  memory.copy(keysAt + ((<usize>from) << 3), keys + ((<usize>from) << 3), (<usize>(to - from)) << 3);
  memory.copy(orderAt + ((<usize>from) << 2), order + ((<usize>from) << 2), (<usize>(to - from)) << 2);
}

/** Insertion sort of texts that share `depth` bytes. */
function insert(from: u32, to: u32, depth: u32): void {
  for (let i = from + 1; i < to; i++) {
    const text = textAt(i);
    let at = i;
    for (; at > from; at--) {
      const other = textAt(at - 1);
      if (!isLess(text, other, depth)) break;
      store<u32>(orderAt + ((<usize>at) << 2), other);
    }
    store<u32>(orderAt + ((<usize>at) << 2), text);
  }
}

function isLess(a: u32, b: u32, depth: u32): bool {
  const startA = startOf(a) + depth;
  const startB = startOf(b) + depth;
  const restA = startOf(a + 1) - startA;
  const restB = startOf(b + 1) - startB;
  const most = <usize>min(restA, restB);
  const shared = sharedBytes(bytesAt + <usize>startA, bytesAt + <usize>startB, most);
  if (shared === most) return restA < restB;
  return load<u8>(bytesAt + <usize>startA + shared) < load<u8>(bytesAt + <usize>startB + shared);
}
