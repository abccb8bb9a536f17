/**
 * Finds where a text may contain one of a few words, so that the rest need not be tokenized. A match may be part of a longer
 * word, but no word is missed. Each unit of a token either folds to one unit of the word or is odd, and odd units are found as
 * well.
 */
import { beginsWithUnit } from './query-tokens.ts';
import { ESCAPE, HYPHEN, LETTER, LOWER, MARK } from './unit-classes.ts';
import { CLASSES, FOLDS, STABILITY, STABLE } from './unit-tables.ts';

/** Searching for more words, or longer ones, takes longer than tokenizing the text. */
const WORDS_MAX = 16;
const UNITS_MAX = 256;
/** If there are more matches than one per this many units, all text is tokenized. */
const UNITS_PER_FIND = 32;
/** The first units of a text do not count toward the average. */
const UNITS_FIRST = 4096;

/** Indexed by UTF-16 unit: 1 if it is odd, that is, it folds to zero or several units, or its neighbours matter. */
const ODD = new Uint8Array(0x10000);
for (let unit = 0; unit < ODD.length; unit++) {
  if (CLASSES[unit] === ESCAPE || STABILITY[unit] !== STABLE) ODD[unit] = 1;
}
/** Matches where the end of a line may divide a word. Both parts are tokenized. */
const DIVIDED =
  '[-\\u2010\\u2011\\ufe63\\uff0d\\xad][\\t \\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]*[\\n\\r\\x85\\u2028]';

/** The units that fold to each unit, for a class of a regular expression; made once. */
let written: ReadonlyMap<number, string> | null = null;

export class WordSeeker {
  readonly #words: readonly string[];
  /** Null as long as no text was long enough. */
  #pattern: RegExp | null = null;
  #text = '';
  /** The first odd unit, and the first word, at or after the offset of the last call. */
  #odd = -1;
  #word = -1;
  #finds = 0;
  #units = UNITS_FIRST;

  private constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Returns null if tokenizing is faster, or if a word may begin within a run of letters. `words` are folded. */
  static of(words: readonly string[]): WordSeeker | null {
    const units = words.reduce((sum, { length }) => sum + length, 0);
    if (words.length === 0 || words.length > WORDS_MAX || units > UNITS_MAX) return null;
    return words.some(beginsWithUnit) ? null : new WordSeeker(words);
  }

  /** Whether matches are rare enough for the search to pay off. */
  get isWorthIt(): boolean {
    return this.#finds * UNITS_PER_FIND < this.#units;
  }

  begin(text: string): void {
    this.#pattern ??= patternOf(this.#words);
    this.#text = text;
    this.#units += text.length;
    this.#odd = -1;
    this.#word = -1;
  }

  /** Returns the first odd unit of the text at or after `from`, or its end. */
  oddFrom(from: number): number {
    if (this.#odd < from) this.#odd = nextOdd(this.#text, from);
    return this.#odd;
  }

  /**
   * Returns the beginning of the next run of letters, digits and odd units, at or after `from`, that may contain a word, or the
   * end of the text.
   */
  next(from: number): number {
    const odd = this.oddFrom(from);
    if (this.#word < from) {
      const pattern = this.#pattern!;
      pattern.lastIndex = from;
      this.#word = pattern.exec(this.#text)?.index ?? this.#text.length;
    }
    this.#finds++;
    return Math.min(odd, this.#word);
  }
}

function nextOdd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (ODD[text.charCodeAt(i)] === 1) return i;
  return text.length;
}

/** Whether the unit at an offset separates tokens whatever its neighbours are. A low surrogate may belong to a letter. */
export function isApart(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return CLASSES[unit]! <= HYPHEN && STABILITY[unit] === STABLE && (unit & 0xfc00) !== 0xdc00;
}

/** Returns the beginning of the run of letters, digits and odd units around `offset`; not before `from`. */
export function lettersStart(text: string, offset: number, from: number): number {
  let start = offset;
  while (start > from && !isApart(text, start - 1)) start--;
  return start;
}

/** Returns the beginning of the last two such runs in `text[from … to)` that certainly contain a token. */
export function lastLetters(text: string, from: number, to: number): number {
  let at = to;
  for (let taken = 0; taken < 2 && at > from; ) {
    while (at > from && isApart(text, at - 1)) at--;
    let hasToken = false;
    for (; at > from && !isApart(text, at - 1); at--) hasToken ||= isPlain(text.charCodeAt(at - 1));
    if (hasToken) taken++;
  }
  return at;
}

function isPlain(unit: number): boolean {
  return (CLASSES[unit] === LETTER || CLASSES[unit] === LOWER) && ODD[unit] === 0;
}

function patternOf(words: readonly string[]): RegExp {
  written ??= unitsByFold();
  const classes = written;
  return new RegExp([...words.map((word) => wordPattern(word, classes)), DIVIDED].join('|'), 'g');
}

function wordPattern(word: string, classes: ReadonlyMap<number, string>): string {
  return Array.from({ length: word.length }, (_, i) => `[${classes.get(word.charCodeAt(i)) ?? ''}]`).join('');
}

function unitsByFold(): ReadonlyMap<number, string> {
  const classes = new Map<number, string>();
  for (let unit = 0; unit < FOLDS.length; unit++) {
    const folded = FOLDS[unit]!;
    if (CLASSES[unit]! < LETTER || CLASSES[unit]! > MARK) continue;
    classes.set(folded, `${classes.get(folded) ?? ''}\\u${unit.toString(16).padStart(4, '0')}`);
  }
  return classes;
}
