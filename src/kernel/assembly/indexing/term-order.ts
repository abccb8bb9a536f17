/**
 * Puts the terms of a log in order: by field, then by the bytes of their UTF-8. Seven bytes are sorted at a time, digit by digit, and terms that
 * these do not separate by the next seven: so the time is bounded by the bytes of all terms, whatever they are.
 */
import { count, HEAD, offsetsAt, recordsAt, share, take } from './term-log';

/** Bytes of a term in a key, above a byte that says how many there are from there on: this, if more. */
const KEY_BYTES: u32 = 7;
const MORE: u64 = 8;
/** Before the first bytes: terms are told apart by field. */
const BY_FIELD: i32 = -1;
/** So few terms are put in order by insertion. */
const FEW: u32 = 16;
const DIGITS: u32 = 256;
const UNIT_BYTES_MAX: usize = 3;

/** UTF-8 of term t is at `bytesAt + starts[t]`, up to the start of the next. */
export let bytesAt: usize = 0;
let bytesMax: usize = 0;
export let startsAt: usize = 0;
/** Terms in order; and while they are sorted their keys, and room for another order of them. */
export let orderAt: usize = 0;
let keysAt: usize = 0;
let otherOrderAt: usize = 0;
let otherKeysAt: usize = 0;
let termsMax: u32 = 0;
/** How often each digit occurs, by its place in the key. */
let countsAt: usize = 0;

export function sortTerms(): void {
  makeRoom();
  encode();
  for (let term: u32 = 0; term < count; term++) store<u32>(orderAt + ((<usize>term) << 2), term);
  sortRange(0, count, BY_FIELD);
}

export function fieldOf(term: u32): u32 {
  return load<u32>(recordAt(term), 4);
}

function recordAt(term: u32): usize {
  return recordsAt + ((<usize>load<u32>(offsetsAt + ((<usize>term) << 2))) << 1);
}

/** Half as much again as is needed: the terms of the next run are hardly more. */
function makeRoom(): void {
  if (countsAt === 0) countsAt = take(<usize>DIGITS * 8 * 4);
  const bytes = <usize>(load<u32>(offsetsAt + ((<usize>count) << 2)) - count * HEAD) * UNIT_BYTES_MAX;
  if (bytes > bytesMax) {
    bytesMax = bytes + (bytes >> 1);
    bytesAt = take(bytesMax);
  }
  keysAt = share(<usize>count * 20);
  otherKeysAt = keysAt + ((<usize>count) << 3);
  otherOrderAt = otherKeysAt + ((<usize>count) << 3);
  if (startsAt !== 0 && count <= termsMax) return;
  termsMax = count + (count >> 1);
  startsAt = take((<usize>termsMax + 1) << 2);
  orderAt = take((<usize>termsMax) << 2);
}

function encode(): void {
  let to = bytesAt;
  for (let term: u32 = 0; term < count; term++) {
    store<u32>(startsAt + ((<usize>term) << 2), <u32>(to - bytesAt));
    const record = recordAt(term);
    let at = record + ((<usize>HEAD) << 1);
    const end = at + ((<usize>load<u16>(record, 8)) << 1);
    while (at < end) {
      const unit: u32 = load<u16>(at);
      at += 2;
      if (unit < 0x80) {
        store<u8>(to++, unit);
      } else if (unit < 0x800) {
        store<u8>(to, 0xc0 | (unit >> 6));
        store<u8>(to, 0x80 | (unit & 63), 1);
        to += 2;
      } else if ((unit & 0xfc00) === 0xd800 && at < end) {
        const point: u32 = 0x10000 + ((unit & 0x3ff) << 10) + (<u32>load<u16>(at) & 0x3ff);
        at += 2;
        store<u8>(to, 0xf0 | (point >> 18));
        store<u8>(to, 0x80 | ((point >> 12) & 63), 1);
        store<u8>(to, 0x80 | ((point >> 6) & 63), 2);
        store<u8>(to, 0x80 | (point & 63), 3);
        to += 4;
      } else {
        store<u8>(to, 0xe0 | (unit >> 12));
        store<u8>(to, 0x80 | ((unit >> 6) & 63), 1);
        store<u8>(to, 0x80 | (unit & 63), 2);
        to += 3;
      }
    }
  }
  store<u32>(startsAt + ((<usize>count) << 2), <u32>(to - bytesAt));
}

/** Sorts the terms `order[from … to)`, which are alike up to `depth`. */
function sortRange(from: u32, to: u32, depth: i32): void {
  if (depth !== BY_FIELD && to - from <= FEW) {
    insert(from, to, <u32>depth);
    return;
  }
  for (let i = from; i < to; i++) {
    const term = load<u32>(orderAt + ((<usize>i) << 2));
    store<u64>(keysAt + ((<usize>i) << 3), depth === BY_FIELD ? <u64>fieldOf(term) : keyOf(term, <u32>depth));
  }
  sortKeys(from, to);
  for (let start = from; start < to; ) {
    const key = load<u64>(keysAt + ((<usize>start) << 3));
    let end = start + 1;
    while (end < to && load<u64>(keysAt + ((<usize>end) << 3)) === key) end++;
    // The keys of these are overwritten, and not read again.
    if (end - start > 1 && (depth === BY_FIELD || (key & 0xff) === MORE)) {
      sortRange(start, end, depth === BY_FIELD ? 0 : depth + <i32>KEY_BYTES);
    }
    start = end;
  }
}

/** Bytes from `depth` on, as far as there are, and how many there are: a term that ends comes before one that goes on with zeros. */
function keyOf(term: u32, depth: u32): u64 {
  const start = load<u32>(startsAt + ((<usize>term) << 2)) + depth;
  const rest = load<u32>(startsAt + ((<usize>term) << 2), 4) - start;
  const at = bytesAt + <usize>start;
  let key: u64 = 0;
  const some = min(rest, KEY_BYTES);
  for (let i: u32 = 0; i < some; i++) key |= (<u64>load<u8>(at + <usize>i)) << (56 - ((<u64>i) << 3));
  return key | min(<u64>rest, MORE);
}

/** By the last digit, then by the one before it, and so on; digits that are all the same are passed over. */
function sortKeys(from: u32, to: u32): void {
  memory.fill(countsAt, 0, <usize>DIGITS * 8 * 4);
  for (let i = from; i < to; i++) {
    let key = load<u64>(keysAt + ((<usize>i) << 3));
    for (let counts = countsAt; counts < countsAt + <usize>DIGITS * 8 * 4; counts += <usize>DIGITS * 4, key >>= 8) {
      const at = counts + ((<usize>(key & 0xff)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  let keys = keysAt;
  let order = orderAt;
  let otherKeys = otherKeysAt;
  let otherOrder = otherOrderAt;
  for (let shift: u64 = 0; shift < 64; shift += 8) {
    const counts = countsAt + (<usize>shift >> 3) * <usize>DIGITS * 4;
    const first = load<u64>(keys + ((<usize>from) << 3)) >> shift;
    if (load<u32>(counts + ((<usize>(first & 0xff)) << 2)) === to - from) continue;
    let sum = from;
    for (let digit: usize = 0; digit < <usize>DIGITS; digit++) {
      const own = load<u32>(counts + (digit << 2));
      store<u32>(counts + (digit << 2), sum);
      sum += own;
    }
    for (let i = from; i < to; i++) {
      const key = load<u64>(keys + ((<usize>i) << 3));
      const at = counts + ((<usize>((key >> shift) & 0xff)) << 2);
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

function insert(from: u32, to: u32, depth: u32): void {
  for (let i = from + 1; i < to; i++) {
    const term = load<u32>(orderAt + ((<usize>i) << 2));
    let at = i;
    for (; at > from; at--) {
      const other = load<u32>(orderAt + ((<usize>(at - 1)) << 2));
      if (!isLess(term, other, depth)) break;
      store<u32>(orderAt + ((<usize>at) << 2), other);
    }
    store<u32>(orderAt + ((<usize>at) << 2), term);
  }
}

function isLess(a: u32, b: u32, depth: u32): bool {
  const startA = load<u32>(startsAt + ((<usize>a) << 2)) + depth;
  const startB = load<u32>(startsAt + ((<usize>b) << 2)) + depth;
  const restA = load<u32>(startsAt + ((<usize>a) << 2), 4) - startA;
  const restB = load<u32>(startsAt + ((<usize>b) << 2), 4) - startB;
  const shared = min(restA, restB);
  for (let i: u32 = 0; i < shared; i++) {
    const x = load<u8>(bytesAt + <usize>(startA + i));
    const y = load<u8>(bytesAt + <usize>(startB + i));
    if (x !== y) return x < y;
  }
  return restA < restB;
}
