/**
 * Logs tokens as term numbers, in memory that grows with a run. ../term-log.ts calls it, and word-cutter.ts finds the tokens.
 * The distinct pairs of field and term are numbered from 0 in order of arrival, and found by hash.
 *
 * By the time a term occurs again, other terms have usually evicted it from the processor's caches. A lookup therefore touches
 * only two places: the slot with the hash, and the record with the number:
 *
 *   slot   := hash u32, offset of the record + 1 u32, in units; 0 for a free slot
 *   record := number u32, field u32, units u16, {unit u16}{units}
 *
 * The log has the number of a term for each token. With {@link SHARED} the token is at the position of the previous one.
 */
import { isSketching, laySketch, sketchToken } from '../../neardup/assembly/text-sketch';

/** In the table of units: the folded unit is in the bits below, its kind in those above. */
export const KIND_SHIFT: u32 = 16;
/** Lower units are stable, with three exceptions. */
const FIRST_UNSTABLE: i16 = 0x300;
const FEMININE_ORDINAL: i16 = 0xaa;
const SOFT_HYPHEN_UNIT: i16 = 0xad;
const MASCULINE_ORDINAL: i16 = 0xba;
/** Bits of the table of stability. */
const STABILITY_BITS: u32 = 3;
const STABLE: u32 = 0;
const AFTER_STABLE: u32 = 1;
const BEFORE_STABLE: u32 = 3;
/** This token shares its position. */
export const SHARED: u32 = 1 << 31;
const HASH_FACTOR: u64 = (0x9e37_79b9 << 32) | 0x7f4a_7c15;
/** Units of a record before its term, and bytes of a slot. */
export const HEAD: u32 = 5;
const SLOT: usize = 8;
/** Units are compared, copied and folded in vectors, past the end. */
export const MORE_BYTES: usize = 32;
/** Initial sizes, which double. Only slots are written in advance. Other pages take no memory until they are used. */
const SLOTS_FIRST: u32 = 1 << 13;
const TERMS_FIRST: u32 = 1 << 19;
const UNITS_FIRST: u32 = 1 << 22;

export let tableAt: usize = 0;
let stableAt: usize = 0;
export let textAt: usize = 0;
/** The end of the memory in use. */
let top: usize = 0;

/** The folded units of the current word, and of a word that was divided at the end of a line. */
export let unitsAt: usize = 0;
export let joinedAt: usize = 0;

/** The terms: their number, the offset of each record and of the next one, in units, and the table. */
export let count: u32 = 0;
export let offsetsAt: usize = 0;
let offsetsMax: u32 = 0;
export let recordsAt: usize = 0;
let recordsMax: u32 = 0;
let slotsAt: usize = 0;
let slots: u32 = 0;

/** The log, and the number of positions of its tokens. */
export let tokensAt: usize = 0;
export let tokens: u32 = 0;
export let tokensMax: u32 = 0;
let positions: u32 = 0;

/** The current field, the number of its positions so far, whether it had too many, and whether tokens shared one. */
let field: u32 = 0;
let limit: u32 = 0;
export let fieldTokens: u32 = 0;
export let isCut: bool = false;
export let isShared: bool = false;
/** Whether any logged token shared a position. Only then can a term be twice at a position. */
export let anyShared: bool = false;

/** Allocates an aligned block. */
export function take(bytes: usize): usize {
  const at = (top + 15) & ~15;
  top = at + bytes;
  const pages = <i32>((top + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(max(pages, memory.size() >> 1)) < 0 && memory.grow(pages) < 0) unreachable();
  return at;
}

/** Scratch memory that steps use one after the other. */
let sharedAt: usize = 0;
let sharedMax: usize = 0;

export function share(bytes: usize): usize {
  if (bytes > sharedMax) {
    sharedAt = take(bytes);
    sharedMax = bytes;
  }
  return sharedAt;
}

/** Allocates twice the space of the `bytes` at `from`, and copies them there. */
function moved(from: usize, bytes: usize): usize {
  const at = take(2 * bytes + MORE_BYTES);
  memory.copy(at, from, bytes);
  return at;
}

/** Lays out the tables of units, and buffers for a text, a word and a divided word, from `start` on. */
export function lay(start: usize, textUnits: u32, wordUnits: u32, run: u32): void {
  tableAt = start;
  stableAt = tableAt + (1 << 18);
  textAt = stableAt + (1 << 16);
  unitsAt = textAt + ((<usize>textUnits) << 1) + 16;
  joinedAt = unitsAt + ((<usize>wordUnits) << 1) + MORE_BYTES;
  top = laySketch((joinedAt + ((<usize>wordUnits) << 1) + MORE_BYTES + 15) & ~15);
  slots = SLOTS_FIRST;
  slotsAt = take(<usize>slots * SLOT);
  offsetsMax = TERMS_FIRST;
  offsetsAt = take((<usize>offsetsMax + 1) << 2);
  recordsMax = UNITS_FIRST;
  recordsAt = take(((<usize>recordsMax) << 1) + MORE_BYTES);
  tokensMax = run;
  tokensAt = take((<usize>tokensMax) << 2);
  clear();
}

export function text(): usize {
  return textAt;
}

/**
 * These are functions because reading an exported variable takes several times as long as a call, and they are read for every
 * value.
 */
export function tokensNow(): u32 {
  return tokens;
}

export function positionsNow(): u32 {
  return positions;
}

/** Returns the size of the memory in pages. */
export function pages(): i32 {
  return memory.size();
}

/** Drops terms and tokens. The current field continues. */
export function clear(): void {
  memory.fill(slotsAt, 0, <usize>slots * SLOT);
  count = 0;
  store<u32>(offsetsAt, 0);
  tokens = 0;
  positions = 0;
  anyShared = false;
}

export function beginField(number: u32): void {
  field = number;
  fieldTokens = 0;
  isCut = false;
  isShared = false;
}

/** Limits the positions of the run to this number. */
export function limitTo(last: u32): void {
  limit = last;
}

/** Whether each of the first units of the text folds by itself, as most do. May return false when unsure. */
export function isStable(units: u32): bool {
  const first = i16x8.splat(FIRST_UNSTABLE);
  for (let i: u32 = 0; i < units; i += 8) {
    const eight = v128.load(textAt + ((<usize>i) << 1));
    const early = v128.or(
      i16x8.eq(eight, i16x8.splat(FEMININE_ORDINAL)),
      v128.or(i16x8.eq(eight, i16x8.splat(SOFT_HYPHEN_UNIT)), i16x8.eq(eight, i16x8.splat(MASCULINE_ORDINAL))),
    );
    if (!v128.any_true(v128.or(i16x8.ge_u(eight, first), early))) continue;
    const end = min(i + 8, units);
    for (let n = i; n < end; n++) if (!isStableAt(n)) return false;
  }
  return true;
}

function isStableAt(n: u32): bool {
  const stability = stabilityOf(n);
  if (stability === STABLE || stability === BEFORE_STABLE) return true;
  return stability === AFTER_STABLE && n > 0 && stabilityOf(n - 1) === STABLE;
}

function stabilityOf(n: u32): u32 {
  return load<u8>(stableAt + <usize>load<u16>(textAt + ((<usize>n) << 1))) & STABILITY_BITS;
}

/** Logs units as the term of the next position. */
export function logFirst(at: usize, units: u32): void {
  if (positions > limit) {
    isCut = true;
    return;
  }
  log(intern(at, units));
  fieldTokens++;
}

/** Logs units as another term at the last position. */
export function logShared(at: usize, units: u32): void {
  if (isCut) return;
  isShared = true;
  anyShared = true;
  log(intern(at, units) | SHARED);
}

/** Logs the first units of the text as one term, whatever they are. */
export function logWhole(units: u32): void {
  memory.copy(unitsAt, textAt, (<usize>units) << 1);
  logFirst(unitsAt, units);
}

/** Folds the first units of the text, which are ASCII bytes, and logs them as one term. */
export function logWholeAscii(units: u32): void {
  for (let i: u32 = 0; i < units; i++) {
    const folded = load<u16>(tableAt + ((<usize>load<u8>(textAt + <usize>i)) << 2));
    store<u16>(unitsAt + ((<usize>i) << 1), folded);
  }
  logFirst(unitsAt, units);
}

export function log(term: u32): void {
  if (tokens === tokensMax) {
    tokensAt = moved(tokensAt, (<usize>tokensMax) << 2);
    tokensMax *= 2;
  }
  store<u32>(tokensAt + ((<usize>tokens) << 2), term);
  tokens++;
  positions += (term & SHARED) === 0 ? 1 : 0;
}

/** Logs the mark between values: a term without units. */
export function logMark(): void {
  log(intern(unitsAt, 0));
}

/** Hashes units and the field, eight units at a time, without a branch on their number. */
function hashOf(at: usize, units: u32): u32 {
  let hash: u64 = <u64>field + 1;
  let n: u32 = 0;
  do {
    const some = v128.and(v128.load(at + ((<usize>n) << 1)), ofFirst(units - n));
    hash = mixed(mixed(hash, i64x2.extract_lane(some, 0)), i64x2.extract_lane(some, 1));
    n += 8;
  } while (n < units);
  return <u32>(hash ^ (hash >>> 32));
}

/** Returns a mask of the first `units`, at most eight. */
function ofFirst(units: u32): v128 {
  return i16x8.lt_u(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>units));
}

function mixed(hash: u64, units: u64): u64 {
  const product = (hash ^ units) * HASH_FACTOR;
  return product ^ (product >>> 29);
}

/** Returns the number of a term. Adds the term if it is new. */
function intern(from: usize, units: u32): u32 {
  const wanted = hashOf(from, units);
  if (isSketching) sketchToken(wanted);
  const mask = slots - 1;
  let slot = wanted & mask;
  let at = slotsAt + <usize>slot * SLOT;
  for (let entry = load<u32>(at, 4); entry !== 0; entry = load<u32>(at, 4)) {
    if (load<u32>(at) === wanted) {
      const record = recordsAt + ((<usize>(entry - 1)) << 1);
      if (isTerm(record, from, units)) return load<u32>(record);
    }
    slot = (slot + 1) & mask;
    at = slotsAt + <usize>slot * SLOT;
  }
  return addTerm(at, from, units, wanted);
}

function isTerm(record: usize, from: usize, units: u32): bool {
  if (load<u16>(record, 8) !== units || load<u32>(record, 4) !== field) return false;
  const at = record + (HEAD << 1);
  let n: u32 = 0;
  do {
    const differences = v128.xor(v128.load(at + ((<usize>n) << 1)), v128.load(from + ((<usize>n) << 1)));
    if (v128.any_true(v128.and(differences, ofFirst(units - n)))) return false;
    n += 8;
  } while (n < units);
  return true;
}

function addTerm(slot: usize, from: usize, units: u32, wanted: u32): u32 {
  const term = count++;
  const offset = load<u32>(offsetsAt + ((<usize>term) << 2));
  const end = offset + HEAD + units;
  while (end > recordsMax) {
    recordsAt = moved(recordsAt, (<usize>recordsMax) << 1);
    recordsMax *= 2;
  }
  if (count > offsetsMax) {
    offsetsAt = moved(offsetsAt, (<usize>offsetsMax + 1) << 2);
    offsetsMax *= 2;
  }
  const record = recordsAt + ((<usize>offset) << 1);
  store<u32>(record, term);
  store<u32>(record, field, 4);
  store<u16>(record, units, 8);
  memory.copy(record + (HEAD << 1), from, (<usize>units) << 1);
  store<u32>(offsetsAt + ((<usize>count) << 2), end);
  store<u32>(slot, wanted);
  store<u32>(slot, offset + 1, 4);
  // Keeps the table at most half full.
  if (count * 2 > slots) growSlots();
  return term;
}

function growSlots(): void {
  const old = slotsAt;
  const end = old + <usize>slots * SLOT;
  slots *= 2;
  const to = take(<usize>slots * SLOT);
  memory.fill(to, 0, <usize>slots * SLOT);
  const mask = slots - 1;
  for (let from = old; from < end; from += SLOT) {
    if (load<u32>(from, 4) === 0) continue;
    let slot = load<u32>(from) & mask;
    while (load<u32>(to + <usize>slot * SLOT, 4) !== 0) slot = (slot + 1) & mask;
    store<u64>(to + <usize>slot * SLOT, load<u64>(from));
  }
  slotsAt = to;
}
