import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TermAutomaton } from '../../../src/automaton/automaton.ts';
import { compileRegexp } from '../../../src/automaton/regexp.ts';
import type { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import { TERMS_PER_BUCKET } from '../../../src/engine/format.ts';
import { withIndex } from '../../unit/engine/synthetic-index.ts';

const encoder = new TextEncoder();
const FIELD = 'hash'; // a whole value is a term

/** Terms in the order of their bytes, sharing prefixes of one to four bytes a character. */
const letters = fc.constantFrom('a', 'b', 'c', '重', '要', '文', '\u{20000}', '\u{20001}', '7');
const term = fc.oneof(
  fc.array(letters, { minLength: 1, maxLength: 6 }).map((list) => list.join('')),
  fc.nat(3000).map((n) => `t${n}`),
  fc.nat(20).map((n) => `${'long'.repeat(50)}${n}`),
);
const sizes = fc.constantFrom(1, 2, ...[1, 2, 3].flatMap((n) => [-1, 0, 1].map((d) => n * TERMS_PER_BUCKET + d)));
const termSets = sizes.chain((size) =>
  fc
    .uniqueArray(term, { minLength: Math.min(size, 150), maxLength: size, size: 'max' })
    .map((list) => list.sort(byBytes)),
);

function byBytes(a: string, b: string): number {
  return Buffer.compare(encoder.encode(a), encoder.encode(b));
}

/** Each term is in as many documents as its rank, so that lists identify terms. */
async function withTerms(terms: readonly string[], body: (dictionary: DictionaryReader) => void): Promise<void> {
  const docs = Array.from({ length: 7 }, (_, doc) => ({
    doc,
    fields: { [FIELD]: terms.filter((_term, rank) => rank % 7 >= doc), other: ['x'] },
  }));
  await withIndex(
    docs.filter(({ fields }) => fields[FIELD]!.length > 0),
    {},
    (index) => body(index.dictionary(index.fields.get(FIELD)!)),
  );
}

function walk(
  dictionary: DictionaryReader,
  lower: string | null,
  upper: string | null,
  automaton: TermAutomaton | null,
): [string, number][] {
  const found: [string, number][] = [];
  const bytes = (text: string | null): Uint8Array | null => (text === null ? null : encoder.encode(text));
  const steps = dictionary.walk({ lower: bytes(lower), upper: bytes(upper) }, automaton, (bucket, first, end) => {
    for (let entry = first; entry < end; entry++) {
      found.push([new TextDecoder().decode(bucket.term(entry)), bucket.info(entry).docFreq]);
    }
  });
  while (steps.next().done !== true);
  return found;
}

const PATTERNS = [
  'a.*',
  '.*b',
  '[ab]+重?.*',
  't1[0-9]*',
  '(重|要)(文|要).*',
  '.*',
  'longlong.*9',
  '.?',
  't[3-5].7',
  '𠀀.*',
  'zz.*',
  '.*文重',
  '.*b.*',
  '.*ong.*',
];

describe('a dictionary', () => {
  test('finds every term, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(termSets, fc.array(term, { maxLength: 60 }), async (terms, others) => {
        await withTerms(terms, (dictionary) => {
          for (const [rank, text] of terms.entries()) {
            expect([text, dictionary.find(text)?.docFreq]).toEqual([text, (rank % 7) + 1]);
          }
          const known = new Set(terms);
          const near = terms.flatMap((text) => [`${text}a`, text.slice(0, -1), `${text}\u{10ffff}`]);
          for (const text of [...others, ...near, '', ' ', '\u{10ffff}']) {
            if (!known.has(text)) expect([text, dictionary.find(text)]).toEqual([text, null]);
          }
        });
      }),
      { numRuns: 25 },
    );
  });

  test('walks ranges and automata like a sorted array', async () => {
    await fc.assert(
      fc.asyncProperty(
        termSets,
        fc.array(fc.tuple(fc.option(term), fc.option(term), fc.option(fc.constantFrom(...PATTERNS))), {
          minLength: 8,
          maxLength: 20,
        }),
        async (terms, asked) => {
          await withTerms(terms, (dictionary) => {
            for (const [lower, upper, pattern] of asked) {
              const regexp = pattern === null ? null : new RegExp(`^(?:${pattern})$`, 'u');
              const expected = terms
                .map((text, rank): [string, number] => [text, (rank % 7) + 1])
                .filter(([text]) => lower === null || byBytes(text, lower) >= 0)
                .filter(([text]) => upper === null || byBytes(text, upper) <= 0)
                .filter(([text]) => regexp === null || regexp.test(text));
              const automaton = pattern === null ? null : compileRegexp(pattern);
              expect([lower, upper, pattern, walk(dictionary, lower, upper, automaton)]).toEqual([
                lower,
                upper,
                pattern,
                expected,
              ]);
            }
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  test('skips buckets without the texts that a pattern needs, and no others', async () => {
    const many = fc.uniqueArray(
      fc.array(letters, { minLength: 1, maxLength: 9 }).map((list) => list.join('')),
      {
        minLength: 4000,
        maxLength: 4000,
        size: 'max',
      },
    );
    const [some] = fc.sample(many, { numRuns: 1, seed: 7 });
    const long = Array.from({ length: 300 }, (_, i) => `${'long'.repeat(10 + (i % 9))}${'重要'.repeat(i % 4)}${i}`);
    const terms = [...new Set([...some!, ...long, 'aaaaaaaa', 'aaaaaab', 'ab'])].sort(byBytes);
    await withIndex([{ doc: 0, fields: { [FIELD]: terms } }], {}, (index) => {
      const field = index.fields.get(FIELD)!;
      const dictionary = index.dictionary(field);
      expect(field.grams).not.toBeNull();
      const literal = fc
        .array(fc.constantFrom('a', 'b', 'c', '重', '要', '7', 'l', 'o', 'n', 'g'), { minLength: 1, maxLength: 5 })
        .map((list) => list.join(''));
      const pattern = fc.oneof(
        literal.map((text) => `.*${text}`),
        literal.map((text) => `.*${text}.*`),
        fc.tuple(literal, literal).map(([a, b]) => `.*${a}.*${b}`),
        fc.tuple(literal, literal).map(([a, b]) => `${a}.*${b}.*`),
        fc.tuple(fc.constantFrom('b', '重', '要'), literal).map(([a, b]) => `${a}.*${b}`),
        fc.tuple(literal, literal).map(([a, b]) => `[abl]+(${a})+.?(${b}|7)*`),
        fc.tuple(literal, literal).map(([a, b]) => `.*(${a}|${b}).*7`),
      );
      fc.assert(
        fc.property(pattern, (text) => {
          const regexp = new RegExp(`^(?:${text})$`, 'u');
          const automaton = compileRegexp(text);
          const expected = [text, terms.filter((name) => regexp.test(name))];
          expect([text, walk(dictionary, null, null, automaton).map(([name]) => name)]).toEqual(expected);
          const { prefix } = automaton;
          const near = walk(dictionary, prefix, `${prefix}\u{10ffff}`, automaton);
          expect([text, near.map(([name]) => name)]).toEqual(expected);
        }),
        { numRuns: 300 },
      );
    });
  });

  test('finds texts with repetitions, whatever a term shares with the one before', async () => {
    const terms = fc
      .sample(fc.array(fc.constantFrom('a', 'b', 'б'), { minLength: 1, maxLength: 9 }), { numRuns: 900, seed: 3 })
      .map((list) => list.join(''));
    const sorted = [...new Set(terms)].sort(byBytes);
    await withIndex([{ doc: 0, fields: { [FIELD]: sorted } }], {}, (index) => {
      const dictionary = index.dictionary(index.fields.get(FIELD)!);
      for (const text of ['a', 'aa', 'ab', 'aab', 'aaa', 'aba', 'б', 'бб', 'бaб', 'bab', 'abababa']) {
        const ending = walk(dictionary, null, null, compileRegexp(`.*${text}`)).map(([name]) => name);
        expect([text, ending]).toEqual([text, sorted.filter((name) => name.endsWith(text))]);
        const inside = walk(dictionary, null, null, compileRegexp(`.*${text}.*`)).map(([name]) => name);
        expect([text, inside]).toEqual([text, sorted.filter((name) => name.includes(text))]);
      }
    });
  });

  test('of many buckets is walked in slices, with jumps', async () => {
    const terms = Array.from({ length: TERMS_PER_BUCKET * 300 + 1 }, (_, i) => `w${String(i).padStart(6, '0')}`);
    await withIndex([{ doc: 0, fields: { [FIELD]: terms } }], {}, (index) => {
      const dictionary = index.dictionary(index.fields.get(FIELD)!);
      let slices = 0;
      let visited = 0;
      const count = (_bucket: unknown, first: number, end: number): void => {
        visited += end - first;
      };
      for (const _ of dictionary.walk({ lower: null, upper: null }, null, count)) slices++;
      expect([visited, slices > 0]).toEqual([terms.length, true]);
      for (const pattern of ['w00.*7', 'w.*99', 'w000[357].1', 'x.*']) {
        const regexp = new RegExp(`^${pattern}$`);
        const found = walk(dictionary, null, null, compileRegexp(pattern)).map(([text]) => text);
        expect(found).toEqual(terms.filter((text) => regexp.test(text)));
      }
      for (const text of [terms[0]!, terms[TERMS_PER_BUCKET]!, terms.at(-1)!]) {
        expect(dictionary.find(text)?.doc).toBe(0);
      }
    });
  });

  test('knows where values begin, and no query finds the mark of a beginning', async () => {
    const docs = [
      { doc: 0, fields: { tag: ['one two', 'three', 'four'] } },
      { doc: 3, fields: { tag: ['five'] } },
    ];
    await withIndex(docs, {}, (index) => {
      const dictionary = index.dictionary(index.fields.get('tag')!);
      const marks = dictionary.valueMarks()!;
      expect([marks.docFreq, marks.doc, marks.inlinePositions?.length]).toEqual([1, 0, 2]);
      expect(dictionary.find('')).toBeNull();
      expect(walk(dictionary, null, null, null).map(([text]) => text)).toEqual(['five', 'four', 'one', 'three', 'two']);
    });
  });
});
