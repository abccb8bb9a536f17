/** Folded forms and classes of code points beyond the tables: pairs of surrogates, and units that fold to several. */
import { foldSequence } from './folding.ts';
import { classOfFolded, UNIT } from './unit-classes.ts';
import { CLASSES, EXTENDS, STABILITY, STABLE } from './unit-tables.ts';

/** One code point of a folded text. */
export interface FoldedCodePoint {
  readonly text: string;
  readonly class: number;
}

const LOWER_CASE = /^\p{Ll}/u;
const EXTENDING = /[\p{M}\p{Default_Ignorable_Code_Point}\u{16d67}\u{16d68}]/u;
/** Two regional indicators in a row are one token, so they stay together. */
const REGIONAL_HIGH = 0xd83c;
const REGIONAL = /^[\u{1f1e6}-\u{1f1ff}]/u;
/** A skin tone is of one extent with the emoji before it. */
const SKIN_TONE = /^\p{Emoji_Modifier}/u;
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
/** Code points of a case are few: the rest is as good as random. */
const KNOWN_MAX = 8192;

const known = new Map<number, readonly FoldedCodePoint[]>();

/** The folded form of a code point that stands alone. */
export function foldedCodePoint(codePoint: number): readonly FoldedCodePoint[] {
  let folded = known.get(codePoint);
  if (folded === undefined) {
    folded = foldedParts(String.fromCodePoint(codePoint));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(codePoint, folded);
  }
  return folded;
}

/** The folded form of a sequence. Its first letter continues a divided word if it is written in lower case. */
export function foldedParts(sequence: string): readonly FoldedCodePoint[] {
  const isLower = LOWER_CASE.test(sequence);
  const isLone = sequence.length === 1 && (sequence.charCodeAt(0) & 0xf800) === 0xd800;
  // U+FFFE has a meaning of its own here, and none in a text.
  const folded = isLone ? sequence : foldSequence(sequence.replaceAll('\ufffe', '\0'));
  return Array.from(folded, (text) => ({ text, class: classOf(text, isLower) }));
}

/** Ideographs beyond the basic plane are many and alike. */
function classOf(text: string, isLower: boolean): number {
  const codePoint = text.codePointAt(0)!;
  return codePoint >= 0x20000 && codePoint < 0x2a6d0 ? UNIT : classOfFolded(text, isLower);
}

/** Whether the code point at an index belongs to the sequence of what precedes it. */
export function isExtending(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0x300 && unit !== 0xad) return false;
  if ((unit & 0xfc00) !== 0xd800) return (STABILITY[unit]! & EXTENDS) !== 0;
  if (STABILITY[unit] === STABLE || !isExtendingPage(unit)) return false;
  if (unit === REGIONAL_HIGH) return index > 0 && extendsEmoji(text, index);
  return EXTENDING.test(String.fromCodePoint(text.codePointAt(index)!));
}

/** Second halves of flags, and skin tones. */
function extendsEmoji(text: string, index: number): boolean {
  if (isRegional(text, index)) return index >= 2 && isRegional(text, index - 2);
  return SKIN_TONE.test(text.slice(index, index + 2)) && EMOJI_BEFORE.test(text.slice(Math.max(0, index - 2), index));
}

function isRegional(text: string, index: number): boolean {
  return REGIONAL.test(text.slice(index, index + 2));
}

const extendingPages = new Map<number, boolean>();

/** Whether one of the 1024 code points of a high surrogate extends a sequence; if not, the surrogate is stable from now on. */
function isExtendingPage(high: number): boolean {
  let extending = extendingPages.get(high);
  if (extending === undefined) {
    // The only page of emoji in which a code point belongs to the one before it.
    if (high === REGIONAL_HIGH) return true;
    const from = 0x10000 + ((high - 0xd800) << 10);
    extending = EXTENDING.test(String.fromCodePoint(...Array.from({ length: 0x400 }, (_, n) => from + n)));
    extendingPages.set(high, extending);
    if (!extending) STABILITY[high] = STABLE;
  }
  return extending;
}

/** Whether the unit is white space, as classes have it. */
export function isWhite(unit: number): boolean {
  const found = CLASSES[unit]!;
  return found === 1 || found === 2;
}
