/**
 * Expressions over the characters of texts. Random ones find the same matches as Python's `re`, an independent implementation,
 * in texts that come in pieces. Without Python, a naive matcher that tries all alternatives replaces it.
 *
 * RUNS= sets the number of expressions (default 200), SEED= repeats a run.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Random } from '../../bench/random.ts';
import { canBeEmpty } from '../../src/automaton/text/expression-node.ts';
import { parseExpression } from '../../src/automaton/text/expression-parser.ts';
import { TextSearch } from '../../src/automaton/text/text-search.ts';
import { beforeCut, scannerOf } from '../../src/query/matching/expression-scanner.ts';
import { hasPython } from '../support/has-python.ts';

const RUNS = Number(process.env.RUNS ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const TEXTS = 4;

interface Made {
  readonly own: string;
  readonly python: string;
  readonly isEmpty: boolean;
}

const LETTERS = [
  'a',
  'b',
  'ab',
  'A',
  'k',
  '\u212a',
  's',
  'ſ',
  'é',
  'É',
  'σ',
  'Σ',
  'ς',
  '日',
  '😀',
  '1',
  '٣',
  ' ',
  '\\n',
  '-',
  '_',
  '\\.',
];
const CLASSES = [
  '.',
  '[ab]',
  '[^a]',
  '[a-k]',
  '[^\\W1]',
  '[\\d_]',
  '[É-ö]',
  '[😀-😅]',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '[\\s\\-]',
];
const EDGES = ['\\b', '\\B', '^', '$'];

const made = (own: string, isEmpty = false, python = own): Made => ({ own, python, isEmpty });

function expression(): fc.Arbitrary<Made> {
  return fc.letrec<{ node: Made; list: Made }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: fc.constantFrom(...LETTERS).map((one) => made(one)) },
      { weight: 3, arbitrary: fc.constantFrom(...CLASSES).map((one) => made(one)) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(...EDGES).map((one) => made(one, true, one === '$' ? '(?:(?!.|\\n))' : one)),
      },
      { weight: 4, arbitrary: tie('list') },
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}'), fc.constantFrom('', '?'))
          .map(([part, count, lazy]) => (part.isEmpty ? part : repeated(part, count + lazy, /^[*?]|0/.test(count)))),
      },
    ),
    list: fc
      .tuple(
        fc.array(fc.array(tie('node'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('(', '(?:', '(?-i:', '(?i:', '(?s:', '(?m:'),
      )
      .map(([options, open]) => {
        const own = options.map((parts) => parts.map((part) => part.own).join('')).join('|');
        const python = options.map((parts) => parts.map((part) => part.python).join('')).join('|');
        const isEmpty = options.some((parts) => parts.every((part) => part.isEmpty));
        const isLines = open === '(?m:';
        return {
          own: `${open}${own})`,
          python: `${open}${isLines ? python.replaceAll('(?:(?!.|\\n))', '$') : python})`,
          isEmpty,
        };
      }),
  })).list;
}

const repeated = ({ own, python }: Made, count: string, isEmpty: boolean): Made => ({
  own: `(?:${own})${count}`,
  python: `(?:${python})${count}`,
  isEmpty,
});

const text = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        'A',
        'B',
        'k',
        'K',
        '\u212a',
        's',
        'S',
        'ſ',
        'é',
        'É',
        'σ',
        'Σ',
        'ς',
        '日',
        '😀',
        '1',
        '٣',
        ' ',
        '\n',
        '-',
        '_',
        '.',
      ),
      { maxLength: 24, size: 'max' },
    )
    .map((all) => all.join(''));

interface Question {
  readonly of: Made;
  readonly isCased: boolean;
  readonly texts: readonly string[];
  readonly cuts: readonly number[];
}

const question = (): fc.Arbitrary<Question> =>
  fc
    .record({
      of: expression(),
      isCased: fc.boolean(),
      texts: fc.array(text(), { minLength: TEXTS, maxLength: TEXTS }),
      cuts: fc.array(fc.nat({ max: 24 }), { maxLength: 3 }),
    })
    .filter(({ of }) => !of.isEmpty);

function foundBy(pattern: string, whole: string, cuts: readonly number[]): number[][] {
  const found: number[][] = [];
  const search = new TextSearch(parseExpression(pattern), ({ start, end }) => found.push([start, end]));
  let from = 0;
  for (const to of [...cuts].sort((a, b) => a - b)) {
    search.feed(whole.slice(from, to));
    from = Math.max(from, Math.min(to, whole.length));
  }
  search.feed(whole.slice(from));
  search.finish();
  return found;
}

/** Whether the kernel finds a match in a complete text, and in one that comes in pieces. */
function siftedBy(pattern: string, texts: readonly string[], cuts: readonly number[]): boolean[][] {
  const scanner = scannerOf(parseExpression(pattern));
  return texts.map((whole) => {
    const bytes = Buffer.from(whole);
    scanner.text.set(bytes);
    const isWhole = scanner.matchesWhole(bytes.length);
    scanner.restart();
    for (let at = 0, n = 0; ; n++) {
      const isLast = n >= cuts.length;
      const size = isLast ? bytes.length - at : Math.min(cuts[n]!, bytes.length - at);
      scanner.text.set(bytes.subarray(at, at + size));
      const read = isLast || size === 0 ? size : beforeCut(scanner.text, size);
      if (read === size && !isLast && size > 0) continue;
      if (scanner.feed(read, isLast)) return [isWhole, true];
      if (isLast) return [isWhole, false];
      at += read;
    }
  });
}

/** Converts offsets of code points to those of UTF-16 units. */
function inUnits(whole: string, extents: readonly (readonly number[])[]): number[][] {
  const units: number[] = [0];
  for (const character of whole) units.push(units.at(-1)! + character.length);
  return extents.map((extent) => extent.map((offset) => units[offset]!));
}

const READ = `
import json, re, sys
for line in sys.stdin:
    pattern, texts = json.loads(line)
    compiled = re.compile(pattern)
    print(json.dumps([[[m.start(), m.end()] for m in compiled.finditer(text)] for text in texts]))
`;

describe(`expressions over texts (SEED=${SEED})`, () => {
  (hasPython() || process.env.ALL_TOOLS === '1' ? test : test.skip)('find what re of Python finds', () => {
    const questions = fc.sample(question(), { numRuns: RUNS, seed: SEED });
    const input = questions
      .map(({ of, isCased, texts }) => JSON.stringify([`${isCased ? '' : '(?i)'}${of.python}`, texts]))
      .join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-c', READ], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(stderr).toBe('');
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as number[][][]);
    expect(answers.length).toBe(questions.length);
    for (const [i, { of, isCased, texts, cuts }] of questions.entries()) {
      const pattern = `${isCased ? '(?-i)' : ''}${of.own}`;
      expect(canBeEmpty(parseExpression(pattern))).toBe(false);
      const found = texts.map((whole) => foundBy(pattern, whole, cuts));
      const wanted = texts.map((whole, n) => inUnits(whole, answers[i]![n]!));
      expect({ pattern, cuts, texts, found }).toEqual({ pattern, cuts, texts, found: wanted });
      const sifted = siftedBy(pattern, texts, cuts);
      const meant = wanted.map((extents) => [extents.length > 0, extents.length > 0]);
      expect({ pattern, cuts, texts, sifted }).toEqual({ pattern, cuts, texts, sifted: meant });
    }
  });

  test('find matches when more states are needed than are kept', () => {
    const tail = 17;
    const random = new Random(SEED);
    const lettersOf = (length: number): string => Array.from({ length }, () => random.pick(['a', 'b'])).join('');
    const scanner = scannerOf(parseExpression(`a[ab]{${tail}}c|dq|er|fs|gt|hu|iv|jw`));
    // Each text needs states that no other one needed, up to its last character.
    for (let round = 0; round < 40; round++) {
      const whole = `${lettersOf(15_000)}${round === 0 ? '' : `${'ab'[round % 2]}${lettersOf(tail)}c`}`;
      scanner.text.set(Buffer.from(whole));
      expect([round, scanner.matchesWhole(whole.length)]).toEqual([round, /a[ab]{17}c/.test(whole)]);
    }
  });

  test('skip no byte that begins a character of a range, wherever in the range it is', () => {
    const quiet = 'xyz, '.repeat(100);
    for (const [pattern, character] of [
      ['(?-i)[\u{400}-\u{7ff}]7', '\u07ca'],
      ['(?-i)[\u{400}-\u{7ff}]7', 'Ѐ'],
      ['(?-i)[\u{400}-\u{7ff}]7', 'щ'],
      ['(?-i)[\u{900}-\u{ffff}]7', '日'],
      ['(?-i)[\u{900}-\u{10ffff}]7', '😀'],
      ['(?-i)[é-\u{2000}]7', 'ψ'],
    ] as const) {
      const scanner = scannerOf(parseExpression(pattern));
      for (const [text, isMatch] of [
        [`${quiet}${character}7${quiet}`, true],
        [`${quiet}7${character}${quiet}`, false],
      ] as const) {
        const bytes = Buffer.from(text);
        scanner.text.set(bytes);
        expect([pattern, text, scanner.matchesWhole(bytes.length)]).toEqual([pattern, text, isMatch]);
      }
    }
  });

  test('skip bytes at which no match can begin, wherever the text is cut', () => {
    const scanner = scannerOf(parseExpression('(?-i)\\b7\\B'));
    const quiet = 'é,日 😀 '.repeat(40);
    for (const [text, isMatch] of [
      [`${quiet}7é`, true],
      [`${quiet}é7é`, false],
      [`${quiet}7 `, false],
      [`${quiet}_7a`, false],
      ['7a', true],
    ] as const) {
      const bytes = Buffer.from(text);
      scanner.text.set(bytes);
      expect([text, scanner.matchesWhole(bytes.length)]).toEqual([text, isMatch]);
    }
  });

  test('require nothing optional, and everything that is not', () => {
    for (const [pattern, text, isMatch] of [
      ['(?-i)a7?b', 'xaby', true],
      ['(?-i)a(?:é7)*b', 'xaby', true],
      ['(?-i)a7{0,3}?b', 'xaby', true],
      ['(?-i)a(?:7|[c-f])b', 'xacby', true],
      ['(?-i)a7+b', 'xaby 7', false],
      ['(?-i)a7+b', 'xa77by', true],
    ] as const) {
      const scanner = scannerOf(parseExpression(pattern));
      scanner.text.set(Buffer.from(text));
      expect([pattern, text, scanner.matchesWhole(Buffer.byteLength(text))]).toEqual([pattern, text, isMatch]);
    }
  });

  test('take linear time in texts for which other engines take forever', () => {
    for (const pattern of ['(a*)*b', '(a|a)*b', '(a|aa)+$', '(.*)(.*)(.*)x$', '(?:a?){30}a{30}b']) {
      const node = parseExpression(pattern.replaceAll('(a*)*', '(?:a*)*'));
      let matches = 0;
      const search = new TextSearch(node, () => matches++);
      for (let n = 0; n < 100; n++) search.feed('a'.repeat(1000));
      search.finish();
      expect(matches).toBeLessThanOrEqual(2);
    }
  });
});
