/**
 * Divides text into sequences that fold independently: a code point with the marks, ignorable characters and other code points
 * behind it that may combine with it. Text without combining characters needs no sequences; finding these first is what makes
 * folding cheap.
 */
import { isExtending } from './code-points.ts';
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
