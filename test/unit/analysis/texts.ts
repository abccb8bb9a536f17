/** Texts that are difficult for an analyzer: composition, marks, surrogates, long runs, cuts anywhere. */
import fc from 'fast-check';

const ATOMS = [
  ...['a', 'B', 'z', 'É', 'ß', 'ﬃ', 'Ǆ', 'İ', 'Ⅷ', '²', 'Ⓐ', 'ʀ', '٣', 'Ё', 'ё', 'Σ', 'ς', '日', 'テ', 'ﾃ', 'ﾞ', '豈'],
  ...[' ', '-', '_', '\n', '\0', '\uffff', '½', '='],
  // Marks of several classes, marks that decompose, that compose, that are excluded from composition.
  ...[
    '\u0301',
    '\u0308',
    '\u0316',
    '\u0323',
    '\u0334',
    '\u0345',
    '\u0344',
    '\u0f73',
    '\u0338',
    '\u093c',
    '\u0e48',
    '\u3099',
  ],
  ...['e', 's', 'α', 'か', 'न', '\u0958', '\u212a', '\u1e9b', '\u09c7', '\u09be', '\u0dd9', '\u0dcf', '\u0dca'],
  // Hangul in parts and composed.
  ...['\u1100', '\u1112', '\u1161', '\u1175', '\u11a8', '\u11c2', '가', '각'],
  // Supplementary letters, capitals, composites, marks, emoji, and halves of pairs.
  ...[
    '𐐀',
    '𐐨',
    '𠀀',
    '𑂙',
    '𑂺',
    '𑄱',
    '𑄧',
    '𖵣',
    '𖵧',
    '𝅗',
    '𝅥',
    '丽',
    '😀',
    '🏽',
    '🇧',
    '𝟘',
    '\ud801',
    '\udc00',
    '\ud804',
    '\udcba',
  ],
];

const INTERVALS = [
  'x',
  'É',
  'e\u0301',
  '𠀀',
  'ﬃ',
  '가',
  '\u1161',
  '\u0301',
  '\u0301\u0316',
  '\u11a8',
  '𖵧',
  '豈',
  '\u0958',
];

const atom = fc.constantFrom(...ATOMS);
const longRun = fc
  .tuple(
    fc.constantFrom(...INTERVALS),
    fc.oneof(fc.integer({ min: 120, max: 131 }), fc.integer({ min: 250, max: 260 }), fc.integer({ min: 20, max: 700 })),
  )
  .map(([text, count]) => text.repeat(count));

/** Texts of up to a few thousand units. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 30, arbitrary: atom },
      { weight: 1, arbitrary: longRun },
      { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** A text and a way to divide it, including cuts inside surrogate pairs. */
export const dividedText: fc.Arbitrary<string[]> = fc
  .tuple(anyText, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean())
  .map(([text, cuts, everyUnit]) => {
    if (everyUnit) return text.split('');
    const sorted = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
    return [...sorted, text.length].map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
  });
