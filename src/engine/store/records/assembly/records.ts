/**
 * Takes the properties of a stored record (src/engine/store/stored-item.ts) apart, for a batch of the inversion
 * (src/engine/inversion/inversion-batch.ts), for the log of whole values (src/engine/columns/values/logged-values.ts), and for
 * the id of a mail without one (src/schema/threads/made-id.ts). All of it in one pass over bytes.
 *
 *   name := field u32, analysis u32, column u32 + 1, bytes of the name u32, {byte of the name}
 *   last := address of the text u32, its bytes u32, record u32
 */
import { copy, putVarint } from '../../../../kernel/assembly/room';
import { areAlike } from '../../../../kernel/assembly/text-bytes';

/** Names with a higher number, or with more bytes, are unknown. */
const NAMES_MAX: u32 = 1 << 12;
const NAME: usize = 128;
const ANALYSIS: usize = 4;
const COLUMN: usize = 8;
const NAME_BYTES: usize = 12;
const NAME_TEXT: usize = 16;
const UNKNOWN: u32 = 0xffff_ffff;
/**
 * Columns for which the log can repeat the last value. src/engine/columns/values/assembly/held-values.ts has the same number.
 */
const LASTS: u32 = 1024;
const LAST: usize = 16;
const LAST_BYTES: usize = 4;
const LAST_RECORD: usize = 8;
/** Longer records are not taken. Each of their bytes adds at most this many bytes to an output. */
const RECORD_MAX: usize = 1 << 14;
const STEPS_OF_BYTE: usize = 20;
const UNITS_OF_BYTE: usize = 2;
const LOG_OF_BYTE: usize = 16;
const IDENTITY_OF_BYTE: usize = 80;
/** Bytes that are read and written past an end. */
const BEYOND: usize = 32;
/** Values of more UTF-16 units are not taken. */
const VALUE_UNITS_MAX: u32 = 256;
/** Equal to the constants of src/engine/inversion/inversion-batch.ts. */
const FIELD: u32 = 0;
const VALUE: u32 = 1;
const END_FIELD: u32 = 5;
/** The high bit of each of eight bytes. */
const BEYOND_ASCII: u64 = (0x8080_8080 << 32) | 0x8080_8080;
const SPACE: u8 = 0x20;
const COLON: u8 = 0x3a;

let namesAt: usize = 0;
let lastsAt: usize = 0;
/** Two records in turn, because the values of the last one may repeat. */
let recordsAt: usize = 0;
let recordAt: usize = 0;
let record: u32 = 1;
let stepsAt: usize = 0;
let unitsAt: usize = 0;
let logAt: usize = 0;
let identityAt: usize = 0;
/** Ends of the outputs. */
let stepsEnd: usize = 0;
let unitsEnd: usize = 0;
let logEnd: usize = 0;
let occurrences: u32 = 0;
/** The read cursor. */
let at: usize = 0;

/** Lays out everything from `start` on. Returns the end. */
export function lay(start: usize): usize {
  namesAt = start;
  lastsAt = namesAt + <usize>NAMES_MAX * NAME;
  recordsAt = lastsAt + <usize>LASTS * LAST;
  recordAt = recordsAt;
  stepsAt = recordsAt + 2 * (RECORD_MAX + BEYOND);
  unitsAt = stepsAt + STEPS_OF_BYTE * RECORD_MAX;
  logAt = unitsAt + UNITS_OF_BYTE * RECORD_MAX + BEYOND;
  identityAt = logAt + LOG_OF_BYTE * RECORD_MAX + BEYOND;
  const end = identityAt + IDENTITY_OF_BYTE * RECORD_MAX + BEYOND;
  const pages = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  for (let name: u32 = 0; name < NAMES_MAX; name++) store<u32>(entryOf(name), UNKNOWN);
  return end;
}

function entryOf(name: u32): usize {
  return namesAt + <usize>name * NAME;
}

/** Returns the address for a record. */
export function nextRecord(): usize {
  record++;
  recordAt = recordsAt + <usize>(record & 1) * (RECORD_MAX + BEYOND);
  return recordAt;
}

/** Returns the address for the bytes of a name, after which `know` must be called. */
export function nameAt(name: u32): usize {
  return entryOf(name) + NAME_TEXT;
}

/** `column`: the number of its column plus one, or 0. */
export function know(name: u32, bytes: u32, field: u32, analysis: u32, column: u32): void {
  const entry = entryOf(name);
  store<u32>(entry, field);
  store<u32>(entry, analysis, ANALYSIS);
  store<u32>(entry, column, COLUMN);
  store<u32>(entry, bytes, NAME_BYTES);
}

function bigEndian(bytes: u32): u32 {
  let value: u32 = 0;
  for (let i: u32 = 0; i < bytes; i++) value = (value << 8) | load<u8>(at++);
  return value;
}

/** Reads the number of a name. Returns its entry, or 0 if it is unknown. */
function readName(): usize {
  const head = <u32>load<u8>(at++);
  const name = head < 0x80 ? head : head === 0xcc ? bigEndian(1) : head === 0xcd ? bigEndian(2) : bigEndian(4);
  if (name >= NAMES_MAX) return 0;
  const entry = entryOf(name);
  return load<u32>(entry) === UNKNOWN ? 0 : entry;
}

function readLength(): u32 {
  const head = <u32>load<u8>(at++);
  return head < 0xa0 ? head & 0x0f : head === 0xdc ? bigEndian(2) : bigEndian(4);
}

function readBytes(): u32 {
  const head = <u32>load<u8>(at++);
  return head < 0xc0 ? head & 0x1f : head === 0xd9 ? bigEndian(1) : head === 0xda ? bigEndian(2) : bigEndian(4);
}

function isAscii(from: usize, bytes: u32): bool {
  const end = from + <usize>bytes;
  let i = from;
  for (; i + 8 <= end; i += 8) if ((load<u64>(i) & BEYOND_ASCII) !== 0) return false;
  if (i === end) return true;
  const mask = ((<u64>1) << ((<u64>(end - i)) << 3)) - 1;
  return (load<u64>(i) & mask & BEYOND_ASCII) === 0;
}

/** Writes well-formed UTF-8 as UTF-16 at `to`. Returns the end. */
function toUtf16(to: usize, from: usize, bytes: u32): usize {
  const end = from + <usize>bytes;
  let out = to;
  for (let i = from; i < end; ) {
    const first = <u32>load<u8>(i);
    if (first < 0x80) {
      store<u16>(out, <u16>first);
      i += 1;
    } else if (first < 0xe0) {
      store<u16>(out, <u16>(((first & 0x1f) << 6) | rest(i + 1)));
      i += 2;
    } else if (first < 0xf0) {
      store<u16>(out, <u16>(((first & 0x0f) << 12) | (rest(i + 1) << 6) | rest(i + 2)));
      i += 3;
    } else {
      const point = ((first & 0x07) << 18) | (rest(i + 1) << 12) | (rest(i + 2) << 6) | rest(i + 3);
      store<u16>(out, <u16>(0xd7c0 + (point >> 10)));
      store<u16>(out, <u16>(0xdc00 | (point & 0x3ff)), 2);
      out += 2;
      i += 4;
    }
    out += 2;
  }
  return out;
}

function rest(i: usize): u32 {
  return <u32>load<u8>(i) & 0x3f;
}

function step(word: u32): void {
  store<u32>(stepsEnd, word);
  stepsEnd += 4;
}

/**
 * Takes the properties in bytes `from … to` of the record. `distance`: from the last document of the log. `isContinued`: whether
 * the last entries of the log are those of the record before. Returns whether the record was taken.
 */
export function take(from: u32, to: u32, doc: u32, distance: u32, isContinued: bool): bool {
  const end = recordAt + <usize>to;
  at = recordAt + <usize>from;
  stepsEnd = stepsAt;
  unitsEnd = unitsAt;
  logEnd = logAt;
  occurrences = 0;
  const repeatable = isContinued ? record - 1 : record;
  while (at < end) {
    const entry = readName();
    if (entry === 0) return refuse();
    step(FIELD);
    step(doc);
    step(load<u32>(entry));
    const analysis = load<u32>(entry, ANALYSIS);
    const column = load<u32>(entry, COLUMN);
    for (let left = readLength(); left > 0; left--) {
      const bytes = readBytes();
      if (!takeValue(bytes, analysis)) return refuse();
      if (column > 0) {
        logValue(column - 1, bytes, distance, repeatable);
        distance = 0;
      }
      at += <usize>bytes;
    }
    step(END_FIELD);
  }
  return true;
}

/** Values of this record must not repeat: they are not in the log. */
function refuse(): bool {
  record += 2;
  return false;
}

function takeValue(bytes: u32, analysis: u32): bool {
  const from = unitsEnd;
  step(VALUE);
  step(analysis);
  if (isAscii(at, bytes)) {
    if (bytes > VALUE_UNITS_MAX) return false;
    copy(unitsEnd, at, <usize>bytes);
    unitsEnd += <usize>bytes;
    step(2 * bytes);
    return true;
  }
  unitsEnd = toUtf16(unitsEnd, at, bytes);
  const units = <u32>(unitsEnd - from) >> 1;
  step(2 * units + 1);
  return units <= VALUE_UNITS_MAX;
}

function logValue(column: u32, bytes: u32, distance: u32, repeatable: u32): void {
  occurrences++;
  const last = lastsAt + <usize>min(column, LASTS - 1) * LAST;
  const isSame =
    column < LASTS &&
    load<u32>(last, LAST_RECORD) >= repeatable &&
    load<u32>(last, LAST_BYTES) === bytes &&
    areAlike(<usize>load<u32>(last), at, bytes);
  logEnd = putVarint(logEnd, <u64>(2 * column + (isSame ? 1 : 0)));
  logEnd = putVarint(logEnd, <u64>distance);
  if (column < LASTS) {
    store<u32>(last, <u32>at);
    store<u32>(last, bytes, LAST_BYTES);
    store<u32>(last, record, LAST_RECORD);
  }
  if (isSame) return;
  logEnd = putVarint(logEnd, <u64>bytes);
  copy(logEnd, at, <usize>bytes);
  logEnd += <usize>bytes;
}

/** Functions, because reading an exported variable takes several times as long. */
export function stepsFrom(): usize {
  return stepsAt;
}

export function stepCount(): u32 {
  return <u32>(stepsEnd - stepsAt) >> 2;
}

export function unitsFrom(): usize {
  return unitsAt;
}

export function unitBytes(): u32 {
  return <u32>(unitsEnd - unitsAt);
}

export function logFrom(): usize {
  return logAt;
}

export function logBytes(): u32 {
  return <u32>(logEnd - logAt);
}

export function loggedValues(): u32 {
  return occurrences;
}

export function identityFrom(): usize {
  return identityAt;
}

/**
 * Writes the texts of the properties in bytes `from … to` of the record, then their lengths in UTF-16 units. Returns the bytes,
 * or 0 if a name is unknown.
 */
export function identify(from: u32, to: u32): u32 {
  const end = recordAt + <usize>to;
  let out = identityAt;
  at = recordAt + <usize>from;
  while (at < end) {
    const entry = readName();
    if (entry === 0) return 0;
    out = append(out, entry + NAME_TEXT, load<u32>(entry, NAME_BYTES));
    for (let left = readLength(); left > 0; left--) {
      const bytes = readBytes();
      out = append(out, at, bytes);
      at += <usize>bytes;
    }
  }
  at = recordAt + <usize>from;
  while (at < end) {
    const entry = readName();
    out = putLength(out, SPACE, unitsOf(entry + NAME_TEXT, load<u32>(entry, NAME_BYTES)));
    let left = readLength();
    out = putLength(out, COLON, left);
    for (; left > 0; left--) {
      const bytes = readBytes();
      out = putLength(out, SPACE, unitsOf(at, bytes));
      at += <usize>bytes;
    }
  }
  return <u32>(out - identityAt);
}

function append(to: usize, from: usize, bytes: u32): usize {
  copy(to, from, <usize>bytes);
  return to + <usize>bytes;
}

/** Returns the UTF-16 units of well-formed UTF-8. */
function unitsOf(from: usize, bytes: u32): u32 {
  if (isAscii(from, bytes)) return bytes;
  let units: u32 = 0;
  for (let i = from, end = from + <usize>bytes; i < end; i++) {
    const byte = load<u8>(i);
    // Four bytes are two units. Other bytes that begin a character are one.
    units += byte >= 0xf0 ? 2 : (byte & 0xc0) !== 0x80 ? 1 : 0;
  }
  return units;
}

/** Writes a sign and decimal digits. */
function putLength(to: usize, sign: u8, length: u32): usize {
  store<u8>(to, sign);
  let digits: usize = 1;
  for (let more = length; more > 9; more /= 10) digits++;
  let left = length;
  for (let i = digits; i > 0; i--, left /= 10) store<u8>(to + i, <u8>(0x30 + (left % 10)));
  return to + 1 + digits;
}
