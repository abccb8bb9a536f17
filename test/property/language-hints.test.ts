/**
 * Hints about the languages of other tools, for random queries of their words and signs. Each expected hint is given, no other
 * is, and its suggestion finds what it claims. If a case provides its own words, this includes words that are hidden in runs.
 *
 * RUNS= and SEED= are as for engine-agrees.test.ts.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../grammar/parse.ts';
import { asWritten } from '../../src/search/hints.ts';
import { type OpenedSource, openSource } from '../../src/sources/open-source.ts';
import { AskedSource } from '../support/asked-source.ts';
import { writeIpedCase } from '../support/iped-writer.ts';
import { distanceIn, languageHints } from '../support/naive/naive-language-hints.ts';
import { withTempDir, writeCase } from '../support/tiny-case.ts';

const RUNS = Number(process.env.RUNS ?? 600);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const WORDS = ['ana', 'rio', 'heron', 'egret'];
const COLONS = ['00:1A:2B', 'C:\\Users\\ana', 'https:rio', 'ana@rio:heron'];
const URL = 'https://rio.org';
const CHUNKS = [
  ...['And', 'and', 'oR', 'not', 'Not', 'E', 'ET', 'UND', 'Y', 'OU', 'ODER', 'O', 'e', 'und', 'NÃO', 'NICHT', 'SAUF'],
  ...['&', '|', ',', ';', 'w/1', 'W/2', 'pre/1', 'ONEAR/3', 'near/2', 'within/2', '/1', '/s', 'p/p', 'w/x', 'w/1/2'],
  ...['NEAR', 'near', 'NEAR2', 'ADJ1', 'ONEAR', 'NEARER', 'w/0', 'ana|rio', 'ana|rio|heron', '|ana', 'ana||rio'],
  ...['/ana', 'rio/', '/an.', '/', '//', '/ana/b', 'é/'],
];

describe('of a case of texts', () => {
  const texts = fc.sample(
    fc.array(fc.constantFrom(...WORDS, ...WORDS, ...COLONS, URL, 'x'), { minLength: 1, maxLength: 7 }),
    { numRuns: 60, seed: SEED },
  );
  let opened: OpenedSource;
  let end: () => void;
  let over: Promise<void>;

  beforeAll(async () => {
    await new Promise<void>((isOpen, reject) => {
      over = withTempDir(async (dir) => {
        const items = texts.map((words, i) => ({ id: i + 1, text: words.join(' ') }));
        const path = await writeCase(join(dir, 'case'), items);
        opened = await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true });
        isOpen();
        await new Promise<void>((done) => {
          end = done;
        });
        await opened.close();
      });
      over.catch(reject);
    });
  });
  afterAll(() => {
    end();
    return over;
  });

  const hintsOf = async (text: string): Promise<readonly string[]> => {
    const query = parseQuery(text);
    const answer = await new AskedSource(opened).ask({ query, ...asWritten(text), want: ['count', 'hints'] });
    return answer.hints!;
  };
  const found = async (text: string): Promise<ReadonlySet<number>> =>
    new Set(await new AskedSource(opened).ids(parseQuery(text)));
  /** Returns the ids of the texts for which a condition holds. */
  const having = (isIn: (words: readonly string[]) => boolean): readonly number[] =>
    texts.flatMap((words, i) => (isIn(words) ? [i + 1] : []));
  const suggested = (hint: string, before: string): string => hint.slice(hint.indexOf(before) + before.length);

  const LANGUAGE = /the operator is written|are written (?!for example)|matches one word/;
  /** The hint for a chunk without a neighbouring word shows an example, or the chunk's own form. */
  const isOfWords = (hint: string): boolean =>
    !/near each other/.test(hint) ||
    /^[^;]*; words near each other are written [a-z]+ (?:NEAR|BEFORE)\/\d+ [a-z]+$/.test(hint);

  test(`each is given, and no other (SEED=${SEED})`, async () => {
    const chunks = fc.array(fc.constantFrom(...WORDS, ...WORDS, ...CHUNKS), { minLength: 1, maxLength: 6 });
    let given = 0;
    const property = fc.asyncProperty(chunks, async (list) => {
      const hints = (await hintsOf(list.join(' '))).filter((hint) => LANGUAGE.test(hint) && isOfWords(hint));
      expect([list, hints.toSorted()]).toEqual([list, languageHints(list).toSorted()]);
      given += hints.length;
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(given).toBeGreaterThan(RUNS / 4);
  });

  test(`the suggestion finds what is meant (SEED=${SEED})`, async () => {
    const word = fc.constantFrom(...WORDS);
    const operator = fc.constantFrom(...CHUNKS.filter((chunk) => distanceIn(chunk) !== null));
    const property = fc.asyncProperty(word, operator, word, async (a, near, b) => {
      const hint = (await hintsOf(`${a} ${near} ${b}`)).find((one) => one.includes('near each other'))!;
      const ids = await found(suggested(hint, 'are written '));
      const distance = distanceIn(near)!;
      const least = /^(?:pre|onear)/i.test(near) ? 1 : -distance;
      // The texts of chunks with several words are left out, because their words are further apart.
      const isNear = (words: readonly string[]): boolean =>
        !words.some((one) => COLONS.includes(one) || one === URL) &&
        words.some(
          (one, i) =>
            one === a && words.some((other, j) => other === b && i !== j && j - i >= least && j - i <= distance),
        );
      expect([hint, having(isNear).filter((id) => !ids.has(id))]).toEqual([hint, []]);
    });
    await fc.assert(property, { numRuns: 60, seed: SEED });
    for (const chunk of ['ana|rio', 'ana|heron|egret']) {
      const [hint] = await hintsOf(chunk);
      const parts = chunk.split('|');
      const ids = [...(await found(suggested(hint!, 'are written ')))];
      const wanted = new Set((await Promise.all(parts.map(found))).flatMap((set) => [...set]));
      expect(ids.toSorted((x, y) => x - y)).toEqual([...wanted].toSorted((x, y) => x - y));
    }
    const [blanks] = (await hintsOf('/ana rio/')).filter((hint) => hint.includes('matches one word'));
    const ids = await found(suggested(blanks!, 'are written '));
    const inARow = having((words) => words.some((one, i) => one === 'ana' && words[i + 1] === 'rio'));
    expect(inARow.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('a chunk with a colon is found as written', async () => {
    for (const chunk of COLONS) {
      for (const query of [chunk, `ana ${chunk}`, `${chunk} rio`, `+${chunk}`, `(${chunk})`]) {
        const own = (await hintsOf(query)).filter((hint) => hint.includes('to search it as text, write'));
        expect([query, own.length]).toEqual([query, 1]);
        const ids = await found(suggested(own[0]!, 'to search it as text, write '));
        expect([query, having((words) => words.includes(chunk)).filter((id) => !ids.has(id))]).toEqual([query, []]);
      }
    }
    // An address is plain text.
    expect(await hintsOf(URL)).toEqual([]);
    expect([...(await found(URL))]).toEqual(having((words) => words.includes(URL)));
  });
});

test(`words in runs of a case with its own terms (SEED=${SEED})`, () =>
  withTempDir(async (dir) => {
    const run = fc.string({ unit: fc.constantFrom('中', '文', '人', '山'), minLength: 1, maxLength: 5 });
    const texts = fc.sample(fc.array(fc.oneof(run, fc.constantFrom('ana', 'rio')), { minLength: 1, maxLength: 4 }), {
      numRuns: 40,
      seed: SEED,
    });
    await writeIpedCase(
      join(dir, 'case'),
      texts.map((words, i) => ({
        stored: [
          ['id', i + 1],
          ['name', `${i}.txt`],
        ],
        text: words.join(' '),
      })),
    );
    const opened = await openSource(join(dir, 'case'), { dataDir: join(dir, 'data'), buildIfNeeded: true });
    const source = new AskedSource(opened);
    try {
      const property = fc.asyncProperty(
        fc.oneof(run, fc.constantFrom('ana', 'rio')),
        fc.boolean(),
        async (word, isQuoted) => {
          const query = parseQuery(isQuoted ? `"${word}"` : word);
          const { hints } = await source.ask({ query, want: ['count', 'hints'] });
          const hidden = hints!.filter((hint) => hint.includes('within a run'));
          const holders = (isIn: (one: string) => boolean): readonly number[] =>
            texts.flatMap((words, i) => (words.some(isIn) ? [i + 1] : []));
          expect([word, hidden.length]).toEqual([word, /[中文人山]/.test(word) ? 1 : 0]);
          // The query finds only whole runs, as the hint says.
          expect(await source.ids(query)).toEqual(holders((one) => one === word));
          if (hidden.length === 0) return;
          const instead = /; within a run, (\S+) finds it$/.exec(hidden[0]!)![1]!;
          expect([instead, await source.ids(parseQuery(instead))]).toEqual([
            instead,
            holders((one) => one.includes(word)),
          ]);
        },
      );
      await fc.assert(property, { numRuns: 80, seed: SEED });
    } finally {
      await opened.close();
    }
  }));
