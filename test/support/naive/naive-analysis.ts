/**
 * The analyzer a second time, written from the description of the language alone: a regular expression, a table and
 * a loop. Slow, and short enough to be checked by reading.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A token is cut after so many UTF-16 units. */
const TOKEN_UNITS_MAX = 255;

const LETTERS_AND_DIGITS = /[\p{L}\p{Nd}]+/gu;
const LETTER_OR_DIGIT = /^[\p{L}\p{Nd}]$/u;

const FOLDING: ReadonlyMap<number, string> = new Map(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'ascii-folding.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [codePoint, folded] = line.split('\t');
      return [Number.parseInt(codePoint!, 16), folded!] as const;
    }),
);

/** The folded tokens of a text, in order; a token's position is its place in the array. */
export function tokenize(text: string): string[] {
  return (text.normalize('NFC').match(LETTERS_AND_DIGITS) ?? []).flatMap(cut).map(fold);
}

/** A whole value as one term: composed and folded, nothing split, nothing cut. */
export function foldWhole(text: string): string {
  return fold(text.normalize('NFC'));
}

/** Folds every code point for itself. The text is composed already. */
export function fold(text: string): string {
  return Array.from(text, foldCodePoint).join('');
}

/** Lower case and ASCII folding of one code point; what the table leaves out is a letter that only changes its case. */
export function foldCodePoint(character: string): string {
  const folded = FOLDING.get(character.codePointAt(0)!);
  if (folded !== undefined) return folded;
  return LETTER_OR_DIGIT.test(character) ? character.toLowerCase() : character;
}

export function isTokenCharacter(character: string): boolean {
  return LETTER_OR_DIGIT.test(character);
}

/** Pieces of at most 255 units, a surrogate pair never divided. */
export function cut(token: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of token) {
    if (piece.length + character.length > TOKEN_UNITS_MAX) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** Code point order, which is not the order of UTF-16 units. Negative, zero or positive. */
export function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0)!);
  const right = Array.from(b, (character) => character.codePointAt(0)!);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! - right[i]!;
  }
  return left.length - right.length;
}
