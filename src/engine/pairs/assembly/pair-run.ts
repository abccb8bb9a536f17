/**
 * Sorts a log of pairs by their terms, and writes it as the bytes of a run. The term of a pair is the first term, a mark, and
 * the second. src/engine/inversion/runs/run-file.ts describes the format.
 */
import { take } from '../../../kernel/assembly/room';
import {
  beginTerm,
  beginWriting,
  FULL,
  isWithin,
  varint,
  writesAt,
  writesTerm,
} from '../../inversion/assembly/run-items';
import { itemsAt, logged, otherItemsAt, otherPairsAt, pairsAt, terms } from './pair-log';

/** Space for the terms of a pair, and some numbers. */
const MORE_BYTES: usize = 64;

/** Bytes of term t, from `starts[t]` up to the start of the next, in `textsAt`. */
export let startsAt: usize = 0;
export let textsAt: usize = 0;
let field: u32 = 0;
let mark: u32 = 0;
/** Indexed by term: the address of the next pair that has it as the digit. */
let tosAt: usize = 0;

/** The output buffer. */
let room: usize = 0;

/** The next pair of the log. */
let next: u32 = 0;

export function layRun(pairsField: u32, pairMark: u32, termBytes: u32): void {
  field = pairsField;
  mark = pairMark;
  startsAt = take((<usize>terms + 1) << 2);
  textsAt = take(<usize>termBytes);
  tosAt = take((<usize>terms + 1) << 2);
  room = take(<usize>FULL + MORE_BYTES + ((<usize>termBytes) << 1));
}

export function beginRun(): void {
  sort(0, pairsAt, itemsAt, otherPairsAt, otherItemsAt);
  sort(16, otherPairsAt, otherItemsAt, pairsAt, itemsAt);
  next = 0;
  beginWriting(room, true);
}

/** Sorts by one of the two terms, stably. */
function sort(shift: u32, fromPairs: usize, fromItems: usize, toPairs: usize, toItems: usize): void {
  memory.fill(tosAt, 0, (<usize>terms + 1) << 2);
  for (let i: u32 = 0; i < logged; i++) {
    const at = tosAt + ((<usize>((load<u32>(fromPairs + ((<usize>i) << 2)) >> shift) & 0xffff)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let term: u32 = 0; term < terms; term++) {
    const at = tosAt + ((<usize>term) << 2);
    const count = load<u32>(at);
    store<u32>(at, sum);
    sum += count;
  }
  for (let i: u32 = 0; i < logged; i++) {
    const pair = load<u32>(fromPairs + ((<usize>i) << 2));
    const at = tosAt + ((<usize>((pair >> shift) & 0xffff)) << 2);
    const to = load<u32>(at);
    store<u32>(at, to + 1);
    store<u32>(toPairs + ((<usize>to) << 2), pair);
    store<u64>(toItems + ((<usize>to) << 3), load<u64>(fromItems + ((<usize>i) << 3)));
  }
}

/** Returns the two terms of the next pair, the first above the second. There must be a next pair. */
export function nextPair(): u32 {
  return load<u32>(pairsAt + ((<usize>next) << 2));
}

/** Whether a pair is next, and the run is not within one. */
export function hasNext(): bool {
  return !isWithin && next < logged;
}

/** See `writesTerm`. */
export function write(enough: u32): void {
  while (writesTerm(enough, next < logged)) writePair();
}

function writePair(): void {
  const pair = nextPair();
  const from = next;
  do next++;
  while (next < logged && nextPair() === pair);
  const first = startOf(pair >> 16);
  const second = startOf(pair & 0xffff);
  const firstBytes = startOf((pair >> 16) + 1) - first;
  const secondBytes = startOf((pair & 0xffff) + 1) - second;
  let to = varint(varint(writesAt(), field + 1), firstBytes + 1 + secondBytes);
  memory.copy(to, textsAt + <usize>first, <usize>firstBytes);
  to += <usize>firstBytes;
  store<u8>(to++, mark);
  memory.copy(to, textsAt + <usize>second, <usize>secondBytes);
  beginTerm(to + <usize>secondBytes, itemsAt + ((<usize>from) << 3), itemsAt + ((<usize>next) << 3));
}

function startOf(term: u32): u32 {
  return load<u32>(startsAt + ((<usize>term) << 2));
}
