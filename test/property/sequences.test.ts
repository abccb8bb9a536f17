/**
 * Sequences of digits in random texts. The scanner finds those of the definition, in pieces cut anywhere, and a search finds
 * and marks them.
 *
 * RUNS= sets the number of texts (default 400), QUERIES= that of queries (default 60), SEED= repeats a run.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Query } from '../../grammar/ast.ts';
import { parseQuery } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import { CONTINUED, CONTINUES } from '../../src/analysis/identifiers/identifier-kinds.ts';
import { IdentifierScanner } from '../../src/analysis/identifiers/identifier-scanner.ts';
import type { TextPart } from '../../src/search/text-matching.ts';
import { heldMemory } from '../../src/shared/query-memory.ts';
import type { OpenedSource } from '../../src/sources/open-source.ts';
import { AskedSource } from '../support/asked-source.ts';
import { isAskedFor, type NaiveSequence, sequencesIn } from '../support/naive/naive-sequences.ts';
import { withOpenCase } from './open-case.ts';
import type { RandomCase } from './random-case.ts';

const RUNS = Number(process.env.RUNS ?? 400);
const QUERIES = Number(process.env.QUERIES ?? 60);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const KINDS = ['digits', 'hex'] as const;

const GROUPS = [
  '5',
  '55',
  '61',
  '1A',
  '00',
  '5561',
  '99999',
  '8888',
  '001A',
  'DEAD',
  'beef',
  'a',
  'be',
  '٣٤',
  '５６',
  '𝟏𝟐',
  'ＡＢ',
];
const GAPS = [
  ...[
    '',
    '',
    ' ',
    '-',
    '.',
    '/',
    ' (',
    ') ',
    '+',
    ':',
    '\t',
    '\n',
    '\r\n',
    ' \r\n ',
    '\n\n',
    '    ',
    ' - ',
    '‑',
    '\u200b',
    '\u00a0',
  ],
  ...[
    ' \u202a+',
    '\r\u200b\n',
    ',',
    ' x',
    'g',
    'tel',
    '²',
    '́',
    '_',
    '😀',
    '𐐀',
    '\ud800',
    ' \n \n',
    '::',
    '[',
    ']{',
    '−',
  ],
];

const text = (): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...GAPS), fc.constantFrom(...GROUPS)), { maxLength: 14, size: 'max' })
    .chain((pairs) =>
      fc.constantFrom('', ' ', '\ud835', 'x').map((end) => pairs.map((pair) => pair.join('')).join('') + end),
    );

const long = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('12', '1a', '5 ', '12 ', '7f:', '3\n'), fc.integer({ min: 60, max: 400 }), text())
    .map(([part, times, rest]) => part.repeat(times) + rest);

/** A sequence as stored in an index: cut if it is long. */
function piecesOf({ digits, start, end }: NaiveSequence): string[] {
  if (digits.length <= 255) return [`${digits} ${start} ${end}`];
  const pieces: string[] = [];
  for (let at = 0; ; at += 128) {
    const isLast = at + 255 >= digits.length;
    pieces.push((at === 0 ? '' : CONTINUED) + digits.slice(at, at + 255) + (isLast ? '' : CONTINUES));
    if (isLast) return pieces;
  }
}

const isUncut = (of: string): boolean =>
  KINDS.every((kind) => sequencesIn(of, kind).every(({ digits }) => digits.length <= 255));

describe(`sequences of digits (SEED=${SEED})`, () => {
  test.each(KINDS)('of %s follow the definition, however a text is cut', (kind) => {
    const cuts = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 });
    const copied = fc.constantFrom(1, 2, 7, undefined);
    const texts = fc.oneof({ weight: 9, arbitrary: text() }, { weight: 1, arbitrary: long() });
    fc.assert(
      fc.property(texts, cuts, copied, (whole, at, copiedUnits) => {
        const found: string[] = [];
        const sink = (bytes: Uint8Array, from: number, to: number, start: number, end: number): void => {
          const digits = Buffer.from(bytes.subarray(from, to)).toString();
          found.push(/[<>]/.test(digits) ? digits : `${digits} ${start} ${end}`);
        };
        const scanner = new IdentifierScanner({ [kind]: sink }, copiedUnits);
        let from = 0;
        for (const to of [...at.sort((a, b) => a - b), whole.length]) {
          const piece = whole.slice(from, to);
          if (/^[\0-\x7f]*$/.test(piece)) scanner.feedAscii(Buffer.from(`__${piece}`), 2, 2 + piece.length);
          else scanner.feed(piece);
          from = Math.max(from, Math.min(to, whole.length));
        }
        scanner.finish();
        expect(found).toEqual(sequencesIn(whole, kind).flatMap(piecesOf));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  test('are found by a search, and marked in the text', async () => {
    // Sequences that are cut into pieces match piece by piece, and are marked that way.
    const texts = fc.sample(fc.oneof(text(), text(), long()), { numRuns: 60, seed: SEED }).filter(isUncut);
    const random: RandomCase = {
      items: texts.map((of, i) => ({ id: i + 1, parentId: null, properties: [], text: of })),
      options: { gzip: false, itemFiles: 1, textAs: 'inline' },
      isInOrderOfCase: false,
    };
    const questions = fc.sample(question(texts), { numRuns: QUERIES, seed: SEED });
    const held = heldMemory();
    await withOpenCase(random, async (opened) => {
      const asked = new AskedSource(opened);
      for (const { kind, pattern, cut } of questions) {
        const clauses = [
          { kind, pattern },
          { kind: kind === 'hex' ? 'digits' : 'hex', pattern: '*55*' },
        ] as const;
        const query = parseQuery(clauses.map((clause) => `${clause.kind}:"${clause.pattern}"`).join(' OR '));
        const wanted = texts.map((of) =>
          clauses
            .flatMap((clause, i) =>
              sequencesIn(of, clause.kind)
                .filter(({ digits }) => isAskedFor(digits, clause.pattern))
                .map(({ start, end }) => [start, end, i] as const),
            )
            .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]),
        );
        const ids = wanted.flatMap((of, i) => (of.length > 0 ? [i + 1] : []));
        const told = { query: printQuery(query), cut };
        expect({ told, ids: await asked.ids(query) }).toEqual({ told, ids });
        expect({ told, marks: await marksOf(opened, query, texts, cut) }).toEqual({ told, marks: wanted });
      }
    });
    expect(heldMemory()).toBe(held);
  });
});

/** Complete sequences and parts of them, with and without wildcards. A text has most of them. */
function question(texts: readonly string[]) {
  return fc
    .record({
      kind: fc.constantFrom(...KINDS),
      text: fc.constantFrom(...texts),
      of: fc.nat(),
      from: fc.integer({ min: 0, max: 6 }),
      length: fc.integer({ min: 1, max: 30 }),
      shape: fc.constantFrom('whole', 'begins', 'ends', 'within', 'one', 'two'),
      cut: fc.constantFrom(1, 5, 1000),
    })
    .map(({ kind, text: from, of, shape, cut, ...part }) => {
      const all = sequencesIn(from, kind);
      const digits = all.length === 0 ? '1234567890' : all[of % all.length]!.digits.slice(0, 120);
      const within = digits.slice(part.from, part.from + part.length) || digits;
      const middle = digits.length >> 1;
      const patterns = {
        whole: digits,
        begins: `${digits.slice(0, part.length)}*`,
        ends: `*${digits.slice(-part.length)}`,
        within: `*${within}*`,
        one: `${digits.slice(0, middle)}?${digits.slice(middle + 1)}`,
        two: `${digits.slice(0, 2)}*${digits.slice(-2)}`,
      };
      return { kind, pattern: patterns[shape], cut };
    });
}

async function marksOf(
  opened: OpenedSource,
  query: Query,
  texts: readonly string[],
  cut: number,
): Promise<number[][][]> {
  const want = { kind: 'matches', from: 0, most: 1e6 } as const;
  const session = await opened.engine.matching({ source: opened.name, query, areHits: false, want });
  const marks: number[][][] = [];
  try {
    for (const [i, of] of texts.entries()) {
      const bytes = Buffer.from(of);
      const parts: TextPart[] = [];
      for (let at = 0; at < bytes.length; at += cut) {
        parts.push({ id: i + 1, text: Uint8Array.from(bytes.subarray(at, at + cut)), isLast: false });
      }
      const { found } = await session.scan([...parts, { id: i + 1, text: null, isLast: true }]);
      marks.push(
        found.flatMap((one) =>
          one.kind === 'matches' ? one.matches.map(({ start, end, clause }) => [start, end, clause]) : [],
        ),
      );
    }
  } finally {
    session.end();
  }
  return marks;
}
