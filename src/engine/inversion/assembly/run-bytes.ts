/**
 * Inverts a log: writes its tokens in order of terms, as the bytes of a run. ../runs/run-file.ts describes their format. The
 * caller assigns documents and positions to stretches of tokens.
 */
import { beginTerm, beginWriting, FULL, varint, writesAt, writesTerm } from './run-items';
import { anyShared, count, SHARED, share, take, tokens, tokensAt, tokensMax } from './term-log';
import { bytesAt, fieldOf, orderAt, sortTerms, startsAt } from './term-order';

const MORE_BYTES: usize = 1 << 16;

/** Indexed by term: the address of its next item, and finally the end of its items. */
let endsAt: usize = 0;
let endsMax: u32 = 0;
/** Items in order of terms: position u32, document u32. */
let itemsAt: usize = 0;

/** The output buffer. */
let room: usize = 0;

/** The next term. */
export let rank: u32 = 0;

/** Sorts the terms. Next, the caller assigns stretches. */
export function beginInverted(): void {
  makeRoom();
  sortTerms();
  itemsAt = share((<usize>tokens) << 3);
  memory.fill(endsAt, 0, (<usize>count + 1) << 2);
  for (let i: u32 = 0; i < tokens; i++) {
    const at = endsAt + ((<usize>(load<u32>(tokensAt + ((<usize>i) << 2)) & ~SHARED)) << 2);
    store<u32>(at, load<u32>(at, 4) + 1, 4);
  }
  let sum: u32 = 0;
  for (let term: u32 = 0; term < count; term++) {
    const at = endsAt + ((<usize>term) << 2);
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  rank = 0;
  beginWriting(room, anyShared);
}

function makeRoom(): void {
  if (room === 0) room = take(<usize>FULL + MORE_BYTES);
  if (endsAt === 0 || count > endsMax) {
    endsMax = count + (count >> 1);
    endsAt = take((<usize>endsMax + 1) << 2);
  }
  // Runs are about equally long, so the capacity of the log suffices for all of them. The terms are sorted in this memory
  // first.
  share((<usize>min(tokens * 2, tokensMax)) << 3);
}

/** Assigns a document to the tokens `from … to`, with positions from `position` on. Stretches must come in order. */
export function assign(doc: u32, position: u32, from: u32, to: u32): void {
  let item = (((<u64>doc) << 32) | <u64>position) - 1;
  for (let i = from; i < to; i++) {
    const token = load<u32>(tokensAt + ((<usize>i) << 2));
    item += (token & SHARED) === 0 ? 1 : 0;
    const at = endsAt + ((<usize>(token & ~SHARED)) << 2);
    const n = load<u32>(at);
    store<u32>(at, n + 1);
    store<u64>(itemsAt + ((<usize>n) << 3), item);
  }
}

/** See `writesTerm`. */
export function write(enough: u32): void {
  while (writesTerm(enough, rank < count)) writeTerm();
}

function writeTerm(): void {
  const term = load<u32>(orderAt + ((<usize>rank) << 2));
  rank++;
  const start = load<u32>(startsAt + ((<usize>term) << 2));
  const length = load<u32>(startsAt + ((<usize>term) << 2), 4) - start;
  let to = varint(writesAt(), fieldOf(term) + 1);
  to = varint(to, length);
  memory.copy(to, bytesAt + <usize>start, <usize>length);
  const from: u32 = term === 0 ? 0 : load<u32>(endsAt + ((<usize>(term - 1)) << 2));
  const end = load<u32>(endsAt + ((<usize>term) << 2));
  beginTerm(to + <usize>length, itemsAt + ((<usize>from) << 3), itemsAt + ((<usize>end) << 3));
}
