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
/** Of ASCII, letters and digits are parts of tokens. With this bit a letter is folded, and a digit is what it was. */
const LOWER_CASE: i8 = 0x20;
const LETTERS: i8 = 26;
const DIGITS: i8 = 10;
/** Bytes that are looked at together. */
const LANES: u32 = 16;
const HASH_FACTOR: u64 = (0x9e37_79b9 << 32) | 0x7f4a_7c15;
/** Units of a record before those of its term, and bytes of a slot. */
export const HEAD: u32 = 5;
const SLOT: usize = 8;
/** Units are compared and copied some at a time, and folded sixteen at a time, beyond the end. */
export const MORE_BYTES: usize = 32;
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

/** The current token: its folded units, how many there are, and how many of the text they stand for. */
let unitsAt: usize = 0;
let length: u32 = 0;
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

/**
 * Sixteen units are looked at together, from the first of each token on, since nobody foresees where a word ends. From one that is not ASCII on,
 * the rest of the token is looked up unit by unit.
 */
function cutUnits<Unit>(from: u32, to: u32): u32 {
  let n = length;
  let used = tokenUnits;
  let at = textAt + <usize>from * sizeof<Unit>();
  const end = textAt + <usize>to * sizeof<Unit>();
  while (at < end) {
    const units = unitsOf<Unit>(at);
    const lower = v128.or(units, i8x16.splat(LOWER_CASE));
    const seen = min(LANES, <u32>((end - at) / sizeof<Unit>()));
    const others = ~(<u32>i8x16.bitmask(areParts(units, lower)));
    // There is always a bit: beyond those that were seen.
    const parts = min(<u32>ctz(others | (1 << seen)), unitsMax - used);
    const to = unitsAt + ((<usize>n) << 1);
    v128.store(to, i16x8.extend_low_i8x16_u(lower));
    v128.store(to, i16x8.extend_high_i8x16_u(lower), 16);
    n += parts;
    used += parts;
    at += <usize>parts * sizeof<Unit>();
    if (parts === seen) continue;
    let separators = others >>> parts;
    if (sizeof<Unit>() > 1) {
      const unknown = <u32>i8x16.bitmask(units) >>> parts;
      if ((unknown & 1) !== 0) {
        let folded: u32 = SEPARATOR;
        for (; at < end; at += sizeof<Unit>()) {
          folded = load<u16>(foldsAt + ((<usize>load<Unit>(at)) << 1));
          if (folded === SEPARATOR || folded === ESCAPE || used === unitsMax) break;
          store<u16>(unitsAt + ((<usize>n) << 1), folded);
          n++;
          used++;
        }
        if (at === end || folded === ESCAPE) break;
        separators = folded === SEPARATOR ? 1 : 0;
      } else separators &= ~unknown;
    }
    if (n > 0) logTerm(n);
    n = 0;
    used = 0;
    // What is behind the token, up to the next.
    at += <usize>min(ctz(~separators), seen - parts) * sizeof<Unit>();
  }
  length = n;
  tokenUnits = used;
  return <u32>((at - textAt) / sizeof<Unit>());
}

/** Sixteen units as bytes, and more than 127 where they are not ASCII. */
function unitsOf<Unit>(at: usize): v128 {
  if (sizeof<Unit>() === 1) return v128.load(at);
  const most = i16x8.splat(0xff);
  return i8x16.narrow_i16x8_u(i16x8.min_u(v128.load(at), most), i16x8.min_u(v128.load(at, 16), most));
}

/** All bits of a byte are set if it is a letter or a digit of ASCII. */
function areParts(bytes: v128, lower: v128): v128 {
  const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(LETTERS));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(DIGITS));
  return v128.or(letters, digits);
}

/** A unit of the current token that the caller folded. */
export function addUnit(unit: u32): void {
  store<u16>(unitsAt + ((<usize>length) << 1), unit);
  length++;
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
}

export function endToken(): void {
  if (length > 0) logTerm(length);
  dropToken();
}

function logTerm(units: u32): void {
  if (tokens > limit) {
    isCut = true;
    return;
  }
  log(intern(units));
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
  log(intern(0));
}

/** Of the units of the current token and of the field: eight at a time, without asking how many of them there are. */
function hashOf(units: u32): u32 {
  let hash: u64 = <u64>field + 1;
  let n: u32 = 0;
  do {
    const some = v128.and(v128.load(unitsAt + ((<usize>n) << 1)), ofFirst(units - n));
    hash = mixed(mixed(hash, i64x2.extract_lane(some, 0)), i64x2.extract_lane(some, 1));
    n += 8;
  } while (n < units);
  return <u32>(hash ^ (hash >>> 32));
}

/** All bits of so many units, of eight at most. */
function ofFirst(units: u32): v128 {
  return i16x8.lt_u(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>units));
}

function mixed(hash: u64, units: u64): u64 {
  const product = (hash ^ units) * HASH_FACTOR;
  return product ^ (product >>> 29);
}

/** The number of the term of the current token, which is added if it is new. */
function intern(units: u32): u32 {
  const wanted = hashOf(units);
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
  const at = record + (HEAD << 1);
  let n: u32 = 0;
  do {
    const differences = v128.xor(v128.load(at + ((<usize>n) << 1)), v128.load(unitsAt + ((<usize>n) << 1)));
    if (v128.any_true(v128.and(differences, ofFirst(units - n)))) return false;
    n += 8;
  } while (n < units);
  return true;
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
