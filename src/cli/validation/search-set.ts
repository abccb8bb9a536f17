/**
 * A small synthetic set modelled on NIST's test of string-search tools (CFTT, Federated Testing). The texts, the searches and
 * the items that each must find are our own, written by hand. Texts are the output of a processing tool; images, deleted files
 * and encodings are its responsibility.
 */
export interface SetItem {
  /** The text of item 1, 2 and so on. */
  readonly text: string;
  /** Describes its characters that are invisible in print. */
  readonly about?: string;
}

export interface SetSearch {
  /** The name of the requirement in the public test. */
  readonly requirement: string;
  readonly aim: string;
  readonly query: string;
  readonly finds: readonly number[];
}

export const ITEMS: readonly SetItem[] = [
  { text: 'blue crab on ice' },
  { text: 'BLUE CRAB in capitals' },
  { text: 'recipe for crabcake' },
  { text: 'softshellcrabs at the pier' },
  { text: 'a blue heron over the pier' },
  { text: 'a crab and a heron' },
  { text: 'Встреча в Одессе' },
  { text: 'ОДЕССЕ ПРИВЕТ' },
  { text: '货物在上海港口' },
  { text: 'ハヤブサは速い' },
  { text: '서울역에서 만나자' },
  { text: 'كَتَبَ مُحَمَّد', about: 'with vowel signs' },
  { text: 'كتب محمد', about: 'without vowel signs' },
  { text: 'שָׁלוֹם לכולם', about: 'with points' },
  { text: 'caf\u00e9 noir', about: 'é is one character' },
  { text: 'cafe\u0301 noir', about: 'é is e and a combining accent' },
  { text: '\ufb01nal o\ufb03ce', about: 'ligatures ﬁ and ﬃ' },
  { text: 'final office' },
  { text: 'Straße in Köln' },
  { text: '\uff30\uff21\uff2e\uff24\uff21 \uff11\uff12', about: 'full-width letters and digits' },
  { text: 'write to wolf.black@example.com today' },
  { text: 'write to WOLF.BLACK@EXAMPLE.COM today' },
  { text: 'call (303) 555-1212' },
  { text: 'call 303.555.1212' },
  { text: 'call 303 555 1212' },
  { text: 'call +1-303-555-1212' },
  { text: 'call 3035551212' },
  { text: 'call 303-555-1213' },
  { text: 'number 123-45-6789' },
  { text: 'number 123456789' },
  { text: 'card 00:1A:2B:3C:4D:5E' },
  { text: 'card 001a2b3c4d5e' },
  { text: 'the color of water' },
  { text: 'the colour of water' },
  { text: 'an in\u00advoice', about: 'a soft hyphen after "in"' },
  { text: 'the invo-\nice of May', about: 'a hyphen and the end of a line after "invo"' },
  { text: 'steal, stealing, stolen' },
  { text: 'pan\u200bda 12', about: 'a zero-width space after "pan"' },
];

export const SEARCHES: readonly SetSearch[] = [
  { requirement: 'FT-SS-01', aim: 'a string of ASCII', query: '*crab*', finds: [1, 2, 3, 4, 6] },
  { requirement: 'FT-SS-01', aim: 'a string with a space', query: '"over the pier"', finds: [5] },
  { requirement: 'FT-SS-02', aim: 'case is ignored, lower case', query: 'crab', finds: [1, 2, 6] },
  { requirement: 'FT-SS-02', aim: 'case is ignored, mixed case', query: 'CrAb', finds: [1, 2, 6] },
  { requirement: 'FT-SS-03', aim: 'whole words', query: 'crabs', finds: [] },
  { requirement: 'FT-SS-03', aim: 'the beginning of words', query: 'crab*', finds: [1, 2, 3, 6] },
  { requirement: 'FT-SS-03', aim: 'the end of words', query: '*crabs', finds: [4] },
  { requirement: 'FT-SS-04', aim: 'AND', query: 'blue AND crab', finds: [1, 2] },
  { requirement: 'FT-SS-05', aim: 'OR', query: 'heron OR crabcake', finds: [3, 5, 6] },
  { requirement: 'FT-SS-06', aim: 'NOT', query: 'crab NOT blue', finds: [6] },
  { requirement: 'FT-SS-06', aim: 'AND with NOT in a group', query: '(blue OR heron) AND NOT ice', finds: [2, 5, 6] },
  { requirement: 'FT-SS-07', aim: 'Cyrillic, case ignored', query: 'одессе', finds: [7, 8] },
  { requirement: 'FT-SS-07', aim: 'Chinese, within a text without spaces', query: '上海', finds: [9] },
  { requirement: 'FT-SS-07', aim: 'Japanese', query: 'ハヤブサ', finds: [10] },
  { requirement: 'FT-SS-07', aim: 'Korean', query: '서울역', finds: [11] },
  { requirement: 'FT-SS-07', aim: 'Arabic, vowel signs ignored', query: 'محمد', finds: [12, 13] },
  { requirement: 'FT-SS-07', aim: 'Hebrew, points ignored', query: 'שלום', finds: [14] },
  { requirement: 'FT-SS-07', aim: 'both forms of an accent', query: 'caf\u00e9', finds: [15, 16] },
  { requirement: 'FT-SS-07', aim: 'a query without the accent', query: 'cafe', finds: [15, 16] },
  { requirement: 'FT-SS-07', aim: 'ligatures', query: '"final office"', finds: [17, 18] },
  { requirement: 'FT-SS-07', aim: 'German sharp s', query: 'STRASSE', finds: [19] },
  {
    requirement: 'FT-SS-07',
    aim: 'full-width forms, and invisible characters',
    query: '"panda 12"',
    finds: [20, 38],
  },
  { requirement: 'FT-SS-08', aim: 'a mail address', query: '"wolf.black@example.com"', finds: [21, 22] },
  {
    requirement: 'FT-SS-08',
    aim: 'a telephone number, however written',
    query: 'digits:3035551212',
    finds: [23, 24, 25, 27],
  },
  {
    requirement: 'FT-SS-08',
    aim: 'with or without the country code',
    query: 'digits:*3035551212',
    finds: [23, 24, 25, 26, 27],
  },
  { requirement: 'FT-SS-08', aim: 'a social security number', query: 'digits:123456789', finds: [29, 30] },
  { requirement: 'FT-SS-09', aim: 'a word that a soft hyphen or a line divides', query: 'invoice', finds: [35, 36] },
  { requirement: 'FT-SS-09', aim: 'no stemming: only the written form is found', query: 'steal', finds: [37] },
  {
    requirement: 'FT-SS-09',
    aim: 'no stemming: a pattern finds forms with the same beginning',
    query: 'stealin*',
    finds: [37],
  },
  { requirement: 'FT-SS-10', aim: 'a regular expression', query: '/colou?r/', finds: [33, 34] },
  { requirement: 'FT-SS-10', aim: 'hexadecimal digits, however separated', query: 'hex:001A2B3C4D5E', finds: [31, 32] },
];
