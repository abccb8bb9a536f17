/**
 * Divides text into sequences that fold independently: a code point with the following marks, ignorable characters and other
 * code points that may combine with it. Most text has no combining characters and needs no sequences, so checking for them
 * first makes folding cheap.
 */
import { HANGUL, LETTER } from './unit-classes.ts';
import {
  CLASSES,
  EARLY_UNSTABLE,
  EXTENDS,
  FIRST_UNSTABLE,
  FOLDS,
  STABILITY,
  STABILITY_BITS,
  STABLE,
  STABLE_AFTER_STABLE,
  STABLE_BEFORE_STABLE,
} from './unit-tables.ts';

const EXTENDING = /^[\p{M}\p{Default_Ignorable_Code_Point}\u0640\u{16d67}\u{16d68}]/u;
const REGIONAL_HIGH = 0xd83c;
const REGIONAL = /^\p{Regional_Indicator}/u;
const SKIN_TONE = /^\p{Emoji_Modifier}/u;
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** An endless sequence is divided after this many units from its beginning, however the text is cut into pieces. */
export const SEQUENCE_UNITS_MAX = 4096;

const FIRST_EARLY = EARLY_UNSTABLE[0]!;

/**
 * Returns the index of the first code point in `[from, to)` whose folding may depend on its neighbours, or `to`. `from` begins
 * a sequence.
 */
export function findUnstable(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < FIRST_EARLY || (unit < FIRST_UNSTABLE && STABILITY[unit] === STABLE)) continue;
    const stability = STABILITY[unit]! & STABILITY_BITS;
    // A mark that is not part of a letter shares the extent of the previous character.
    if ((STABILITY[unit]! & EXTENDS) !== 0 && i > from && !mayHaveMark(text.charCodeAt(i - 1))) return i;
    if (stability === STABLE || stability === STABLE_BEFORE_STABLE) continue;
    if (
      stability === STABLE_AFTER_STABLE &&
      i > from &&
      (STABILITY[text.charCodeAt(i - 1)]! & STABILITY_BITS) === STABLE
    )
      continue;
    if ((unit & 0xfc00) !== 0xd800 || isExtending(text, i)) return i;
    // A surrogate pair that is not a mark, although its page has marks.
    if (text.codePointAt(i)! > 0xffff) i++;
  }
  return to;
}

/** Returns the beginning of the sequence of the code point at `index`, not before `from`. */
export function sequenceStart(text: string, index: number, from: number): number {
  let start = index;
  while (start > from && isExtending(text, start)) start = previous(text, start);
  return start;
}

/** Returns the end of the sequence of the code point at `index`, at most `to`. */
export function sequenceEnd(text: string, index: number, to: number): number {
  let end = next(text, index);
  while (end < to && isExtending(text, end)) end = next(text, end);
  return Math.min(end, to);
}

/**
 * Returns the beginning of the last sequence of a text. The following text may extend it. A lone high surrogate at the end may
 * be half of a pair.
 */
export function lastBoundary(text: string): number {
  let end = text.length;
  if (end > 0 && isHighSurrogate(text.charCodeAt(end - 1))) end--;
  return end === 0 ? 0 : sequenceStart(text, previous(text, end), 0);
}

/** Whether a sequence begins at `index`, outside a surrogate pair. */
export function beginsSequence(text: string, index = 0): boolean {
  return (text.charCodeAt(index) & 0xfc00) !== 0xdc00 && !isExtending(text, index);
}

function next(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? index + 2 : index + 1;
}

function previous(text: string, index: number): number {
  return index >= 2 && text.codePointAt(index - 2)! > 0xffff ? index - 2 : index - 1;
}

function mayHaveMark(unit: number): boolean {
  const kind = CLASSES[unit]!;
  const isDigit = FOLDS[unit]! >= 0x30 && FOLDS[unit]! <= 0x39;
  return kind >= LETTER && kind <= HANGUL && !isDigit;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** Whether the code point at an index belongs to the sequence of the previous one. */
export function isExtending(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0x300 && unit !== 0xad) return false;
  if ((unit & 0xfc00) !== 0xd800) return (STABILITY[unit]! & EXTENDS) !== 0;
  if (STABILITY[unit] === STABLE || !isExtendingPage(unit)) return false;
  if (unit === REGIONAL_HIGH) return index > 0 && extendsEmoji(text, index);
  return EXTENDING.test(characterAt(text, index));
}

/** Second halves of flags, and skin tones, after any marks and invisible characters. */
function extendsEmoji(text: string, index: number): boolean {
  const isFlag = REGIONAL.test(characterAt(text, index));
  if (!isFlag && !SKIN_TONE.test(characterAt(text, index))) return false;
  const least = Math.max(0, index - SEQUENCE_UNITS_MAX);
  let base = previous(text, index);
  while (base > least && EXTENDING.test(characterAt(text, base))) base = previous(text, base);
  return (isFlag ? REGIONAL : EMOJI).test(characterAt(text, base));
}

function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index)!);
}

const extendingPages = new Map<number, boolean>();

/**
 * Whether one of the 1024 code points of a high surrogate extends a sequence. If none does, the surrogate is marked as stable.
 */
function isExtendingPage(high: number): boolean {
  let extending = extendingPages.get(high);
  if (extending === undefined) {
    // The only page of emoji with code points that belong to the previous one.
    if (high === REGIONAL_HIGH) return true;
    const from = 0x10000 + ((high - 0xd800) << 10);
    extending = Array.from({ length: 0x400 }, (_, n) => String.fromCodePoint(from + n)).some((one) =>
      EXTENDING.test(one),
    );
    extendingPages.set(high, extending);
    if (!extending) STABILITY[high] = STABLE;
  }
  return extending;
}
