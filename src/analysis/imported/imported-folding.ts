/**
 * Folding of one code point as Lucene's tools do it, for terms that a case brings: lower case by the simple mapping, then ASCII folding,
 * for letters and decimal digits. Everything else stays.
 */
import { tableOfProcess } from '../../shared/process-table.ts';
import { FOLDINGS } from '../fold-data.ts';

/** Value in the table of a unit that is not part of a token (or a lone low surrogate). */
const SEPARATOR = 0;

/** Value in the table of a unit for which the table is not enough: a high surrogate, or a fold to several units. */
const ESCAPE = 0xffff;

interface Foldings {
  readonly table: Uint16Array;
  readonly long: Map<number, string>;
}

const FOLDED = tableOfProcess('imported folding', buildFoldings);

/** Folds to several units, by code point. */
const LONG_FOLDS: ReadonlyMap<number, string> = FOLDED.long;

/** By UTF-16 unit: {@link SEPARATOR}, {@link ESCAPE}, or the one unit that a letter or digit folds to. */
const FOLD_TABLE: Uint16Array = FOLDED.table;

const TOKEN_CHARACTER = /^[\p{L}\p{Nd}]/u;

/** Whether a code point is part of a token. Lone surrogates are not. */
export function isTokenCodePoint(codePoint: number): boolean {
  if (codePoint > 0xffff) return TOKEN_CHARACTER.test(String.fromCodePoint(codePoint));
  const folded = FOLD_TABLE[codePoint]!;
  return folded !== SEPARATOR && (folded !== ESCAPE || LONG_FOLDS.has(codePoint));
}

/**
 * What a code point folds to, one to three UTF-16 units. Not idempotent: a few small capitals (U+0262) fold to capital
 * ASCII letters, as they do in Lucene, so a text is folded exactly once.
 */
export function foldCodePoint(codePoint: number): string {
  if (codePoint > 0xffff) return foldSupplementary(codePoint);
  const folded = FOLD_TABLE[codePoint]!;
  if (folded === SEPARATOR) return String.fromCharCode(codePoint);
  if (folded === ESCAPE) return LONG_FOLDS.get(codePoint) ?? String.fromCharCode(codePoint);
  return String.fromCharCode(folded);
}

/** No supplementary code point has a lower case of several, so the full mapping is the simple one; ASCII folding has none. */
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
  for (const entry of FOLDINGS.trim().split(/\s+/)) applyFolding({ table, long }, entry);
  return { table, long };
}

/** One regular expression over a whole stretch of the plane: testing each code point would take ten times as long. */
function markTokenUnits(table: Uint16Array, from: number, to: number): void {
  const units = Array.from({ length: to - from }, (_, index) => String.fromCharCode(from + index)).join('');
  for (const { 0: letters, index } of units.matchAll(/[\p{L}\p{Nd}]+/gu)) {
    for (let unit = from + index; unit < from + index + letters.length; unit++) table[unit] = unit;
  }
}

function applyFolding({ table, long }: Foldings, entry: string): void {
  const parts = /^([0-9A-F]+)(?:-([0-9A-F]+)(\/2)?)?(?:=(.+)|([+-]\d+))$/.exec(entry);
  if (parts === null) throw new Error(`fold data: ${entry}`);
  const [, first, last = first, everySecond, text, delta] = parts;
  for (let unit = Number.parseInt(first!, 16); unit <= Number.parseInt(last!, 16); unit += everySecond ? 2 : 1) {
    const folded = text ?? String.fromCharCode(unit + Number(delta));
    if (folded.length > 1) long.set(unit, folded);
    table[unit] = folded.length > 1 ? ESCAPE : folded.charCodeAt(0);
  }
}
