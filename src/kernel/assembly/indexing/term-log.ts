/**
 * Cuts texts into tokens and logs them as numbers of terms, in a memory that grows with a run. ../../term-log.ts says how it is called. The distinct pairs of field and term are numbered from 0 in order of arrival, and found by a hash.
 *
 * By the time a term occurs again, others have mostly pushed it out of the processor's caches. So a lookup touches only two places: the slot,
 * with the hash, and the record, with the number:
 *
 *   slot   := hash u32, offset of the record + 1 u32, in units; 0 for a free slot
 *   record := number u32, field u32, units u16, {unit u16}{units}
 */

/** In the table of folds: no part of a token, and what the caller has to fold. */
const SEPARATOR: u32 = 0;
const ESCAPE: u32 = 0xffff;
/** Units below are in NFC whatever is beside them. */
const FIRST_UNSTABLE: i16 = 0x300;
const HASH_SEED: u32 = 0x811c9dc5;
const HASH_FACTOR: u32 = 0x01000193;
/** Units of a record before those of its term, and bytes of a slot. */
export const HEAD: u32 = 5;
const SLOT: usize = 8;
/** Units are compared and copied four at a time, beyond the end. */
const MORE_BYTES: usize = 8;
/** Room at first, which doubles. Only slots are written to before there is something to put there: pages of other room are free until then. */
const SLOTS_FIRST: u32 = 1 << 13;
const TERMS_FIRST: u32 = 1 << 19;
const UNITS_FIRST: u32 = 1 << 22;

let foldsAt: usize = 0;
let stableAt: usize = 0;
let textAt: usize = 0;
let unitsMax: u32 = 0;
/** Memory in use ends here. */
let top: usize = 0;

/** The current token: its folded units, how many there are, how many of the text they stand for, and their hash so far. */
let unitsAt: usize = 0;
let length: u32 = 0;
let hash: u32 = HASH_SEED;
export let tokenUnits: u32 = 0;

/** The terms: how many there are, where each record begins and where the next one will, in units, and the table. */
export let count: u32 = 0;
export let offsetsAt: usize = 0;
let offsetsMax: u32 = 0;
export let recordsAt: usize = 0;
let recordsMax: u32 = 0;
let slotsAt: usize = 0;
let slots: u32 = 0;

/** The log. */
export let tokensAt: usize = 0;
export let tokens: u32 = 0;
export let tokensMax: u32 = 0;

/** The current field, its tokens so far, and whether it had more than there are positions. */
let field: u32 = 0;
let limit: u32 = 0;
export let fieldTokens: u32 = 0;
export let isCut: bool = false;

/** Room for so many bytes, aligned. */
export function take(bytes: usize): usize {
  const at = (top + 15) & ~15;
  top = at + bytes;
  const pages = <i32>((top + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(max(pages, memory.size() >> 1)) < 0 && memory.grow(pages) < 0) unreachable();
  return at;
}

/** Room that steps use one after the other, each for as long as it takes. */
let sharedAt: usize = 0;
let sharedMax: usize = 0;

export function share(bytes: usize): usize {
  if (bytes > sharedMax) {
    sharedAt = take(bytes);
    sharedMax = bytes;
  }
  return sharedAt;
}

/** Twice the room for what has `bytes` at `from`. */
function moved(from: usize, bytes: usize): usize {
  const at = take(2 * bytes + MORE_BYTES);
  memory.copy(at, from, bytes);
  return at;
}

/** `start`: the tables of folds and of stable units, and room for a text and for a token, lie from there on. */
export function lay(start: usize, textUnits: u32, foldedMax: u32, tokenUnitsMax: u32, run: u32): void {
  foldsAt = start;
  stableAt = foldsAt + (1 << 17);
  textAt = stableAt + (1 << 16);
  unitsAt = textAt + ((<usize>textUnits) << 1) + 16;
  top = unitsAt + ((<usize>foldedMax) << 1) + MORE_BYTES;
  unitsMax = tokenUnitsMax;
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

/** What is asked of every value is asked by a call: to read an exported variable takes several times as long. */
export function tokensNow(): u32 {
  return tokens;
}

/** Memory so far, in pages. */
export function pages(): i32 {
  return memory.size();
}

/** Forgets terms and tokens; the current field goes on. */
export function clear(): void {
  memory.fill(slotsAt, 0, <usize>slots * SLOT);
  count = 0;
  store<u32>(offsetsAt, 0);
  tokens = 0;
}

export function beginField(number: u32): void {
  field = number;
  fieldTokens = 0;
  isCut = false;
}

/** Tokens are logged up to this number of them in the run. */
export function limitTo(last: u32): void {
  limit = last;
}

/** Whether the first units of the text are in NFC, as most are. False is not certain. */
export function isStable(units: u32): bool {
  const first = i16x8.splat(FIRST_UNSTABLE);
  for (let i: u32 = 0; i < units; i += 8) {
    const at = textAt + ((<usize>i) << 1);
    if (!v128.any_true(i16x8.ge_u(v128.load(at), first))) continue;
    const end = min(i + 8, units);
    for (let n = i; n < end; n++) {
      const unit = <usize>load<u16>(textAt + ((<usize>n) << 1));
      if (unit >= <usize>FIRST_UNSTABLE && load<u8>(stableAt + unit) !== 0) return false;
    }
  }
  return true;
}

/** Takes units `from … to` of the text. Returns where one is that the caller has to fold, or `to`. */
export function cut(from: u32, to: u32): u32 {
  return cutUnits<u16>(from, to);
}

/** Takes units of the text that are bytes, all of them ASCII: no such unit is folded by the caller. */
export function cutAscii(units: u32): void {
  cutUnits<u8>(0, units);
}

function cutUnits<Unit>(from: u32, to: u32): u32 {
  let n = length;
  let h = hash;
  let used = tokenUnits;
  let at = textAt + <usize>from * sizeof<Unit>();
  const end = textAt + <usize>to * sizeof<Unit>();
  for (; at < end; at += sizeof<Unit>()) {
    const folded: u32 = load<u16>(foldsAt + ((<usize>load<Unit>(at)) << 1));
    if (folded === SEPARATOR) {
      if (n === 0) continue;
      logTerm(n, h);
      n = 0;
      used = 0;
      h = HASH_SEED;
    } else {
      if (folded === ESCAPE) break;
      if (used === unitsMax) {
        logTerm(n, h);
        n = 0;
        used = 0;
        h = HASH_SEED;
      }
      store<u16>(unitsAt + ((<usize>n) << 1), folded);
      n++;
      used++;
      h = (h ^ folded) * HASH_FACTOR;
    }
  }
  length = n;
  hash = h;
  tokenUnits = used;
  return <u32>((at - textAt) / sizeof<Unit>());
}

/** A unit of the current token that the caller folded. */
export function addUnit(unit: u32): void {
  store<u16>(unitsAt + ((<usize>length) << 1), unit);
  length++;
  hash = (hash ^ unit) * HASH_FACTOR;
}

/** The units that were added stand for so many of the text. */
export function addWidth(units: u32): void {
  tokenUnits += units;
}

/** The first units of the text are a term, whatever they are. */
export function logWhole(units: u32): void {
  for (let i: u32 = 0; i < units; i++) addUnit(load<u16>(textAt + ((<usize>i) << 1)));
  endToken();
}

/** The same of ASCII, as bytes, folded here: what is no part of a token stays as it is. */
export function logWholeAscii(units: u32): void {
  for (let i: u32 = 0; i < units; i++) {
    const unit: u32 = load<u8>(textAt + <usize>i);
    const folded: u32 = load<u16>(foldsAt + ((<usize>unit) << 1));
    addUnit(folded === SEPARATOR ? unit : folded);
  }
  endToken();
}

/** Forgets a token that was not ended. */
export function dropToken(): void {
  length = 0;
  tokenUnits = 0;
  hash = HASH_SEED;
}

export function endToken(): void {
  if (length > 0) logTerm(length, hash);
  dropToken();
}

function logTerm(units: u32, state: u32): void {
  if (tokens > limit) {
    isCut = true;
    return;
  }
  log(intern(units, state));
  fieldTokens++;
}

export function log(term: u32): void {
  if (tokens === tokensMax) {
    tokensAt = moved(tokensAt, (<usize>tokensMax) << 2);
    tokensMax *= 2;
  }
  store<u32>(tokensAt + ((<usize>tokens) << 2), term);
  tokens++;
}

/** The mark between values: a term without units. */
export function logMark(): void {
  log(intern(0, HASH_SEED));
}

function mixed(state: u32): u32 {
  let h = (state ^ (state >>> 16)) * 0x85ebca6b;
  h = (h ^ (h >>> 13)) * 0xc2b2ae35;
  h = ((h ^ (h >>> 16)) * 0x9e3779b1) ^ ((field + 1) * 0x85ebca6b);
  return h ^ (h >>> 15);
}

/** The number of the term of the current token, which is added if it is new. */
function intern(units: u32, state: u32): u32 {
  const wanted = mixed(state);
  const mask = slots - 1;
  let slot = wanted & mask;
  let at = slotsAt + <usize>slot * SLOT;
  for (let entry = load<u32>(at, 4); entry !== 0; entry = load<u32>(at, 4)) {
    if (load<u32>(at) === wanted) {
      const record = recordsAt + ((<usize>(entry - 1)) << 1);
      if (isTerm(record, units)) return load<u32>(record);
    }
    slot = (slot + 1) & mask;
    at = slotsAt + <usize>slot * SLOT;
  }
  return addTerm(at, units, wanted);
}

function isTerm(record: usize, units: u32): bool {
  if (load<u16>(record, 8) !== units || load<u32>(record, 4) !== field) return false;
  let a = record + (HEAD << 1);
  let b = unitsAt;
  let bytes: i32 = (<i32>units) << 1;
  for (; bytes >= 8; bytes -= 8, a += 8, b += 8) if (load<u64>(a) !== load<u64>(b)) return false;
  // What is behind the end of either does not count.
  return bytes === 0 || (load<u64>(a) ^ load<u64>(b)) << (64 - ((<u64>bytes) << 3)) === 0;
}

function addTerm(slot: usize, units: u32, wanted: u32): u32 {
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
  memory.copy(record + (HEAD << 1), unitsAt, (<usize>units) << 1);
  store<u32>(offsetsAt + ((<usize>count) << 2), end);
  store<u32>(slot, wanted);
  store<u32>(slot, offset + 1, 4);
  // Never more than half full.
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
