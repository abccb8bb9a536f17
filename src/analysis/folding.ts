/**
 * Folds text as docs/query-language.md, "Analysis", specifies. Removes ignorable characters, then applies NFKC case folding,
 * and folds digits of every script, marks that readers omit, Arabic letters, and letters with ASCII forms. For short sequences
 * only; `text-feed.ts` divides a text into them.
 */
import { foldingRows } from './fold-data.ts';
import { orderLongSequences } from './mark-order.ts';

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;
const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
const MARK = /^\p{M}$/u;
const CYRILLIC_LETTER = /^(?=\p{L})\p{Script=Cyrillic}$/u;
/** Letters on which an accent marks the stress. */
const CYRILLIC_VOWELS = /^[аеиоуъыэюяіѡѣѥѧѩѫѭѵєꙋꙗәөүұӕ]$/u;
const ARABIC: ReadonlyMap<string, string> = new Map([
  ['ة', 'ه'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
]);
const ARABIC_LETTERS = /[ةىیک]/g;
/** Folds to itself. */
const PLAIN = /^[a-z0-9]*$/;
/** Maximum entries of the cache. Sequences often repeat within a text. */
const KNOWN_MAX = 8192;
const KNOWN_UNITS_MAX = 32;

const known = new Map<string, string>();

/** Returns the folded form of a text of any length: for sequences, values and query terms. */
export function foldSequence(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const folded = folding(text);
  if (text.length <= KNOWN_UNITS_MAX) {
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(text, folded);
  }
  return folded;
}

/** Folds until nothing changes. One pass is enough for nearly all text. */
function folding(text: string): string {
  let folded = text.length > KNOWN_UNITS_MAX ? orderLongSequences(text) : text;
  for (;;) {
    const next = foldOnce(folded);
    if (next === folded || PLAIN.test(next)) return next;
    folded = next;
  }
}

function foldOnce(text: string): string {
  const cased = compatiblyFolded(text.replace(IGNORABLE, '')).normalize('NFC');
  const numbered = cased.replace(DIGITS, digitOf);
  const bare = withoutMarks(numbered).normalize('NFC');
  return asciiFolded(bare.replace(ARABIC_LETTERS, (letter) => ARABIC.get(letter)!));
}

/** NFKC case folding, character by character. */
function compatiblyFolded(text: string): string {
  let folded = '';
  for (const character of text) {
    let cased = '';
    for (const compatible of character.normalize('NFKC')) cased += caseFolded(compatible);
    folded += cased.normalize('NFKC');
  }
  return folded;
}

/** Full case folding. Cherokee folds to upper case, as Unicode specifies. */
function caseFolded(character: string): string {
  const codePoint = character.codePointAt(0)!;
  if (codePoint >= 0x13a0 && codePoint <= 0x13f5) return character;
  if (codePoint >= 0x13f8 && codePoint <= 0x13fd) return String.fromCodePoint(codePoint - 8);
  if (codePoint >= 0xab70 && codePoint <= 0xabbf) return String.fromCodePoint(codePoint - 0xab70 + 0x13a0);
  let folded = '';
  for (const upper of character.toUpperCase()) folded += upper.toLowerCase();
  return folded;
}

/** Decimal digits come in rows of ten, starting with zero. */
function digitOf(digit: string): string {
  const codePoint = digit.codePointAt(0)!;
  if (codePoint < 0x3a) return digit;
  let zero = codePoint;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((codePoint - zero) % 10);
}

/** Returns the decomposed text without the marks that readers omit. */
function withoutMarks(text: string): string {
  let bare = '';
  let base = '';
  for (const character of text.normalize('NFKD')) {
    if (!MARK.test(character)) base = character;
    else if (isLeftOut(character, base)) continue;
    bare += character;
  }
  return bare;
}

function isLeftOut(mark: string, base: string): boolean {
  if (!isRemovable(mark)) return false;
  if (!CYRILLIC_LETTER.test(base)) return true;
  if (mark === '\u0308') return base === 'е';
  return (mark === '\u0300' || mark === '\u0301') && CYRILLIC_VOWELS.test(base);
}

const removable = new Map<string, boolean>();

/** Whether the canonical combining class of a mark is 7, 10 to 36, or at least 200. */
function isRemovable(mark: string): boolean {
  let is = removable.get(mark);
  if (is === undefined) {
    const isNukta = isBefore('\u{16ff0}', mark) && isBefore(mark, '\u3099'); // between 6 and 8
    const isPoint = isBefore('\u094d', mark) && isBefore(mark, '\u0c55'); // between 9 and 84
    is = isNukta || isPoint || isBefore('\u0f74', mark); // above 132, the last below 200
    removable.set(mark, is);
  }
  return is;
}

/** Whether canonical order puts mark `a` before `b`. The runtime does not reveal class numbers. */
function isBefore(a: string, b: string): boolean {
  return a !== b && (b + a).normalize('NFD') === a + b;
}

function asciiFolded(text: string): string {
  let folded = '';
  for (const character of text) folded += ASCII_FOLDS.get(character.codePointAt(0)!) ?? character;
  return folded;
}

/** Applies ASCII folding to lower-case letters. */
const ASCII_FOLDS: ReadonlyMap<number, string> = new Map(foldingRows());

/** Used for tables: whether folding may change an isolated code point. */
export function hasAsciiFold(codePoint: number): boolean {
  return ASCII_FOLDS.has(codePoint);
}
