/** The meaning of `\d`, `\w`, `\s`, and the folding of character classes. */
import { foldCodePoint } from '../analysis/own-folding.ts';
import { FOLDS } from '../analysis/unit-tables.ts';
import { type CodePointSet, complementOf, rangesOf, sizeOf, unionOf } from './code-point-set.ts';

/** Planes with assigned letters, digits or white space end here. */
const SCANNED_CODE_POINTS = 0xe0800;
const SCANNED_AT_ONCE = 0x800;

const EXPRESSIONS: Readonly<Record<string, RegExp>> = {
  d: /\p{Nd}+/gu,
  w: /[\p{L}\p{Nl}\p{Nd}\p{M}_]+/gu,
  s: /\p{White_Space}+/gu,
};

let changingCodePoints: readonly number[] | undefined;

/**
 * Returns the set of `\d` (decimal digits), `\w` (letters, decimal digits, `_`), `\s` (white space), and of their capitals;
 * undefined for other letters.
 */
export const escapedClass = classesOf(EXPRESSIONS);

/** Looks up the set of a letter, or the complement for its capital. Each set is made once. */
export function classesOf(expressions: Readonly<Record<string, RegExp>>): (letter: string) => CodePointSet | undefined {
  const known = new Map<string, CodePointSet>();
  return (letter) => {
    const expression = expressions[letter.toLowerCase()];
    if (expression === undefined) return undefined;
    let set = known.get(letter);
    if (set === undefined) {
      set = unionOf(scan(expression));
      if (letter !== letter.toLowerCase()) set = complementOf(set);
      known.set(letter, set);
    }
    return set;
  };
}

export interface FoldedSet {
  /** The members that fold to one code point each, and the longer texts that other members fold to. */
  readonly set: CodePointSet;
  readonly texts: readonly string[];
}

/** Folds every member of a set. With any `fold` but our own, the set must be small. */
export function foldSet(set: CodePointSet, fold: (codePoint: number) => string = foldCodePoint): FoldedSet {
  const ranges: [number, number][] = [];
  const texts = new Set<string>();
  const take = (codePoint: number): void => {
    const folded = fold(codePoint);
    if (folded === '') return;
    const first = folded.codePointAt(0)!;
    if (folded.length === String.fromCodePoint(first).length) ranges.push([first, first]);
    else texts.add(folded);
  };
  const isSmall = sizeOf(set) < 1000;
  if (!isSmall && fold !== foldCodePoint) return { set, texts: [] };
  for (const [first, last] of rangesOf(set)) {
    let kept = first; // [first, kept) is taken
    for (const codePoint of isSmall ? span(first, last) : changing(first, last)) {
      if (codePoint > kept) ranges.push([kept, codePoint - 1]);
      take(codePoint);
      kept = codePoint + 1;
    }
    if (kept <= last) ranges.push([kept, last]);
  }
  return { set: unionOf(ranges), texts: [...texts] };
}

function* span(first: number, last: number): Generator<number> {
  for (let codePoint = first; codePoint <= last; codePoint++) yield codePoint;
}

/** Yields the code points of a range that folding changes, ascending. */
function* changing(first: number, last: number): Generator<number> {
  changingCodePoints ??= findChanging();
  for (const codePoint of changingCodePoints) if (codePoint >= first && codePoint <= last) yield codePoint;
}

function findChanging(): number[] {
  const basic = [...span(0, 0xffff)].filter((codePoint) => FOLDS[codePoint] !== codePoint);
  const others = scan(/[\p{Changes_When_NFKC_Casefolded}\p{Nd}\p{M}]+/gu).filter(([first]) => first > 0xffff);
  const composed = scan(/\p{L}+/gu).flatMap(([first, last]) =>
    first > 0xffff ? [...span(first, last)].filter(isComposed) : [],
  );
  const candidates = [...basic, ...others.flatMap(([first, last]) => [...span(first, last)]), ...composed];
  candidates.sort((a, b) => a - b);
  return candidates.filter((codePoint) => foldCodePoint(codePoint) !== String.fromCodePoint(codePoint));
}

function isComposed(codePoint: number): boolean {
  const text = String.fromCodePoint(codePoint);
  return text.normalize('NFD') !== text;
}

/** Returns the ranges of code points that an expression matches. Surrogates belong to no class. */
export function scan(expression: RegExp): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (let from = 0; from < SCANNED_CODE_POINTS; from += SCANNED_AT_ONCE) {
    if (from === 0xd800) continue;
    const width = from > 0xffff ? 2 : 1;
    const text = width === 1 ? unitsFrom(from) : pairsFrom(from);
    for (const { 0: matched, index } of text.matchAll(expression)) {
      ranges.push([from + index / width, from + (index + matched.length) / width - 1]);
    }
  }
  return ranges;
}

/** Returns the code points from `first` on as a text. A call with so many separate arguments takes twenty times as long. */
function unitsFrom(first: number): string {
  return units.decode(Uint16Array.from({ length: SCANNED_AT_ONCE }, (_, i) => first + i));
}

function pairsFrom(first: number): string {
  const pairs = new Uint16Array(2 * SCANNED_AT_ONCE);
  for (let i = 0; i < SCANNED_AT_ONCE; i++) {
    const above = first + i - 0x10000;
    pairs[2 * i] = 0xd800 | (above >>> 10);
    pairs[2 * i + 1] = 0xdc00 | (above & 0x3ff);
  }
  return units.decode(pairs);
}

const units = new TextDecoder('utf-16le', { ignoreBOM: true });
