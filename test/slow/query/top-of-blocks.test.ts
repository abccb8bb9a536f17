import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { countSelected, inKernel, listed, marked } from '../../../src/query/operators/list-selection.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { bestOfSome } from '../../../src/query/ranking/best-in-lists.ts';
import { BestItems } from '../../../src/query/ranking/best-items.ts';
import { MatchShape } from '../../../src/query/ranking/match-shape.ts';
import { ALONE, BITMAPS } from '../../../src/query/resident/resident-selection.ts';
import { AskedSource, type Hit, hitsOf } from '../../support/asked-source.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';
import { seeded } from '../../support/seeded.ts';
import { withIndex } from '../../unit/engine/synthetic-index.ts';
import { BLOCK, DOCUMENTS, docsOfWords, listOf, tfOf, WORDS } from '../../unit/query/word-index.ts';

interface Asked {
  readonly text: string;
  /** Words that count for the score, with their boost. */
  readonly scored: Readonly<Record<string, number>>;
  readonly isMatch: (has: (word: string) => boolean) => boolean;
  /** What clauses other than single words add; `of` gives the score of a word. */
  readonly more?: (has: (word: string) => boolean, of: (word: string) => number) => number;
}

const ASKED: readonly Asked[] = [
  ...Object.keys(WORDS).map((word) => ({ text: word, scored: { [word]: 1 }, isMatch: (has: Has) => has(word) })),
  { text: 'gaps bitmap', scored: { gaps: 1, bitmap: 1 }, isMatch: (has) => has('gaps') || has('bitmap') },
  {
    text: 'short runs cut',
    scored: { short: 1, runs: 1, cut: 1 },
    isMatch: (has) => has('short') || has('runs') || has('cut'),
  },
  { text: '+gaps +bitmap', scored: { gaps: 1, bitmap: 1 }, isMatch: (has) => has('gaps') && has('bitmap') },
  {
    text: '+gaps +runs +edge',
    scored: { gaps: 1, runs: 1, edge: 1 },
    isMatch: (has) => has('gaps') && has('runs') && has('edge'),
  },
  { text: '+bitmap +runs', scored: { bitmap: 1, runs: 1 }, isMatch: (has) => has('bitmap') && has('runs') },
  { text: '+bitmap short cut', scored: { bitmap: 1, short: 1, cut: 1 }, isMatch: (has) => has('bitmap') },
  { text: '+bitmap gaps^3 thin', scored: { bitmap: 1, gaps: 3, thin: 1 }, isMatch: (has) => has('bitmap') },
  {
    text: '+bitmap +gaps edge',
    scored: { bitmap: 1, gaps: 1, edge: 1 },
    isMatch: (has) => has('bitmap') && has('gaps'),
  },
  {
    text: '+bitmap -gaps -runs',
    scored: { bitmap: 1 },
    isMatch: (has) => has('bitmap') && !has('gaps') && !has('runs'),
  },
  { text: '+gaps -bitmap', scored: { gaps: 1 }, isMatch: (has) => has('gaps') && !has('bitmap') },
  {
    text: 'runs edge -bitmap',
    scored: { runs: 1, edge: 1 },
    isMatch: (has) => (has('runs') || has('edge')) && !has('bitmap'),
  },
  {
    text: '+bitmap +(gaps runs edge)',
    scored: { bitmap: 1, gaps: 1, runs: 1, edge: 1 },
    isMatch: (has) => has('bitmap') && (has('gaps') || has('runs') || has('edge')),
  },
  {
    text: 'thin (gaps (runs third))',
    scored: { thin: 1, gaps: 1, runs: 1, third: 1 },
    isMatch: (has) => has('thin') || has('gaps') || has('runs') || has('third'),
  },
  { text: '+third +bitmap', scored: { third: 1, bitmap: 1 }, isMatch: (has) => has('third') && has('bitmap') },
  { text: '+short +bitmap', scored: { short: 1, bitmap: 1 }, isMatch: (has) => has('short') && has('bitmap') },
  { text: '+cut +third', scored: { cut: 1, third: 1 }, isMatch: () => false },
  { text: 'runs^0', scored: { runs: 0 }, isMatch: (has) => has('runs') },
  { text: '-bitmap', scored: {}, isMatch: (has) => !has('bitmap') },
  // Unions with few documents of clauses that have no bounds.
  {
    text: 'bitmap thi*',
    scored: { bitmap: 1 },
    isMatch: (has) => has('bitmap') || has('thin') || has('third'),
    more: (has) => (has('thin') || has('third') ? 1 : 0),
  },
  {
    text: 'gaps bitmap runs cu*^0.01 thin',
    scored: { gaps: 1, bitmap: 1, runs: 1, thin: 1 },
    isMatch: (has) => ['gaps', 'bitmap', 'runs', 'cut', 'thin'].some(has),
    more: (has) => (has('cut') ? 0.01 : 0),
  },
  {
    text: 'gaps bitmap edge short third single cu*',
    scored: { gaps: 1, bitmap: 1, edge: 1, short: 1, third: 1, single: 1 },
    isMatch: (has) => ['gaps', 'bitmap', 'edge', 'short', 'third', 'single', 'cut'].some(has),
    more: (has) => (has('cut') ? 1 : 0),
  },
  {
    text: 'bitmap (+gaps +edge)^2 thi*',
    scored: { bitmap: 1 },
    isMatch: (has) => ['bitmap', 'thin', 'third'].some(has) || (has('gaps') && has('edge')),
    more: (has, of) =>
      (has('gaps') && has('edge') ? 2 * (of('gaps') + of('edge')) : 0) + (has('thin') || has('third') ? 1 : 0),
  },
  // There are too many documents to score them separately.
  {
    text: 'gaps bit*',
    scored: { gaps: 1 },
    isMatch: (has) => has('gaps') || has('bitmap'),
    more: (has) => (has('bitmap') ? 1 : 0),
  },
];

type Has = (word: string) => boolean;

const DOCS = docsOfWords();
const HAS = new Map(Object.entries(WORDS).map(([word, docs]) => [word, new Set(docs)]));
const LENGTHS = new Map(DOCS.map(({ doc, text }) => [doc, text!.split(' ').length - 1]));
const AVERAGE = [...LENGTHS.values()].reduce((sum, length) => sum + length, 0) / DOCS.length;

/** Scores every match by the formula of Okapi BM25. */
function byTheBook({ scored, isMatch, more }: Asked, idOf: (doc: number) => number): { id: number; score: number }[] {
  const matches = DOCS.filter(({ doc }) => isMatch((word) => HAS.get(word)!.has(doc)));
  const scoreOf = (word: string, doc: number): number => {
    const docFreq = WORDS[word]!.length;
    if (!HAS.get(word)!.has(doc)) return 0;
    const idf = Math.log(1 + (DOCS.length - docFreq + 0.5) / (docFreq + 0.5));
    const tf = tfOf(word, doc);
    return (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * LENGTHS.get(doc)!) / AVERAGE));
  };
  const score = (doc: number): number => {
    const of = (word: string): number => scoreOf(word, doc);
    const sum = Object.entries(scored).reduce((total, [word, boost]) => total + boost * of(word), 0);
    return sum + (more?.((word) => HAS.get(word)!.has(doc), of) ?? 0);
  };
  return matches
    .map(({ doc }) => ({ id: idOf(doc), score: score(doc) }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

function isNear(score: number, expected: number): boolean {
  return Math.abs(score - expected) <= 1e-9 * Math.max(1, score);
}

/** Accepts no document of a block after the first. */
class BreakingOff extends BestItems {
  override offer(doc: number, score: number): void {
    if (doc >= BLOCK) throw new Error('broken off');
    super.offer(doc, score);
  }
}

describe('the best documents over several blocks', () => {
  const orders: Record<string, (doc: number) => number> = {
    'in order of their ids': (doc) => doc * 2,
    'in another order': (doc) => 1_000_000 - doc,
  };
  for (const [name, idOf] of Object.entries(orders)) {
    test(`equal the definition, ${name}`, async () => {
      await withIndex(DOCS, { documentCount: DOCUMENTS, idOf }, async (index) => {
        const search = AskedSource.of(index);
        for (const asked of ASKED) {
          const query = parseQuery(asked.text);
          const expected = byTheBook(asked, idOf);
          const scoreOf = new Map(expected.map(({ id, score }) => [id, score]));
          for (const limit of [0, 1, 10, 300]) {
            const { count, items } = await search.top(query, limit);
            expect([asked.text, count]).toEqual([asked.text, expected.length]);
            expect(await search.topOnly(query, limit)).toEqual(items);
            expect([asked.text, limit, items.length]).toEqual([asked.text, limit, Math.min(limit, expected.length)]);
            // Scores that are equal except for rounding may be in either order.
            const wrong = items.filter(
              ({ id, score }, i) => !isNear(score, expected[i]!.score) || !isNear(score, scoreOf.get(id)!),
            );
            expect([asked.text, limit, ...wrong]).toEqual([asked.text, limit]);
          }
        }
      });
    });
  }

  test('are correct after a search that was interrupted', async () => {
    await withIndex(DOCS, { documentCount: DOCUMENTS, idOf: (doc) => doc }, async (index) => {
      const search = AskedSource.of(index);
      const asked = ASKED.find(({ text }) => text === 'gaps bitmap')!;
      const query = parseQuery(asked.text);
      const planner = new Planner(index, ['content']);
      const operator = runToCompletion(planner.plan(query));
      const terms = planner.scorerOf(query).terms!;
      const broken = bestOfSome(index, terms, new MatchShape(operator, terms).required, new BreakingOff(10, index));
      expect(() => runToCompletion(broken)).toThrow('broken off');
      // These blocks are passed to the kernel, where the previous search made bitmaps.
      for (const text of ['runs edge', 'thin cut third']) await search.topOnly(parseQuery(text), 10);
      const expected = byTheBook(asked, (doc) => doc);
      const found = await search.topOnly(query, 300);
      expect(found.filter(({ score }, i) => !isNear(score, expected[i]!.score))).toEqual([]);
    });
  });

  test('may come after many worse ones of a later block', async () => {
    const worse = (doc: number) => ({ doc, text: `left right ${'other '.repeat(20)}` });
    const good = (doc: number) => ({ doc, text: 'left left right right' });
    const docs = [
      ...Array.from({ length: 300 }, (_, doc) => good(doc)),
      ...Array.from({ length: 300 }, (_, i) => worse(65_536 + i)),
      { doc: 66_000, text: 'left right '.repeat(40) },
    ];
    await withIndex(docs, { documentCount: 66_001, idOf: (doc) => doc }, async (index) => {
      const search = AskedSource.of(index);
      for (const text of ['+left +right', 'left right', 'left', '+left right']) {
        const { count, items } = await search.top(parseQuery(text), 2);
        expect([text, count, ...items.map(({ id }) => id)]).toEqual([text, 601, 66_000, 0]);
        expect(await search.topOnly(parseQuery(text), 2)).toEqual(items);
      }
    });
  });
});

test('the best among few documents are the same, however different the boosts are', async () => {
  await withIndex(DOCS, { documentCount: DOCUMENTS, idOf: (doc) => doc }, async (index) => {
    const search = AskedSource.of(index);
    for (const [large, small] of [
      ['thin', 'bitmap'],
      ['third', 'gaps'],
      ['gaps', 'bitmap'],
    ]) {
      const query = parseQuery(`${large} OR ${small}^0.${'0'.repeat(28)}1`);
      const best = async (limit: number): Promise<readonly Hit[]> => {
        const filters = [parseQuery('runs')];
        return hitsOf(await search.ask({ query, filters, limit, sort: { by: 'relevance' }, want: ['ids', 'keys'] }));
      };
      const all = await best(DOCUMENTS);
      for (const limit of [1, 10, 100, 300]) expect(await best(limit)).toEqual(all.slice(0, limit));
    }
  });
});

test('the best of an intersection are the same if many small boosts are lost beside a large one', async () => {
  const small = Array.from({ length: 20 }, (_, i) => `small${i}`);
  /** A norm code of the kernel is almost exact for this length: 0.3 + 0.9 · length / 36 is 62. */
  const length = 2468;
  const long = (doc: number, times: number) => {
    const words = `rare ${small.map((word) => `${word} `.repeat(times)).join('')}`;
    return { doc, text: words + 'other '.repeat(length - 1 - times * small.length) };
  };
  const docs = [
    { doc: 0, text: 'rare '.repeat(30) },
    ...Array.from({ length: 20 }, (_, i) => long(1 + i, 60)),
    ...Array.from({ length: 2779 }, (_, i) => ({ doc: i < 2000 ? 100 + i : BLOCK + i, text: small[i % 20]! })),
    { doc: 5000, text: 'other '.repeat(32) },
    { doc: BLOCK, text: 'rare '.repeat(30) },
    ...Array.from({ length: 20 }, (_, i) => long(BLOCK + 1 + i, 100)),
  ].sort((a, b) => a.doc - b.doc);
  await withIndex(docs, { documentCount: DOCUMENTS, idOf: (doc) => doc }, async (index) => {
    const search = AskedSource.of(index);
    const query = parseQuery(`+rare ${small.map((word) => `+${word}^0.000000085`).join(' ')}`);
    const all = await search.topOnly(query, 40);
    for (const limit of [1, 10, 30]) {
      expect(await search.topOnly(query, limit)).toEqual(all.slice(0, limit));
      expect((await search.top(query, limit)).items).toEqual(all.slice(0, limit));
    }
    expect(all.slice(0, 20).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => BLOCK + 1 + i));
  });
});

test('a selection over several blocks is the same counted, listed and as a bitmap, however often it is requested', async () => {
  const random = seeded(11);
  const words = Object.keys(WORDS);
  const isIn = new Map(
    words.map((word) => [word, Uint8Array.from({ length: DOCUMENTS }, (_, doc) => (HAS.get(word)!.has(doc) ? 1 : 0))]),
  );
  await withIndex(DOCS, { documentCount: DOCUMENTS }, (index) => {
    for (let i = 0; i < 100; i++) {
      const drawn = words.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 6));
      const leading = drawn.splice(0, 1 + Math.floor(random() * drawn.length));
      const isUnion = random() < 0.5;
      const selection = {
        lists: leading.map((word) => listOf(index, word)),
        excluded: drawn.map((word) => listOf(index, word)),
        isUnion,
      };
      const show = `${isUnion ? 'any' : 'all'} of ${leading}, none of ${drawn}`;
      const isMember = (doc: number): boolean =>
        (isUnion
          ? leading.some((word) => isIn.get(word)![doc] === 1)
          : leading.every((word) => isIn.get(word)![doc] === 1)) && drawn.every((word) => isIn.get(word)![doc] === 0);
      const expected: number[] = [];
      for (let doc = 0; doc < DOCUMENTS; doc++) if (isMember(doc)) expected.push(doc);
      for (let ask = 0; ask < 3; ask++) {
        expect([show, runToCompletion(countSelected(selection))]).toEqual([show, expected.length]);
        expectSameNumbers(runToCompletion(listed(inKernel(selection, ALONE))), expected, show);
        const words = new Uint32Array(index.bitmapWords);
        runToCompletion(marked(inKernel(selection, BITMAPS), words));
        const bits: number[] = [];
        for (let doc = 0; doc < DOCUMENTS; doc++) if (((words[doc >>> 5]! >>> (doc & 31)) & 1) === 1) bits.push(doc);
        expectSameNumbers(bits, expected, `${show}, as a bitmap`);
      }
    }
  });
});

test('an intersection of bitmaps ends where the shorter one does, even if that has more documents', async () => {
  const docs = Array.from({ length: 12_000 }, (_, doc) => {
    const words = [doc % 3 === 0 ? 'long' : '', doc < 9000 && doc % 2 === 0 ? 'short' : ''].join(' ');
    return { doc, text: `${words} any` };
  });
  await withIndex(docs, { documentCount: docs.length }, (index) => {
    const lists = ['long', 'short'].map((word) => listOf(index, word));
    const found = runToCompletion(listed(inKernel({ lists, excluded: [], isUnion: false }, ALONE)));
    const expected = Array.from({ length: 1500 }, (_, i) => 6 * i);
    expectSameNumbers(found, expected, 'documents of both');
  });
});
