/** Labels of list paragraphs, counted as Word counts them. */
import type { XmlAttributes, XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';

interface Level {
  format: string;
  /** `%1.%2.`: level numbers, from 1. */
  text: string;
  start: number;
}

const LEVELS_MAX = 9;
/** Maximum number of lists and levels that are stored. */
const LISTS_MAX = 20_000;
/** Longer labels are ignored. */
const LABEL_UNITS_MAX = 100;

/** Reads `numbering.xml`, then returns labels in the order of the paragraphs. */
export class WordLists implements XmlTaker {
  readonly #levels = new Map<string, Level[]>();
  readonly #abstractOf = new Map<string, string>();
  readonly #counts = new Map<string, number[]>();
  #list: Level[] | null = null;
  #number: string | null = null;
  #level: Level | null = null;

  open(name: string, attributes: XmlAttributes): void {
    const value = attributes.get('val') ?? '';
    switch (name) {
      case 'abstractNum':
        this.#list = [];
        if (this.#levels.size < LISTS_MAX) this.#levels.set(attributes.get('abstractNumId') ?? '', this.#list);
        break;
      case 'num':
        this.#list = null;
        this.#number = attributes.get('numId') ?? '';
        break;
      case 'abstractNumId':
        if (this.#number !== null && this.#abstractOf.size < LISTS_MAX) this.#abstractOf.set(this.#number, value);
        break;
      case 'lvl':
        this.#level = { format: 'decimal', text: '', start: 1 };
        if (this.#list !== null) this.#list[levelOf(attributes.get('ilvl'))] = this.#level;
        break;
      case 'start':
        if (this.#level !== null) this.#level.start = wholeNumber(value) ?? 1;
        break;
      case 'numFmt':
        if (this.#level !== null) this.#level.format = value;
        break;
      case 'lvlText':
        if (this.#level !== null) this.#level.text = value;
        break;
    }
  }

  /** Returns the label of the next paragraph of this list and level; empty if it has none. */
  label(list: string, givenLevel: string | undefined): string {
    const abstract = this.#abstractOf.get(list);
    const levels = abstract === undefined ? undefined : this.#levels.get(abstract);
    const at = levelOf(givenLevel);
    const level = levels?.[at];
    if (abstract === undefined || levels === undefined || level === undefined) return '';
    const counts = this.#counts.get(abstract) ?? [];
    this.#counts.set(abstract, counts);
    counts[at] = (counts[at] ?? level.start - 1) + 1;
    counts.length = at + 1;
    if (level.format === 'none') return '';
    if (level.format === 'bullet') return '•';
    return level.text
      .replace(/%([1-9])/g, (_, digit: string) => {
        const of = levels[Number(digit) - 1];
        return of === undefined ? '' : numberText(counts[Number(digit) - 1] ?? of.start, of.format);
      })
      .slice(0, LABEL_UNITS_MAX);
  }
}

function levelOf(given: string | undefined): number {
  return Math.min(wholeNumber(given ?? '') ?? 0, LEVELS_MAX - 1);
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Letters repeat (`aa`), as in Word. Formats of other scripts are shown as numbers. */
function numberText(number: number, format: string): string {
  if (number < 1) return String(number);
  switch (format) {
    case 'lowerLetter':
      return letters(number);
    case 'upperLetter':
      return letters(number).toUpperCase();
    case 'lowerRoman':
      return roman(number);
    case 'upperRoman':
      return roman(number).toUpperCase();
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

const LETTERS = 26;
const LETTER_REPEATS_MAX = 30;

function letters(number: number): string {
  const times = Math.min(Math.ceil(number / LETTERS), LETTER_REPEATS_MAX);
  return String.fromCharCode(97 + ((number - 1) % LETTERS)).repeat(times);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const ROMAN_MAX = 10_000;

function roman(number: number): string {
  if (number > ROMAN_MAX) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}
