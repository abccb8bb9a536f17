/**
 * Tokenizes folded text, with the rules of `src/analysis/word-cutter.ts`: words, pairs of letters of scripts without spaces,
 * pieces of long words, and words divided at the end of a line.
 */
import {
  beginField,
  fieldTokens,
  isCut,
  isShared,
  joinedAt,
  KIND_SHIFT,
  limitTo,
  logFirst,
  logShared,
  logWholeAscii,
  positionsNow,
  tableAt,
  textAt,
  unitsAt,
} from './term-log';

/** ASCII letters and digits belong to words. Setting this bit folds a letter and does not change a digit. */
const LOWER_CASE: i8 = 0x20;
const LETTERS: i8 = 26;
const DIGITS: i8 = 10;
/** Bytes per vector. */
const LANES: u32 = 16;

/** Kinds of units, as in src/analysis/unit-classes.ts. */
const BLANK: u32 = 1;
const BREAK: u32 = 2;
const HYPHEN: u32 = 3;
const LETTER: u32 = 4;
const LOWER: u32 = 5;
const MARK: u32 = 6;
const UNIT: u32 = 7;
const HANGUL: u32 = 8;
const ESCAPE: u32 = 11;
const SOFT_HYPHEN: u32 = 12;

const PIECE_UNITS: u32 = 255;
const PIECE_STRIDE: u32 = 128;
const PIECES_MAX: u32 = 8192;
const UNIT_UNITS_MAX: u32 = 100;

const IDLE: u32 = 0;
const WORD: u32 = 1;
const SERIES: u32 = 2;
const SERIES_BLANK: u32 = 3;
const SERIES_BREAK: u32 = 4;
const AFTER_HYPHEN: u32 = 5;
const AFTER_BREAK: u32 = 6;

const HYPHEN_UNIT: u32 = 0x2d;
const CARRIAGE_RETURN: u32 = 0x0d;
const LINE_FEED: u32 = 0x0a;

let state: u32 = IDLE;
/** Units of the current word, or of the last two letters of the current series. */
let length: u32 = 0;
/** Pieces of the word logged at its position; and how many units the rest begins before its nominal beginning. */
let pieces: u32 = 0;
let skew: u32 = 0;
/** Units of the word before a hyphen and a line break; 0 if there are none. */
let prefix: u32 = 0;
/**
 * State of a series: units of the first of its last two letters, 0 if there is only one letter; and whether the last is Hangul.
 */
let first: u32 = 0;
let isHangul: bool = false;
/** The last white space unit. */
let white: u32 = 0;
/** Long words so far. */
export let longWords: u32 = 0;

/** Takes units `from … to` of the text. Returns the index of a unit that the caller must fold, or `to`. */
export function cut(from: u32, to: u32): u32 {
  return cutUnits<u16>(from, to);
}

/** Takes all units of the text, which are ASCII bytes, so the caller folds none. */
export function cutAscii(units: u32): void {
  cutUnits<u8>(0, units);
}

/** A flag in the result of `asciiField`, besides the tokens: the caller must read the flags of the field. */
const MORE: u32 = 1 << 31;

/** Takes a field whose only value is the ASCII text. Replaces several calls that together would take longer than the work. */
export function asciiField(field: u32, units: u32, isText: bool, most: u32): u32 {
  beginField(field);
  limitTo(positionsNow() + most);
  const longBefore = longWords;
  if (!isText) logWholeAscii(units);
  else {
    cutAscii(units);
    endAll();
  }
  return isCut || isShared || longWords !== longBefore ? fieldTokens | MORE : fieldTokens;
}

/**
 * Processes sixteen units at a time, starting at the first unit of each token, because word lengths are unpredictable. Letters
 * outside ASCII are looked up one by one. So is everything while a series, or a word at the end of a line, may continue.
 */
function cutUnits<Unit>(from: u32, to: u32): u32 {
  let at = textAt + <usize>from * sizeof<Unit>();
  const end = textAt + <usize>to * sizeof<Unit>();
  while (at < end) {
    if (state > WORD) {
      const entry = entryOf(load<Unit>(at));
      if (sizeof<Unit>() > 1 && entry >>> KIND_SHIFT === ESCAPE) break;
      take(entry >>> KIND_SHIFT, entry & 0xffff);
      at += sizeof<Unit>();
      continue;
    }
    const units = unitsOf<Unit>(at);
    const lower = v128.or(units, i8x16.splat(LOWER_CASE));
    const seen = min(LANES, <u32>((end - at) / sizeof<Unit>()));
    const others = ~(<u32>i8x16.bitmask(areParts(units, lower)));
    // One bit is always set: the one after the units that were read.
    const parts = <u32>ctz(others | (1 << seen));
    if (parts > 0) {
      const to = unitsAt + ((<usize>length) << 1);
      v128.store(to, i16x8.extend_low_i8x16_u(lower));
      v128.store(to, i16x8.extend_high_i8x16_u(lower), 16);
      length += parts;
      state = WORD;
      if (length > PIECE_UNITS) logPieces();
      at += <usize>parts * sizeof<Unit>();
      if (parts === seen) continue;
    }
    let separators = others >>> parts;
    if (sizeof<Unit>() > 1) {
      const unknown = <u32>i8x16.bitmask(units) >>> parts;
      if ((unknown & 1) !== 0) {
        let entry: u32 = 0;
        for (; at < end; at += sizeof<Unit>()) {
          entry = entryOf(load<Unit>(at));
          if (entry >>> KIND_SHIFT !== LETTER && entry >>> KIND_SHIFT !== LOWER) break;
          addUnit(entry);
          state = WORD;
        }
        if (at === end || entry >>> KIND_SHIFT === ESCAPE) break;
        take(entry >>> KIND_SHIFT, entry & 0xffff);
        at += sizeof<Unit>();
        continue;
      }
      separators &= ~unknown;
    }
    if (state === WORD) {
      const isHyphen = <u32>load<Unit>(at) === HYPHEN_UNIT && pieces === 0;
      endWord();
      if (isHyphen) {
        state = AFTER_HYPHEN;
        at += sizeof<Unit>();
        continue;
      }
    }
    // Skips the separators after the token.
    at += <usize>min(ctz(~separators), seen - parts) * sizeof<Unit>();
  }
  return <u32>((at - textAt) / sizeof<Unit>());
}

function entryOf(unit: u32): u32 {
  return load<u32>(tableAt + ((<usize>unit) << 2));
}

/** Returns sixteen units as bytes, with values above 127 for units that are not ASCII. */
function unitsOf<Unit>(at: usize): v128 {
  if (sizeof<Unit>() === 1) return v128.load(at);
  const most = i16x8.splat(0xff);
  return i8x16.narrow_i16x8_u(i16x8.min_u(v128.load(at), most), i16x8.min_u(v128.load(at, 16), most));
}

/** Sets all bits of each byte that is an ASCII letter or digit. */
function areParts(bytes: v128, lower: v128): v128 {
  const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(LETTERS));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(DIGITS));
  return v128.or(letters, digits);
}

/** Takes a folded unit of a kind, or the first of a surrogate pair. */
export function take(kind: u32, unit: u32): void {
  if (kind === LETTER || kind === LOWER) takeLetter(kind === LOWER, unit);
  else if (kind === UNIT || kind === HANGUL) takeUnit(kind === HANGUL, unit);
  else if (kind === MARK) takeMark(unit);
  else takeSeparator(kind, unit);
}

/** Takes another unit of the same character. */
export function append(unit: u32): void {
  if (state === WORD) addUnit(unit);
  else if (state === SERIES) addToLetter(unit);
}

/** Ends the open token. */
export function endAll(): void {
  if (state === WORD) endWord();
  else if (state >= SERIES && state <= SERIES_BREAK) endSeries();
  state = IDLE;
}

/** Drops an unfinished token. */
export function dropToken(): void {
  state = IDLE;
  length = 0;
  first = 0;
  prefix = 0;
  pieces = 0;
  skew = 0;
}

/** Whether the next token may share the position of the last logged one. */
export function mayShare(): bool {
  return pieces > 0 || prefix > 0 || state >= AFTER_HYPHEN;
}

/** Begins a token of its own, such as an emoji. */
export function beginAlone(): void {
  endAll();
  length = 0;
}

export function addAlone(unit: u32): void {
  store<u16>(unitsAt + ((<usize>length) << 1), unit);
  length++;
}

export function endAlone(): void {
  logFirst(unitsAt, length);
  length = 0;
}

function takeLetter(isLower: bool, unit: u32): void {
  if (state !== WORD) {
    const isJoined = state === AFTER_BREAK && isLower;
    if (state >= SERIES && state <= SERIES_BREAK) endSeries();
    if (isJoined) {
      memory.copy(joinedAt, unitsAt, (<usize>prefixLength) << 1);
      prefix = prefixLength;
    }
    state = WORD;
    length = 0;
  }
  addUnit(unit);
}

/** Units of the word before a hyphen. They stay in the buffer until another such word begins. */
let prefixLength: u32 = 0;

function addUnit(unit: u32): void {
  store<u16>(unitsAt + ((<usize>length) << 1), unit);
  length++;
  if (length > PIECE_UNITS) logPieces();
}

/** Marks after a digit are dropped. */
function takeMark(unit: u32): void {
  if (state === WORD && !endsWithDigit()) addUnit(unit);
  else if (state === SERIES) addToLetter(unit);
  else endAll();
}

function endsWithDigit(): bool {
  return load<u16>(unitsAt + ((<usize>(length - 1)) << 1)) - 0x30 < <u32>DIGITS;
}

function addToLetter(unit: u32): void {
  if (length - first >= UNIT_UNITS_MAX) return;
  store<u16>(unitsAt + ((<usize>length) << 1), unit);
  length++;
}

function takeUnit(hangul: bool, unit: u32): void {
  const continues = state === SERIES || (state === SERIES_BREAK && !hangul && !isHangul);
  if (!continues) {
    endAll();
    length = 0;
    first = 0;
  } else if (first > 0) {
    logFirst(unitsAt, length);
    length -= first;
    memory.copy(unitsAt, unitsAt + ((<usize>first) << 1), (<usize>length) << 1);
    first = length;
  } else first = length;
  state = SERIES;
  isHangul = hangul;
  store<u16>(unitsAt + ((<usize>length) << 1), unit);
  length++;
}

function takeSeparator(kind: u32, unit: u32): void {
  if (state === WORD) {
    const isDivided = (kind === HYPHEN || kind === SOFT_HYPHEN) && pieces === 0;
    endWord();
    if (isDivided) state = AFTER_HYPHEN;
  } else if (state === SERIES || state === SERIES_BLANK) {
    if (kind === SOFT_HYPHEN) return;
    if (kind === BLANK) state = SERIES_BLANK;
    else if (kind === BREAK) state = SERIES_BREAK;
    else endAll();
  } else if (state === AFTER_HYPHEN) {
    if (kind === BREAK) state = AFTER_BREAK;
    else if (kind !== BLANK && kind !== SOFT_HYPHEN) state = IDLE;
  } else if (state === SERIES_BREAK || state === AFTER_BREAK) {
    if (kind !== BLANK && !(unit === LINE_FEED && white === CARRIAGE_RETURN)) endAll();
  }
  white = unit;
}

function endSeries(): void {
  if (first > 0) logFirst(unitsAt, length);
  logFirst(unitsAt + ((<usize>first) << 1), length - first);
  first = 0;
  length = 0;
}

function endWord(): void {
  if ((pieces | prefix) === 0) {
    logFirst(unitsAt, length);
    prefixLength = length;
    state = IDLE;
    length = 0;
    return;
  }
  if (pieces > 0) logPiece(length);
  else {
    memory.copy(joinedAt + ((<usize>prefix) << 1), unitsAt, (<usize>length) << 1);
    logJoined();
    logFirst(unitsAt, length);
    logJoined();
  }
  prefixLength = length;
  state = IDLE;
  length = 0;
  prefix = 0;
  pieces = 0;
  skew = 0;
}

/** Logs the divided word, in pieces if it is long. */
function logJoined(): void {
  const units = prefix + length;
  for (let nominal: u32 = 0; ; nominal += PIECE_STRIDE) {
    const from = nominal - dividesPair(joinedAt, nominal);
    const full = nominal + PIECE_UNITS;
    const to = full >= units ? units : full - dividesPair(joinedAt, full);
    logShared(joinedAt + ((<usize>from) << 1), to - from);
    if (full >= units) return;
  }
}

/** Logs the full pieces of a long word. */
function logPieces(): void {
  while (length > PIECE_UNITS + skew) {
    const full = PIECE_UNITS + skew;
    const units = full - dividesPair(unitsAt, full);
    if (pieces === 0) longWords++;
    logPiece(units);
    const nominal = PIECE_STRIDE + skew;
    skew = dividesPair(unitsAt, nominal);
    const from = nominal - skew;
    length -= from;
    memory.copy(unitsAt, unitsAt + ((<usize>from) << 1), (<usize>length) << 1);
  }
}

/** Logs a piece at the position of the previous ones, unless there are too many. */
function logPiece(units: u32): void {
  if (pieces === 0 || pieces === PIECES_MAX) {
    logFirst(unitsAt, units);
    pieces = 0;
  } else logShared(unitsAt, units);
  pieces++;
}

/** Returns 1 if the index is within a surrogate pair, else 0. */
function dividesPair(at: usize, index: u32): u32 {
  if (index === 0) return 0;
  const unit = at + ((<usize>index) << 1);
  return (load<u16>(unit) & 0xfc00) === 0xdc00 && (load<u16>(unit - 2) & 0xfc00) === 0xd800 ? 1 : 0;
}
