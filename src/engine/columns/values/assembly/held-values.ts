/**
 * Takes a log of values apart into the distinct values of columns, numbered in order of arrival and found by a hash, and the
 * documents that have them. ../logged-values.ts has the format of the log. Lookups touch few places, because these have usually
 * been evicted from the processor's caches:
 *
 *   slot       := number u32, plus one; 0 for a free slot
 *   record     := start of the text u32, column u32, hash u32, last document u32, plus one
 *   occurrence := value u32, document u32
 */
import { copy, reach } from '../../../../kernel/assembly/room';
import { areAlike } from '../../../../kernel/assembly/text-bytes';

export const RECORD: usize = 16;
/** Shift from the number of a value to the offset of its record. */
export const RECORD_SHIFT: usize = 4;
const COLUMN: usize = 4;
const HASH: usize = 8;
const LAST_DOC: usize = 12;
const OCCURRENCE: usize = 8;
const SLOT: usize = 4;

/** Number of columns for which a log can repeat the last value. */
const LASTS: u32 = 1024;
const HASH_FACTOR: u64 = (0x9e37_79b9 << 32) | 0x7f4a_7c15;
/** Initial capacity for occurrences, which doubles. There are at most as many values as occurrences. */
const OCCURRENCES_FIRST: u32 = 1 << 8;
/** Maximum bytes of a folded text; longer ones are truncated. */
export const FOLDED_MAX: u32 = 3000;
/** Bytes that are read past the ends of texts. */
export const BEYOND: usize = 32;

let seed: u64 = 0;
/** The last value of each of the first columns. */
let lastsAt: usize = 0;
let logAt: usize = 0;
/** Numbers of values and of occurrences, and the capacity for each. */
export let count: u32 = 0;
export let occurrences: u32 = 0;
let capacity: u32 = 0;
/**
 * The arrays after the log. There are twice as many slots as occurrences. Text t begins at `textsAt + start`, and ends at the
 * start of the next.
 */
let slotsAt: usize = 0;
export let recordsAt: usize = 0;
export let occurrencesAt: usize = 0;
export let textsAt: usize = 0;

/**
 * Lays out everything from `start` on. `own` differs in each process, so that nobody can construct values with equal hashes.
 */
export function lay(start: usize, own: u64): void {
  seed = own;
  lastsAt = start;
  logAt = lastsAt + ((<usize>LASTS) << 2);
  capacity = OCCURRENCES_FIRST;
}

/** Clears everything. Returns the address for a log of this many bytes. */
export function logRoom(bytes: usize): usize {
  slotsAt = (logAt + bytes + BEYOND + 15) & ~15;
  divide();
  reach(textsAt + BEYOND);
  memory.fill(slotsAt, 0, <usize>capacity * 2 * SLOT);
  count = 0;
  occurrences = 0;
  store<u32>(recordsAt, 0);
  return logAt;
}

/** Reads a log of this many bytes, which the caller has written there. */
export function addLogged(bytes: usize): void {
  const end = logAt + bytes;
  let doc: u32 = 0;
  at = logAt;
  while (at < end) {
    const head = varint();
    const column = head >> 1;
    doc += varint();
    let value: u32 = 0;
    if ((head & 1) !== 0) value = load<u32>(lastsAt + ((<usize>column) << 2));
    else {
      const length = varint();
      value = add(column, at, length);
      at += <usize>length;
      if (column < LASTS) store<u32>(lastsAt + ((<usize>column) << 2), value);
    }
    take(value, doc);
  }
}

/** The read cursor in the log. */
let at: usize = 0;

function varint(): u32 {
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = <u32>load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Divides the memory into arrays for `capacity`. The texts come last. */
function divide(): void {
  recordsAt = slotsAt + <usize>capacity * 2 * SLOT;
  occurrencesAt = recordsAt + (<usize>capacity + 1) * RECORD;
  textsAt = occurrencesAt + <usize>capacity * OCCURRENCE;
}

/** Returns the address of the text of a value, or of the next text. */
export function textAt(value: u32): usize {
  return textsAt + <usize>load<u32>(recordsAt + <usize>value * RECORD);
}

export function columnOf(value: u32): u32 {
  return load<u32>(recordsAt + <usize>value * RECORD, COLUMN);
}

/** Returns the number of a value. Adds the value if it is new. */
function add(column: u32, text: usize, bytes: u32): u32 {
  if (count === capacity) grow();
  const hash = hashOf(column, text, bytes);
  const mask = (capacity << 1) - 1;
  let slot = slotsAt + ((<usize>(hash & mask)) << 2);
  for (let n = hash & mask; load<u32>(slot) !== 0; slot = slotsAt + ((<usize>n) << 2)) {
    const number = load<u32>(slot) - 1;
    if (isValue(number, column, hash, text, bytes)) return number;
    n = (n + 1) & mask;
  }
  store<u32>(slot, count + 1);
  const own = textAt(count);
  reach(own + <usize>bytes + BEYOND);
  copy(own, text, <usize>bytes);
  const record = recordsAt + <usize>count * RECORD;
  store<u32>(record, column, COLUMN);
  store<u32>(record, hash, HASH);
  store<u32>(record, 0, LAST_DOC);
  store<u32>(record, load<u32>(record) + bytes, RECORD);
  count++;
  return count - 1;
}

function isValue(number: u32, column: u32, hash: u32, text: usize, bytes: u32): bool {
  const record = recordsAt + <usize>number * RECORD;
  if (load<u32>(record, HASH) !== hash || load<u32>(record, COLUMN) !== column) return false;
  const start = load<u32>(record);
  return load<u32>(record, RECORD) - start === bytes && areAlike(textsAt + <usize>start, text, bytes);
}

/** Records that a document has a value. It may be recorded already. */
function take(value: u32, doc: u32): void {
  const record = recordsAt + <usize>value * RECORD;
  if (load<u32>(record, LAST_DOC) === doc + 1) return;
  store<u32>(record, doc + 1, LAST_DOC);
  if (occurrences === capacity) grow();
  const at = occurrencesAt + <usize>occurrences * OCCURRENCE;
  store<u32>(at, value);
  store<u32>(at, doc, 4);
  occurrences++;
}

/** Doubles the capacity. Moves all arrays, the last first. */
function grow(): void {
  const recordsFrom = recordsAt;
  const occurrencesFrom = occurrencesAt;
  const textsFrom = textsAt;
  const bytes = textAt(count) - textsAt;
  capacity <<= 1;
  divide();
  reach(textsAt + bytes + BEYOND);
  memory.copy(textsAt, textsFrom, bytes);
  memory.copy(occurrencesAt, occurrencesFrom, <usize>occurrences * OCCURRENCE);
  memory.copy(recordsAt, recordsFrom, (<usize>count + 1) * RECORD);
  memory.fill(slotsAt, 0, <usize>capacity * 2 * SLOT);
  const mask = (capacity << 1) - 1;
  for (let value: u32 = 0; value < count; value++) {
    let n = load<u32>(recordsAt + <usize>value * RECORD, HASH) & mask;
    while (load<u32>(slotsAt + ((<usize>n) << 2)) !== 0) n = (n + 1) & mask;
    store<u32>(slotsAt + ((<usize>n) << 2), value + 1);
  }
}

/** Hashes eight bytes at a time. */
function hashOf(column: u32, start: usize, bytes: u32): u32 {
  let hash = (seed ^ <u64>column) * HASH_FACTOR;
  const end = start + <usize>bytes;
  let at = start;
  for (; at + 8 <= end; at += 8) hash = mixed(hash, load<u64>(at));
  if (at < end) hash = mixed(hash, load<u64>(at) & (((<u64>1) << ((<u64>(end - at)) << 3)) - 1));
  hash = mixed(hash, <u64>bytes);
  return <u32>(hash >> 32);
}

function mixed(hash: u64, more: u64): u64 {
  const next = (hash ^ more) * HASH_FACTOR;
  return next ^ (next >> 29);
}
