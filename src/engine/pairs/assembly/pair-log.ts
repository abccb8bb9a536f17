/**
 * Finds pairs in the occurrences of frequent terms, and logs them. A pair is a position where one term directly precedes
 * another in a document. ../pair-log.ts calls it.
 */
import { cutRooms, take, top } from '../../../kernel/assembly/room';

/** Bytes of a slot: a position plus one, and the term there. */
const SLOT: usize = 8;

/** The number of terms. Indexed by document of a block: its number of occurrences, and their end. */
export let terms: u32 = 0;
export let countsAt: usize = 0;
export let endsAt: usize = 0;

/**
 * The log. An entry has the first term of a pair above the second, and its item: position u32, document u32. A second area of
 * the same size is for sorting.
 */
export let logged: u32 = 0;
let capacity: u32 = 0;
export let pairsAt: usize = 0;
export let itemsAt: usize = 0;
export let otherPairsAt: usize = 0;
export let otherItemsAt: usize = 0;

/**
 * The memory from here on is reallocated for more occurrences: positions and terms of documents, and a hash table of the
 * positions of one document.
 */
let looseAt: usize = 0;
let occurrencesMax: u32 = 0;
export let positionsAt: usize = 0;
export let numbersAt: usize = 0;
let slotsAt: usize = 0;
let slotsMax: u32 = 0;

/** The current document of the block, its next occurrence, and whether its positions are in the table. */
let low: u32 = 0;
let next: u32 = 0;
let isWithin: bool = false;
/** Where to resume the search for the terms after the next occurrence; 0 for the first. */
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

/** The end of the permanent memory. */
export function loosen(): void {
  looseAt = top;
  occurrencesMax = 0;
  slotsMax = 0;
}

/** Allocates memory for this many occurrences, discarding the contents. */
export function makeRoom(occurrences: u32): void {
  if (occurrences <= occurrencesMax) return;
  occurrencesMax = occurrences;
  cutRooms(looseAt);
  positionsAt = take((<usize>occurrences) << 2);
  numbersAt = take((<usize>occurrences) << 1);
  slotsAt = top;
  slotsMax = 0;
}

/** Places the next documents there. */
export function begin(from: u32): void {
  low = from;
  isWithin = false;
  resumeAt = 0;
}

/** Logs the pairs of the documents up to `to`, in the block with first document `base`. Returns false if the log is full. */
export function find(base: u32, to: u32): bool {
  for (; low < to; low++) {
    const count = load<u32>(countsAt + ((<usize>low) << 2));
    if (count < 2) continue;
    const end = load<u32>(endsAt + ((<usize>low) << 2));
    // There are at least twice as many slots as occurrences.
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

/** Clears the log. */
export function clear(): void {
  logged = 0;
}
