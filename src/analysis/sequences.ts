/**
 * Divides text into sequences that fold independently: a code point with the marks, ignorable characters and other code points
 * behind it that may combine with it. Text without combining characters needs no sequences; finding these first is what makes
 * folding cheap.
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

/** A sequence without an end is divided after so many units, counted from its beginning, wherever pieces of the text end. */
export const SEQUENCE_UNITS_MAX = 4096;

const FIRST_EARLY = EARLY_UNSTABLE[0]!;

/** The index of the first code point in `[from, to)` that what is beside it may change, or `to`. `from` begins a sequence. */
export function findUnstable(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < FIRST_EARLY || (unit < FIRST_UNSTABLE && STABILITY[unit] === STABLE)) continue;
    const stability = STABILITY[unit]! & STABILITY_BITS;
    // A mark that is no part of a letter is of one extent with what precedes it.
    if ((STABILITY[unit]! & EXTENDS) !== 0 && i > from && !mayHaveMark(text.charCodeAt(i - 1))) return i;
    if (stability === STABLE || stability === STABLE_BEFORE_STABLE) continue;
    if (
      stability === STABLE_AFTER_STABLE &&
      i > from &&
      (STABILITY[text.charCodeAt(i - 1)]! & STABILITY_BITS) === STABLE
    )
      continue;
    if ((unit & 0xfc00) !== 0xd800 || isExtending(text, i)) return i;
    // A pair whose page has marks, and none itself.
    if (text.codePointAt(i)! > 0xffff) i++;
  }
  return to;
}

/** Where the sequence that holds the code point at `index` begins; not before `from`. */
export function sequenceStart(text: string, index: number, from: number): number {
  let start = index;
  while (start > from && isExtending(text, start)) start = previous(text, start);
  return start;
}

/** Where the sequence that holds the code point at `index` ends, or `to`. */
export function sequenceEnd(text: string, index: number, to: number): number {
  let end = next(text, index);
  while (end < to && isExtending(text, end)) end = next(text, end);
  return Math.min(end, to);
}

/** Where the last sequence of a text begins: what follows may extend it. A lone high surrogate at the end may be half of a pair. */
export function lastBoundary(text: string): number {
  let end = text.length;
  if (end > 0 && isHighSurrogate(text.charCodeAt(end - 1))) end--;
  return end === 0 ? 0 : sequenceStart(text, previous(text, end), 0);
}

/** Whether a sequence begins at `index`, and no pair of surrogates is divided there. */
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

/** Whether the code point at an index belongs to the sequence of what precedes it. */
export function isExtending(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0x300 && unit !== 0xad) return false;
  if ((unit & 0xfc00) !== 0xd800) return (STABILITY[unit]! & EXTENDS) !== 0;
  if (STABILITY[unit] === STABLE || !isExtendingPage(unit)) return false;
  if (unit === REGIONAL_HIGH) return index > 0 && extendsEmoji(text, index);
  return EXTENDING.test(characterAt(text, index));
}

/** Second halves of flags, and skin tones, whatever marks and invisible characters precede them. */
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

/** Whether one of the 1024 code points of a high surrogate extends a sequence; if not, the surrogate is stable from now on. */
function isExtendingPage(high: number): boolean {
  let extending = extendingPages.get(high);
  if (extending === undefined) {
    // The only page of emoji in which a code point belongs to the one before it.
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
