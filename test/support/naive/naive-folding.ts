/**
 * Folding of characters, from its description alone: one function for each of its six rules, applied in order until nothing
 * changes. `clustersOf` does the same and keeps the offset of each character in the given text.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A base character with the following marks and ignorable characters. It folds independently of its neighbours. */
export interface Cluster {
  readonly folded: string;
  /** The first character of the cluster in the given text. */
  readonly base: string;
  /** UTF-16 units of the given text, from the base to its last mark. */
  readonly start: number;
  readonly end: number;
}

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;
const MARK_OR_IGNORABLE = /^[\p{M}\p{Default_Ignorable_Code_Point}\u0640]$/u;
const TRAILING_IGNORABLE = /^(?!\p{M})[\p{Default_Ignorable_Code_Point}\u0640]$/u;
const CYRILLIC_LETTER = /^(?=\p{Script=Cyrillic})\p{L}$/u;
const CYRILLIC_VOWEL = /^[аеиоуъыэюяіѡѣѥѧѩѫѭѵєꙋꙗәөүұӕ]$/u;
const MARK = /^\p{M}$/u;
const DIGIT = /\p{Nd}/gu;

/**
 * The table also changes the case of letters. For Cherokee it decides the case, because NFKC_Casefold gives capitals, but the
 * table small letters.
 */
const ASCII_FOLDING: ReadonlyMap<string, string> = new Map(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'ascii-folding.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [codePoint, folded] = line.split('\t');
      return [String.fromCodePoint(Number.parseInt(codePoint!, 16)), folded!] as const;
    }),
);

/** Applies the six rules until nothing changes. The result is composed. */
export function foldText(text: string): string {
  for (let before = text; ; ) {
    const after = foldOnce(before);
    if (after === before) return after;
    before = after;
  }
}

/** Folds a whole value without splitting it. */
export function foldWhole(text: string): string {
  return foldText(text);
}

function foldOnce(text: string): string {
  const visible = text.replace(IGNORABLE, '');
  const caseFolded = Array.from(visible, compatibleCaseFold).join('').normalize('NFC');
  const withDigits = caseFolded.replace(DIGIT, digitValue);
  const unmarked = withoutMarks(withDigits.normalize('NFKD')).normalize('NFC');
  const arabic = unmarked.replace(/ة/g, 'ه').replace(/[ىی]/g, 'ي').replace(/ک/g, 'ك');
  return Array.from(arabic, (character) => ASCII_FOLDING.get(character) ?? character).join('');
}

/** NFKC_Casefold of one character: its compatibility decomposition, with each character folded. */
function compatibleCaseFold(character: string): string {
  return Array.from(character.normalize('NFKC'), caseFold).join('').normalize('NFKC');
}

/** Full case folding of one character: each character of its capital form in lower case (ß, SS, ss). */
function caseFold(character: string): string {
  return Array.from(character.toUpperCase(), (capital) => capital.toLowerCase()).join('');
}

/** Digits of a script come in runs of ten. */
function digitValue(digit: string): string {
  const codePoint = digit.codePointAt(0)!;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((codePoint - first) % 10);
}

/**
 * Removes the marks of rule 4. The text must be decomposed. A mark belongs to the last preceding character that is not a mark.
 */
function withoutMarks(decomposed: string): string {
  let base = '';
  let kept = '';
  for (const character of decomposed) {
    if (!MARK.test(character)) base = character;
    if (!MARK.test(character) || staysBehind(base, character)) kept += character;
  }
  return kept;
}

function staysBehind(base: string, mark: string): boolean {
  if (CYRILLIC_LETTER.test(base)) {
    const isStress = (mark === '\u0300' || mark === '\u0301') && CYRILLIC_VOWEL.test(base);
    const isDiaeresis = mark === '\u0308' && base === 'е';
    return !isStress && !isDiaeresis;
  }
  const isRemoved =
    hasClassOf(NUKTA, mark) ||
    (hasClassOver(VIRAMA, mark) && !hasClassOver(CLASS_36, mark)) ||
    hasClassOver(CLASS_132, mark);
  return !isRemoved;
}

/** Marks with a known canonical combining class: 7, 9, 36, and 132, after which the next is 200. */
const NUKTA = '\u093c';
const VIRAMA = '\u094d';
const CLASS_36 = '\u0711';
const CLASS_132 = '\u0f74';

/** JavaScript does not reveal combining classes, but its normalizer sorts marks. */
function hasClassOver(known: string, mark: string): boolean {
  return `x${mark}${known}`.normalize('NFD') === `x${known}${mark}` && mark !== known;
}

/** The order of two marks of one class is preserved, and no mark moves past a mark of class 0. */
function hasClassOf(known: string, mark: string): boolean {
  const below = '\u0334';
  return hasClassOver(below, mark) && !hasClassOver(known, mark) && !hasClassOver(mark, known);
}

/** Returns clusters of a text, in order. Their concatenated foldings are the folding of the text. */
export function clustersOf(text: string): Cluster[] {
  const clusters: Cluster[] = [];
  let written = '';
  let offset = 0;
  for (const character of text) {
    if (written !== '' && !joins(written, character)) {
      clusters.push(clusterOf(written, offset - written.length));
      written = '';
    }
    written += character;
    offset += character.length;
  }
  if (written !== '') clusters.push(clusterOf(written, offset - written.length));
  return clusters;
}

/** Whether a character belongs to the previous ones: a mark, an ignorable character, or one that composes with them. */
function joins(written: string, character: string): boolean {
  if (written.charCodeAt(written.length - 1) < 0x80 && character < '\u0080') return false;
  return MARK_OR_IGNORABLE.test(character) || MARK.test(character.normalize('NFKC')) || composes(written, character);
}

const composes = remembering(
  (written, character) => foldText(written + character) !== foldText(written) + foldText(character),
);

const foldCluster = remembering((written) => foldText(written));

function clusterOf(written: string, start: number): Cluster {
  const characters = Array.from(written);
  while (characters.length > 1 && TRAILING_IGNORABLE.test(characters.at(-1)!)) characters.pop();
  const end = start + characters.join('').length;
  return { folded: foldCluster(written, ''), base: characters[0]!, start, end };
}

/** Caches the results of a function of two short texts, because a text repeats few clusters many times. */
function remembering<Answer>(
  answer: (written: string, character: string) => Answer,
): (written: string, character: string) => Answer {
  const known = new Map<string, Map<string, Answer>>();
  return (written, character) => {
    const ofWritten = known.get(written) ?? new Map<string, Answer>();
    known.set(written, ofWritten);
    const answered = ofWritten.has(character) ? ofWritten.get(character)! : answer(written, character);
    ofWritten.set(character, answered);
    return answered;
  };
}
