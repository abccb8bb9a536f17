/**
 * Small vocabularies for random cases and random queries. Both draw from the same few words, numbers and dates, so that queries
 * have hits. The words are similar, so that fuzzy terms, patterns and ranges match several.
 */
import fc from 'fast-check';
import type { Pattern, PatternPart } from '../../grammar/ast.ts';

/** Two or three words that fill a text by themselves, for phrases with repeated terms. */
const FEW = ['ana', 'rio', 'ana', 'a'];

const LATIN = [
  'test',
  'tests',
  'tset',
  'text',
  'best',
  'tasty',
  'te',
  'ten',
  'tea',
  't',
  'img',
  'jpg',
  'report',
  'ana',
  'anna',
  'nana',
];
const CASED = ['Test', 'TEXT', 'IMG', 'Jpg', 'Report2020', '2020', '01', '31', '5', 'b2b'];
const ACCENTED = [
  'João',
  'JOAO',
  'joa\u0303o',
  'Ação',
  'acao',
  'Straße',
  'STRASSE',
  'ﬁn',
  'naïve',
  'Ærø',
  'İstanbul',
  'ıspanak',
];
const OTHER = [
  'Ёлка',
  'ёлка',
  'ЕЛКА',
  'ёлки',
  '日本語',
  '日本',
  '中文123',
  'ＡＢＣ１２３',
  'abc123',
  'كتاب',
  'हिन्दी',
  'ΣΊΣΥΦΟΣ',
  'σίσυφος',
  '٣٤',
  '34',
  'كِتَاب',
  'हिन्दि',
  '語',
  '本',
  'ทดสอบ',
  'ที่',
  '한국',
];
/** Words that are at most once in a text, in any order. Whether a sloppy phrase matches depends on each of their positions. */
const COUNTED = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben'];

/** Letters around the surrogates, whose order by code point differs from that by units. */
const HIGH = ['ｱｲ', 'ﷲ', '𐐀', '𠮷'];

/** Beyond the basic plane: letters with case, ideographs, mathematical letters and digits. */
const SUPPLEMENTARY = ['𐐀𐐁', '𐐨𐐩', '𠮷野', '𝐀𝟏', 'a𠮷'];
/** Words that exceed the limit on token length, also where a surrogate pair is at the limit. */
const LONG = ['x'.repeat(255), `${'x'.repeat(255)}y`, `${'x'.repeat(254)}𠮷z`, 'xy'.repeat(300)];

const SEPARATORS = [
  ' ',
  ' ',
  ' ',
  ' ',
  '-',
  '-\n',
  '_',
  '.',
  ', ',
  '\n',
  '@',
  '/',
  ' – ',
  '😀',
  '🔥',
  '\u200b',
  '\u00ad\n',
  '½',
  ' \u0301',
  '\ud800',
  '\u0000',
];

export const word = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...FEW) },
    { weight: 8, arbitrary: fc.constantFrom(...LATIN) },
    { weight: 4, arbitrary: fc.constantFrom(...CASED) },
    { weight: 4, arbitrary: fc.constantFrom(...ACCENTED) },
    { weight: 4, arbitrary: fc.constantFrom(...OTHER) },
    { weight: 4, arbitrary: fc.constantFrom(...SUPPLEMENTARY, ...HIGH) },
    { weight: 1, arbitrary: fc.constantFrom(...LONG) },
  );

/** Words of {@link COUNTED} in random order. */
export const counted = (min: number): fc.Arbitrary<string> =>
  fc.shuffledSubarray(COUNTED, { minLength: min }).map((list) => list.join(' '));

/** A bound of a text range. */
export const bound = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...LATIN, ...ACCENTED, ...OTHER, ...HIGH, ...COUNTED) },
    { weight: 2, arbitrary: fc.constantFrom(...HIGH) },
    { weight: 1, arbitrary: fc.constantFrom('b', 'e', 'm', 's', 'z', 'Я', '\u{10ffff}', 'new york', '0', '') },
  );

/** Short words of letters and digits only, from which patterns and fuzzy terms are made. */
/** Words of scripts without spaces can be neither fuzzy nor in expressions. */
export const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;

export const shortWord = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...LATIN,
    ...CASED,
    ...OTHER.filter((text) => !/\p{M}/u.test(text) && !UNSPACED.test(text)),
    ...SUPPLEMENTARY.filter((text) => !UNSPACED.test(text)),
    'João',
    'Straße',
    'ação',
  );

export const separator = (): fc.Arbitrary<string> => fc.constantFrom(...SEPARATORS);

/** Words with separators between them. */
export const words = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(word(), separator()), { minLength: min, maxLength: max })
    .map((pairs) => pairs.map(([text, between], i) => (i === 0 ? text : between + text)).join(''));

/** Text of one property or document: dense in few words, mixed, empty, or without any token. */
export const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: words(1, 12) },
    { weight: 5, arbitrary: counted(2) },
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...FEW), { minLength: 2, maxLength: 14 }).map((list) => list.join(' ')),
    },
    { weight: 2, arbitrary: longText() },
    { weight: 1, arbitrary: fc.constantFrom('...', '½', ' ') },
    { weight: 1, arbitrary: fc.constant('') },
  );

/** Two rare words that are far apart: a slop beyond the gap between values, and positions beyond a byte. */
const longText = (): fc.Arbitrary<string> =>
  fc
    .tuple(word(), fc.constantFrom(1, 98, 99, 100, 127, 128, 300), word())
    .map(([first, distance, last]) => `${first} ${'rio '.repeat(distance)}${last}`);

const INTEGERS = ['0', '-0', '5', '05', '-5', '7', '10', '1000', '48211'];
const NUMBERS = [
  ...['5.0', '5e0', '5E+0', '-5.0', '0.1', '0.10', '-3.25', '1e3', '1.5e-3', '10.000000000000001'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '9007199254740992.0'],
  ...['9223372036854775807', '9223372036854775806', '-9223372036854775808', '9223372036854775808'],
  ...[
    '18446744073709551615',
    '18446744073709551616',
    '-9223372036854775809',
    '100000000000000000000',
    '1e19',
    '-1e300',
  ],
];
export const integer = (): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...INTEGERS), fc.integer({ min: -20, max: 20 }).map(String));
export const number = (): fc.Arbitrary<string> => fc.oneof(integer(), fc.constantFrom(...NUMBERS));
/** Looks like a number but is not one. */
export const nearNumber = (): fc.Arbitrary<string> =>
  fc.constantFrom('5 MB', '+5', '.5', '5.', '1,000', '0x10', '5e', '٣', '--5', 'NaN', '');

/** Zones with half hours, with skipped days, and with clocks that are put back over midnight. Most queries have no zone. */
export const ZONES = [
  'Europe/Lisbon',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Cairo',
];

const DATES = [
  ...[
    ...['2021-03-28', '2021-03-28T01', '2021-03-28T01:30', '2021-03-28T00:59:59Z', '2021-10-31T01:30', '2021-10-31T01'],
    ...[
      '2021-10-31T00:30:00Z',
      '2021-10-31T01:30:00Z',
      '2021-10-31T01:45:00.5',
      '2021-03-05',
      '2021-03-04T23:30:00-03:00',
    ],
    '2021',
    '2021-03',
    '2021-02',
    '2021-03-04',
    '2021-03-04T10',
    '2021-03-04T10Z',
    '2021-03-04T10:20',
    '2021-03-04T10:20:30',
  ],
  ...['2021-03-04T10:20:30Z', '2021-03-04T10:20:30.5Z', '2021-03-04T10:20:30.50', '2021-03-04T10:20:30.123Z'],
  ...[
    '2021-03-04T10:20:30.123456Z',
    '2021-03-04T10:20:30.123457Z',
    '2021-03-04T10:20:30.1234567Z',
    '2021-03-04T10:20:30.999Z',
  ],
  ...[
    '2021-03-01T00:30:00+01:00',
    '2021-02-28T23:30:00Z',
    '2021-03-04T23:30:00-0100',
    '2021-03-05T00:30:00Z',
    '2021-03-04T12:20+02',
  ],
  ...[
    '2020-12-31T23:59:59.999Z',
    '2021-01-01T00:00:00Z',
    '2021-12-31T23:59:59Z',
    '2022-01-01',
    '2020-02-29',
    '2020-02',
    '2020',
  ],
  ...[
    '1970-01-01T00:00:00Z',
    '1969-12-31T23:59:59.5Z',
    '1601-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ],
];
export const date = (): fc.Arbitrary<string> => fc.constantFrom(...DATES);
/** Looks like a date but is not one. */
export const nearDate = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    '2021-02-29',
    '2021-13-01',
    '2021-3-4',
    '2021-03-04 10:20:30',
    '2021-03-04T24:00',
    '21-03-04',
    'unknown',
    '04/03/2021',
    '',
  );

export const name = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...[
      'IMG_2020-01-31.jpg',
      'img_2020.JPG',
      'IMG_2021.jpg',
      'report.pdf',
      'Report Ana.tar.gz',
      'ana',
      '.bashrc',
      'ação.Doc',
      'x.',
      '.jpg',
    ],
    ...['日本語.txt', 'test-text_best.xlsx', '2020', 'rio.ana', 'test.5'],
  );

export const category = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...[
      'Images',
      'images',
      'Image Files',
      'PDF Documents',
      'pdf documents',
      'Ação & Reação',
      'Straße',
      'C++',
      '2021',
      '...',
      '日本語 文書',
    ],
    'X'.repeat(300),
  );

export const hash = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    '9E107D9D372BB6826BD81D3542A419D6',
    '9e107d9d372bb6826bd81d3542a419d6',
    '9E107D9D000000000000000000000000',
    '12345678',
    'D41D8CD9',
  );

/** Whether it is a word of several pieces, which a sloppy phrase cannot have. */
export function isLong(part: PatternPart): boolean {
  return part.kind === 'text' && /[\p{L}\p{N}]{200}/u.test(part.text);
}

/** Whether there is a `*` between letters of scripts without spaces, which is an error. */
export function hasStarWithin(pattern: Pattern): boolean {
  const signs = { anyRun: '*', anyOne: '?' };
  const shown = pattern.map((part) => (part.kind === 'text' ? part.text : signs[part.kind])).join('');
  return STAR_WITHIN.test(shown.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
}

const STAR_WITHIN = new RegExp(`${UNSPACED.source}\\p{M}*[?]*[*][*?]*${UNSPACED.source}`, 'u');
