/** Gathers the occurrences of a term, with documents in any order, and adds them to its list by ascending document. */

import { take } from '../../../kernel/assembly/room';
import { beginDocument, roomForPositions, tookPositions } from './lists';
import { isGiven } from './piece';

/** Up to this many documents are sorted by comparison, more by radix. */
const COMPARED_MAX: u32 = 32;
const DIGIT_BITS: u32 = 8;
const DIGITS: u32 = 1 << DIGIT_BITS;

/** Maximum number of occurrences. */
export let capacity: u32 = 0;
let positionsAt: usize = 0;
let count: u32 = 0;
/**
 * Consecutive occurrences of one document form a stretch. Stretches in order of arrival: the document and start of each, and
 * the end of the last.
 */
let docsAt: usize = 0;
let startsAt: usize = 0;
let stretches: u32 = 0;
let isAscending: bool = true;
/** The stretches in order of documents, and memory for sorting them. */
let orderAt: usize = 0;
let otherAt: usize = 0;
let endsAt: usize = 0;
/** The next stretch to add. */
let next: u32 = 0;

export function layGathered(occurrences: u32): void {
  const bytes = (<usize>occurrences + 1) << 2;
  capacity = occurrences;
  positionsAt = take(bytes);
  docsAt = take(bytes);
  startsAt = take(bytes);
  orderAt = take(bytes);
  otherAt = take(bytes);
  endsAt = take((<usize>DIGITS) << 2);
}

export function clearGathered(): void {
  count = 0;
  stretches = 0;
  isAscending = true;
}

function at(list: usize, n: u32): usize {
  return list + ((<usize>n) << 2);
}

/**
 * Gathers the occurrences in documents `[from … to)`. Those of one document must be in order. Returns false if they do not fit.
 */
export function gather(docs: usize, positions: usize, some: u32, from: u32, to: u32): bool {
  let last = stretches === 0 ? 0xffffffff : load<u32>(at(docsAt, stretches - 1));
  for (let i: u32 = 0; i < some; i++) {
    const doc = load<u32>(at(docs, i));
    if (doc < from || doc >= to) continue;
    if (count === capacity) return false;
    if (doc !== last) {
      if (stretches > 0 && doc < last) isAscending = false;
      last = doc;
      store<u32>(at(docsAt, stretches), doc);
      store<u32>(at(startsAt, stretches), count);
      stretches++;
    }
    store<u32>(at(positionsAt, count), load<u32>(at(positions, i)));
    count++;
  }
  return true;
}

/** Sorts the gathered occurrences. Stretches of one document stay in order of arrival. */
export function sortGathered(): void {
  next = 0;
  store<u32>(at(startsAt, stretches), count);
  if (isAscending) return;
  for (let n: u32 = 0; n < stretches; n++) store<u32>(at(orderAt, n), n);
  if (stretches <= COMPARED_MAX) compare();
  else divide();
}

function compare(): void {
  for (let n: u32 = 1; n < stretches; n++) {
    const doc = load<u32>(at(docsAt, n));
    let to = n;
    for (; to > 0; to--) {
      const before = load<u32>(at(orderAt, to - 1));
      if (load<u32>(at(docsAt, before)) <= doc) break;
      store<u32>(at(orderAt, to), before);
    }
    store<u32>(at(orderAt, to), n);
  }
}

function divide(): void {
  let most: u32 = 0;
  for (let n: u32 = 0; n < stretches; n++) most = max(most, load<u32>(at(docsAt, n)));
  for (let shift: u32 = 0; shift < 32 && most >>> shift > 0; shift += DIGIT_BITS) {
    memory.fill(endsAt, 0, (<usize>DIGITS) << 2);
    for (let n: u32 = 0; n < stretches; n++) {
      const end = at(endsAt, (load<u32>(at(docsAt, n)) >>> shift) & (DIGITS - 1));
      store<u32>(end, load<u32>(end) + 1);
    }
    let before: u32 = 0;
    for (let digit: u32 = 0; digit < DIGITS; digit++) {
      const own = load<u32>(at(endsAt, digit));
      store<u32>(at(endsAt, digit), before);
      before += own;
    }
    for (let n: u32 = 0; n < stretches; n++) {
      const stretch = load<u32>(at(orderAt, n));
      const end = at(endsAt, (load<u32>(at(docsAt, stretch)) >>> shift) & (DIGITS - 1));
      const to = load<u32>(end);
      store<u32>(at(otherAt, to), stretch);
      store<u32>(end, to + 1);
    }
    const order = orderAt;
    orderAt = otherAt;
    otherAt = order;
  }
}

/** Adds stretches to the list until a piece is complete. Returns whether all were added. */
export function addGathered(): bool {
  for (; next < stretches; next++) {
    if (isGiven) return false;
    const stretch = isAscending ? next : load<u32>(at(orderAt, next));
    const start = load<u32>(at(startsAt, stretch));
    const some = load<u32>(at(startsAt, stretch + 1)) - start;
    beginDocument(load<u32>(at(docsAt, stretch)));
    const to = roomForPositions(some);
    const from = at(positionsAt, start);
    for (let i: usize = 0; i < (<usize>some) << 2; i += 4) store<u32>(to + i, load<u32>(from + i));
    tookPositions(some);
  }
  return true;
}
