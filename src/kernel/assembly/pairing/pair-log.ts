/**
 * Finds pairs in the occurrences of frequent terms and logs them: where a term stands directly before another in a document. ../../pair-log.ts says
 * how it is called.
 */
import { cutRooms, take, top } from '../encoding/room';

/** Bytes of a slot: a position plus one, and the term there. */
const SLOT: usize = 8;

/** How many terms there are; and by document of a block, how many occurrences it has and where those end. */
export let terms: u32 = 0;
export let countsAt: usize = 0;
export let endsAt: usize = 0;

/** The log: the first term of each pair above the second, and its item: position u32, document u32. There is as much room again, to sort. */
export let logged: u32 = 0;
let capacity: u32 = 0;
export let pairsAt: usize = 0;
export let itemsAt: usize = 0;
export let otherPairsAt: usize = 0;
export let otherItemsAt: usize = 0;

/** Rooms from here on are made anew for more occurrences: positions and terms of documents, and a hash table of the positions of one. */
let looseAt: usize = 0;
let occurrencesMax: u32 = 0;
export let positionsAt: usize = 0;
export let numbersAt: usize = 0;
let slotsAt: usize = 0;
let slotsMax: u32 = 0;

/** The current document of the block, and its next occurrence; whether its positions are in the table. */
let low: u32 = 0;
let next: u32 = 0;
let isWithin: bool = false;
/** Where the terms behind the next occurrence are looked for again; 0: from the first on. */
let resumeAt: usize = 0;

export function lay(termCount: u32, blockSize: u32, pairsMax: u32): void {
  terms = termCount;
  capacity = pairsMax;
  logged = 0;
  countsAt = take((<usize>blockSize) << 2);
  endsAt = take((<usize>blockSize) << 2);
  pairsAt = take((<usize>pairsMax) << 2);
  itemsAt = take((<usize>pairsMax) << 3);
  otherPairsAt = take((<usize>pairsMax) << 2);
  otherItemsAt = take((<usize>pairsMax) << 3);
}

/** Behind all rooms that stay. */
export function loosen(): void {
  looseAt = top;
  occurrencesMax = 0;
  slotsMax = 0;
}

/** Room for so many occurrences. What there was is lost. */
export function makeRoom(occurrences: u32): void {
  if (occurrences <= occurrencesMax) return;
  occurrencesMax = occurrences;
  cutRooms(looseAt);
  positionsAt = take((<usize>occurrences) << 2);
  numbersAt = take((<usize>occurrences) << 1);
  slotsAt = top;
  slotsMax = 0;
}

/** Documents from there on are next. */
export function begin(from: u32): void {
  low = from;
  isWithin = false;
  resumeAt = 0;
}

/** Logs the pairs of the documents up to `to` of the block whose first document is `base`; returns false where the log is full before. */
export function find(base: u32, to: u32): bool {
  for (; low < to; low++) {
    const count = load<u32>(countsAt + ((<usize>low) << 2));
    if (count < 2) continue;
    const end = load<u32>(endsAt + ((<usize>low) << 2));
    // Twice as many slots as there are occurrences, or more.
    const mask = ((<u32>1) << (33 - clz<u32>(count))) - 1;
    if (!isWithin) {
      fill(end - count, end, mask);
      next = end - count;
      isWithin = true;
    }
    if (!findIn(base + low, end, mask)) return false;
    isWithin = false;
  }
  return true;
}

function fill(from: u32, to: u32, mask: u32): void {
  if (mask >= slotsMax) {
    slotsMax = mask + 1;
    cutRooms(slotsAt);
    take(<usize>slotsMax * SLOT);
  }
  memory.fill(slotsAt, 0, (<usize>mask + 1) * SLOT);
  for (let i = from; i < to; i++) {
    const position = load<u32>(positionsAt + ((<usize>i) << 2));
    let slot = position & mask;
    while (load<u32>(slotsAt + <usize>slot * SLOT) !== 0) slot = (slot + 1) & mask;
    store<u32>(slotsAt + <usize>slot * SLOT, position + 1);
    store<u32>(slotsAt + <usize>slot * SLOT, load<u16>(numbersAt + ((<usize>i) << 1)), 4);
  }
}

/** Several terms may share the next position: each makes a pair. */
function findIn(doc: u32, end: u32, mask: u32): bool {
  let to = logged;
  for (let i = next; i < end; i++) {
    const position = load<u32>(positionsAt + ((<usize>i) << 2));
    const wanted = position + 2;
    let at = resumeAt === 0 ? slotsAt + <usize>((wanted - 1) & mask) * SLOT : resumeAt;
    resumeAt = 0;
    for (let found = load<u32>(at); found !== 0; found = load<u32>(at)) {
      if (found === wanted) {
        if (to === capacity) {
          next = i;
          resumeAt = at;
          logged = to;
          return false;
        }
        const first = <u32>load<u16>(numbersAt + ((<usize>i) << 1));
        store<u32>(pairsAt + ((<usize>to) << 2), (first << 16) | load<u32>(at, 4));
        store<u64>(itemsAt + ((<usize>to) << 3), ((<u64>doc) << 32) | <u64>position);
        to++;
      }
      at = slotsAt + ((at - slotsAt + SLOT) & (<usize>mask * SLOT));
    }
  }
  logged = to;
  return true;
}

/** Forgets all that was logged. */
export function clear(): void {
  logged = 0;
}
