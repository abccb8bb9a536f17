/**
 * Normalisation to NFC that touches only the stretches of a text that need it, for texts given in pieces too. A text
 * may be cut before any code point that neither composes with nor moves before what precedes it.
 */
import { orderLongSequences, thinLongSequences } from './mark-order.ts';
import {
  EXTENDS,
  NONSTARTER,
  normalizationClass,
  STABILITY,
  STABLE,
  STABLE_AFTER_STABLE,
} from './normalization-classes.ts';

/** A stretch to normalise ends soon after this many units, if it can. */
const STRETCH_UNITS = 1024;

/** The text in NFC, in time linear in its length, whatever its contents. */
export function toNfc(text: string): string {
  return findUnstable(text, 0, text.length) === text.length ? text : normalizeStretch(text);
}

/** Like {@link toNfc}, for text known to need it. */
export function normalizeStretch(text: string): string {
  return (text.length > 32 ? orderLongSequences(text) : text).normalize('NFC');
}

/** The index of the first code point in `[from, to)` that may not stay as it is, or `to`. `from` must be a boundary. */
export function findUnstable(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x300) continue;
    const stability = STABILITY[unit]!;
    if (stability === STABLE) continue;
    if (stability === STABLE_AFTER_STABLE) {
      if (i > from && STABILITY[text.charCodeAt(i - 1)] === STABLE) continue;
      return i;
    }
    const codePoint = text.codePointAt(i)!;
    if (normalizationClass(codePoint) !== 0) return i;
    if (codePoint > 0xffff) i++;
  }
  return to;
}

/** Where the stretch to normalise that holds the unstable code point at `index` begins; not before the boundary `from`. */
export function stretchStart(text: string, index: number, from: number): number {
  let start = index;
  while (start > from && isExtending(text, start)) start = previous(text, start);
  return start;
}

/** Where that stretch ends: at a boundary with stable text after it, or at any boundary once it is long. */
export function stretchEnd(text: string, index: number, to: number): number {
  let end = next(text, index);
  while (end < to) {
    if (!isExtending(text, end)) {
      const following = next(text, end);
      const isStable = normalizationClass(text.codePointAt(end)!) === 0;
      if (end - index >= STRETCH_UNITS || (isStable && (following === to || !isExtending(text, following)))) return end;
    }
    end = next(text, end);
  }
  return to;
}

/**
 * The last boundary of a text that may continue: everything before it stays as it is, whatever follows. 0 if the
 * whole text may still change.
 */
export function lastBoundary(text: string): number {
  let end = text.length;
  if (end > 0 && isHighSurrogate(text.charCodeAt(end - 1))) end--;
  return end === 0 ? 0 : stretchStart(text, previous(text, end), 0);
}

/** The next boundary after `index`, or `to`. */
export function nextBoundary(text: string, index: number, to: number): number {
  let end = next(text, index);
  while (end < to && isExtending(text, end)) end = next(text, end);
  return Math.min(end, to);
}

/** Whether `text` has a boundary at `index`. */
export function beginsAtBoundary(text: string, index = 0): boolean {
  const unit = text.charCodeAt(index);
  return !isHighSurrogate(unit) && !isLowSurrogate(unit) && !isExtending(text, index);
}

/**
 * Divides a long text without any boundary but its first: `settled` is normalised and stays; `open` may still change,
 * and is always short. Both, with what follows, have the same tokens as the text with what follows.
 */
export function settle(text: string): { readonly settled: string; readonly open: string } {
  const normalized = normalizeStretch(text);
  let lastStarter = normalized.length;
  do lastStarter = previous(normalized, lastStarter);
  while (lastStarter > 0 && isNonstarterAt(normalized, lastStarter));
  return { settled: normalized.slice(0, lastStarter), open: thinLongSequences(normalized.slice(lastStarter)) };
}

function isExtending(text: string, index: number): boolean {
  return (normalizationClass(text.codePointAt(index)!) & EXTENDS) !== 0;
}

function isNonstarterAt(text: string, index: number): boolean {
  return (normalizationClass(text.codePointAt(index)!) & NONSTARTER) !== 0;
}

function next(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? index + 2 : index + 1;
}

function previous(text: string, index: number): number {
  return index >= 2 && text.codePointAt(index - 2)! > 0xffff ? index - 2 : index - 1;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
