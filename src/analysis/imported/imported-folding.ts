/**
 * Folds one code point as Lucene-based tools do, for imported terms: lower case by the simple mapping, then ASCII folding, for
 * letters and decimal digits. Everything else is unchanged.
 */
import { tableOfProcess } from '../../shared/process-table.ts';
import { foldingRows } from '../fold-data.ts';

/** Table value of a unit that is not part of a token, or of a lone low surrogate. */
const SEPARATOR = 0;

/** Table value of a unit that the table does not cover: a high surrogate, or a unit that folds to several. */
const ESCAPE = 0xffff;

interface Foldings {
  /** Indexed by UTF-16 unit: {@link SEPARATOR}, {@link ESCAPE}, or the one unit that a letter or digit folds to. */
  readonly table: Uint16Array;
  /** Keyed by code point: its form, if it folds to several units. */
  readonly long: Map<number, string>;
}

/** Created for the first case that provides its terms. */
let made: Foldings | null = null;

function foldings(): Foldings {
  made ??= tableOfProcess('imported folding', buildFoldings);
  return made;
}

const TOKEN_CHARACTER = /^[\p{L}\p{Nd}]/u;

/** Whether a code point is part of a token. Lone surrogates are not. */
export function isTokenCodePoint(codePoint: number): boolean {
  if (codePoint > 0xffff) return TOKEN_CHARACTER.test(String.fromCodePoint(codePoint));
  const { table, long } = foldings();
  const folded = table[codePoint]!;
  return folded !== SEPARATOR && (folded !== ESCAPE || long.has(codePoint));
}

/**
 * Returns the folded form of a code point, one to three UTF-16 units. Not idempotent: a few small capitals (U+0262) fold to
 * capital ASCII letters, as in Lucene, so a text must be folded exactly once.
 */
export function foldCodePoint(codePoint: number): string {
  if (codePoint > 0xffff) return foldSupplementary(codePoint);
  const { table, long } = foldings();
  const folded = table[codePoint]!;
  if (folded === SEPARATOR) return String.fromCharCode(codePoint);
  if (folded === ESCAPE) return long.get(codePoint) ?? String.fromCharCode(codePoint);
  return String.fromCharCode(folded);
}

/**
 * No supplementary code point has a lower case of several code points, so the full mapping equals the simple one. ASCII folding
 * does not cover these.
 */
function foldSupplementary(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return TOKEN_CHARACTER.test(text) ? text.toLowerCase() : text;
}

function buildFoldings(): Foldings {
  const table = new Uint16Array(0x10000);
  const long = new Map<number, string>();
  markTokenUnits(table, 0, 0xd800);
  table.fill(ESCAPE, 0xd800, 0xdc00);
  markTokenUnits(table, 0xe000, 0x10000);
  for (let unit = 0x41; unit <= 0x5a; unit++) table[unit] = unit + 0x20;
  for (const [unit, folded] of foldingRows()) {
    if (folded.length > 1) long.set(unit, folded);
    table[unit] = folded.length > 1 ? ESCAPE : folded.charCodeAt(0);
  }
  return { table, long };
}

/** Uses one regular expression over a range of the plane, because testing each code point would take ten times as long. */
function markTokenUnits(table: Uint16Array, from: number, to: number): void {
  const units = Array.from({ length: to - from }, (_, index) => String.fromCharCode(from + index)).join('');
  for (const { 0: letters, index } of units.matchAll(/[\p{L}\p{Nd}]+/gu)) {
    for (let unit = from + index; unit < from + index + letters.length; unit++) table[unit] = unit;
  }
}
