/** Sorts the terms of a log: by field, then by the bytes of their UTF-8. */
import { orderRoom, setKey, sortKeys, sortTexts, useOrder, useTexts } from '../../../kernel/assembly/text-order';
import { count, HEAD, MORE_BYTES, offsetsAt, recordsAt, share, take } from './term-log';

const UNIT_BYTES_MAX: usize = 3;

/** The UTF-8 of term t begins at `bytesAt + starts[t]`, and ends at the start of the next. */
export let bytesAt: usize = 0;
let bytesMax: usize = 0;
export let startsAt: usize = 0;
/** Terms in order. */
export let orderAt: usize = 0;
let termsMax: u32 = 0;

export function sortTerms(): void {
  makeRoom();
  encode();
  useOrder(orderAt, count, share(orderRoom(count)));
  useTexts(bytesAt, startsAt, 2);
  for (let term: u32 = 0; term < count; term++) {
    store<u32>(orderAt + ((<usize>term) << 2), term);
    setKey(term, <u64>fieldOf(term));
  }
  sortKeys(0, count);
  for (let from: u32 = 0; from < count; ) {
    const field = fieldOf(load<u32>(orderAt + ((<usize>from) << 2)));
    let to = from + 1;
    while (to < count && fieldOf(load<u32>(orderAt + ((<usize>to) << 2))) === field) to++;
    sortTexts(from, to);
    from = to;
  }
}

export function fieldOf(term: u32): u32 {
  return load<u32>(recordAt(term), 4);
}

function recordAt(term: u32): usize {
  return recordsAt + ((<usize>load<u32>(offsetsAt + ((<usize>term) << 2))) << 1);
}

/** Allocates half as much again as needed, because the next run will hardly have more terms. */
function makeRoom(): void {
  const bytes = <usize>(load<u32>(offsetsAt + ((<usize>count) << 2)) - count * HEAD) * UNIT_BYTES_MAX;
  if (bytes > bytesMax) {
    bytesMax = bytes + (bytes >> 1);
    bytesAt = take(bytesMax + MORE_BYTES);
  }
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
