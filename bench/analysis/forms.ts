/**
 * Forms of words for the reference table of analyzers: the same word in other normalization forms, cases and widths, with
 * ignorable characters, optional marks and tatweel. For each script of Unicode there is also a word that consists of its first
 * letters.
 */
import { SCRIPTS, TEXTS, WORDS } from './words.ts';

export interface Form {
  readonly script: string;
  readonly kind: string;
  readonly text: string;
}

const LETTERS_MADE = 4;
const MARKS_MADE = 2;
const IGNORABLE = [
  '\u00ad',
  '\u034f',
  '\u180b',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2060',
  '\ufe0f',
  '\ufeff',
  '\u{e0001}',
];
const COMBINING = [
  '\u0301',
  '\u0308',
  '\u0327',
  '\u0334',
  '\u093c',
  '\u094d',
  '\u3099',
  '\u05b8',
  '\u064e',
  '\u0e48',
  '\u20dd',
];

/** Returns every form once, in order of scripts. */
export function forms(): Form[] {
  const all = [
    ...SCRIPTS.flatMap((script) => [
      ...(WORDS.get(script) ?? []).flatMap((word) => formsOf(script, word)),
      ...madeForms(script),
    ]),
    ...digitSets().map((text) => ({ script: 'Common', kind: 'digits', text })),
    ...longWords(),
    ...TEXTS.map((text) => ({ script: 'Common', kind: 'text', text })),
  ];
  const known = new Set<string>();
  return all.filter(({ text }) => !known.has(text) && known.add(text));
}

function formsOf(script: string, word: string): Form[] {
  const of = (kind: string, text: string): Form => ({ script, kind, text });
  return [
    of('word', word),
    ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => of(form, word.normalize(form))),
    of('upper', word.toUpperCase()),
    of('lower', word.toLowerCase()),
    of(
      'wide',
      word.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
    ),
    ...IGNORABLE.map((character) => of('ignorable', between(word, character))),
    of('tatweel', between(word, '\u0640')),
    of('prefixed', `(${word}`),
    of('embedded', `x ${word}, y`),
  ];
}

/**
 * Yields the first letters of a script, alone and each with its first marks, in both cases, then together with marks of other
 * scripts.
 */
function madeForms(script: string): Form[] {
  const letters = charactersOf(new RegExp(`^(?=\\p{Script=${script}})\\p{L}$`, 'u'), LETTERS_MADE);
  const marks = charactersOf(new RegExp(`^(?=\\p{Script=${script}})\\p{M}$`, 'u'), MARKS_MADE);
  if (letters.length === 0)
    return [{ script, kind: 'no letters', text: charactersOf(new RegExp(`^\\p{Script=${script}}$`, 'u'), 2).join('') }];
  const word = letters.join('');
  const marked = letters.map((letter) => letter + marks.join('')).join('');
  return [
    { script, kind: 'letters', text: word },
    { script, kind: 'upper', text: word.toUpperCase() },
    { script, kind: 'lower', text: word.toLowerCase() },
    { script, kind: 'marks', text: marked },
    { script, kind: 'NFD', text: marked.normalize('NFD') },
    { script, kind: 'ignorable', text: between(marked, '\u200b') },
    ...COMBINING.map((mark) => ({ script, kind: 'combining', text: letters[0]! + mark + letters.at(-1)! })),
    { script, kind: 'broken', text: `${word}-\n${word.toLowerCase()}` },
    { script, kind: 'lines', text: `${word}\n${word}` },
    { script, kind: 'digits', text: `${word}12${word}` },
  ];
}

function charactersOf(pattern: RegExp, most: number): string[] {
  const found: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff && found.length < most; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (pattern.test(character)) found.push(character);
  }
  return found;
}

function digitSets(): string[] {
  return charactersOf(/^\p{Nd}$/u, Number.POSITIVE_INFINITY)
    .join('')
    .match(/.{10}/gu)!;
}

function longWords(): Form[] {
  return [255, 256, 383, 384, 512].map((units) => ({
    script: 'Common',
    kind: 'long word',
    text: Array.from({ length: units }, (_, i) => String.fromCharCode(97 + ((i * 7 + (i >> 4)) % 26))).join(''),
  }));
}

function between(word: string, character: string): string {
  return Array.from(word).join(character);
}
