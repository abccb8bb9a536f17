/** The nearest terms of a fuzzy word in an index of several parts equal those of one index, and one walk finds them for all parts. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import { IndexParts } from '../../../src/query/parted/index-parts.ts';
import { PartedEngine } from '../../../src/query/parted/parted-engine.ts';
import { type NearestInParts, nearestInParts } from '../../../src/query/plan/iped/nearest-in-parts.ts';
import { NearestTerms } from '../../../src/query/plan/iped/nearest-terms.ts';
import type { SearchEngine } from '../../../src/search/search-engine.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyntheticDoc, withDirectory, writeIndex } from '../engine/synthetic-index.ts';

const PARTS = 5;
const ITEMS = 400;
const LETTERS = 'abcdefghij';

/** Each part has words near `heron`, more than are taken, some of them in several parts and some only in struck documents. */
function docs(part: number): SyntheticDoc[] {
  const random = seeded(part + 1);
  const letter = (): string => LETTERS[Math.floor(random() ** 2 * LETTERS.length)]!;
  const word = (): string =>
    ['heron', `her${letter()}n`, `h${letter()}r${letter()}n`, `heron${letter()}`, 'lake'][Math.floor(random() * 5)]!;
  return Array.from({ length: ITEMS }, (_, doc) => ({
    doc,
    text: doc % 20 === 7 ? `hero${LETTERS[part]} heronx` : Array.from({ length: 1 + (doc % 9) }, word).join(' '),
    fields: {
      ...(part === 2 ? {} : { title: [word()] }),
      // One part has only one of the near words.
      author: [part === 3 ? 'annax' : `anna${LETTERS[doc % 5]}`],
    },
  }));
}

const isStruck = (doc: number): boolean => doc % 20 === 7;

interface Engines {
  readonly whole: SearchEngine;
  readonly parted: SearchEngine;
  readonly readers: readonly IndexReader[];
}

async function withEngines(body: (engines: Engines) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    const readers: IndexReader[] = [];
    const all: SyntheticDoc[] = [];
    for (let part = 0; part < PARTS; part++) {
      const own = docs(part);
      await writeIndex(join(directory, `part-${part}`), own, { idOf: (doc) => part * ITEMS + doc });
      const reader = await IndexReader.open(join(directory, `part-${part}`));
      reader.strike(own.filter(({ doc }) => isStruck(doc)).map(({ doc }) => [doc, doc + 1]));
      readers.push(reader);
      all.push(...own.filter(({ doc }) => !isStruck(doc)).map((one) => ({ ...one, doc: part * ITEMS + one.doc })));
    }
    IndexReader.join(readers);
    const parts = new IndexParts();
    const opened = new OpenIndexes(new Map(parts.add('it', readers)));
    await writeIndex(join(directory, 'whole'), all, { documentCount: PARTS * ITEMS });
    const one = await IndexReader.open(join(directory, 'whole'));
    const [whole, parted] = [
      new EmbeddedEngine(new OpenIndexes(new Map([['it', one]]))),
      new PartedEngine(new EmbeddedEngine(opened), parts),
    ];
    try {
      await body({ whole, parted, readers });
    } finally {
      await Promise.all([whole.close(), parted.close()]);
    }
  });
}

/** Calls `body`, and counts the walks over dictionaries meanwhile. */
async function walksIn(body: () => Promise<unknown>): Promise<number> {
  const { walk } = DictionaryReader.prototype;
  let walks = 0;
  DictionaryReader.prototype.walk = function (this: DictionaryReader, ...input) {
    walks++;
    return walk.apply(this, input);
  };
  try {
    await body();
  } finally {
    DictionaryReader.prototype.walk = walk;
  }
  return walks;
}

const QUERIES = [
  'heron~1',
  'heron~2',
  'heron~0.5',
  'title:herbn~2',
  'heron~1 lake',
  'heronx~1',
  'title:hxrxn~2 heron~1',
  'author:anna~1',
];
const parse = (q: string) => parseQuery(q, { syntax: 'iped' });

describe('the words near another one in an index of several parts', () => {
  test('find the items of one index, with the same scores', async () => {
    await withEngines(async ({ whole, parted }) => {
      for (const q of QUERIES) {
        const [a, b] = [whole, parted].map((engine) => new AskedSource({ engine, name: 'it' }));
        const query = parse(q);
        const wanted = await a!.top(query, 3000);
        expect(wanted.count).toBeGreaterThan(0);
        expect([q, await b!.top(query, 3000)]).toEqual([q, wanted]);
        expect([q, await b!.topOnly(query, 7)]).toEqual([q, wanted.items.slice(0, 7)]);
      }
    });
  });

  test('are found by one walk over each dictionary, for all parts and for the next search', async () => {
    await withEngines(async ({ parted }) => {
      const source = new AskedSource({ engine: parted, name: 'it' });
      const count = (q: string) => walksIn(() => source.count(parse(q)));
      expect(await count('heron~2')).toBe(PARTS);
      expect(await count('heron~2 lake')).toBe(0);
      expect(await count('heron~1')).toBe(PARTS);
      // One part does not have the field.
      expect(await count('title:heron~1')).toBe(PARTS - 1);
    });
  });

  test('are found by one walk if searches take turns, and again after an error', async () => {
    await withEngines(async ({ readers }) => {
      const { statistics } = readers[0]!;
      let steps = 0;
      let isDamaged = true;
      const dictionaries = statistics.dictionariesOf('content').map((dictionary) => ({
        *walk(...input: Parameters<DictionaryReader['walk']>) {
          for (let n = 0; n < 3; n++) {
            steps++;
            yield;
          }
          if (isDamaged) throw new Error('damaged');
          yield* dictionary.walk(...input);
        },
      }));
      const shared = {
        dictionariesOf: () => dictionaries as unknown as readonly DictionaryReader[],
        docFreq: statistics.docFreq.bind(statistics),
      };
      const range = { lower: null, upper: null };
      const word = { field: 'content', text: 'heron', edits: 2, range, automaton: null };
      const begin = () => nearestInParts(shared, word, false);
      const [one, two] = [begin(), begin()];
      expect([one.next().done, two.next().done, one.next().done, steps]).toEqual([false, false, false, 3]);
      expect(() => two.next()).toThrow('damaged');
      isDamaged = false;
      steps = 0;
      const searches = [one, begin(), begin()];
      const found: NearestInParts[] = [];
      while (found.length < searches.length) {
        for (const search of searches) {
          const { done, value } = search.next();
          if (done === true) found.push(value);
        }
      }
      expect(found).toEqual([found[0], found[0], found[0]]);
      // Only struck documents have it.
      expect(found[0]!.terms).not.toContain('heronx');
      expect(steps).toBe(3 * PARTS);
    });
  });
});

describe('the nearest terms', () => {
  test('are the same in any order, however often a term comes', () => {
    const random = seeded(4);
    const letter = (): string => LETTERS[Math.floor(random() * LETTERS.length)]!;
    const terms = [
      ...new Set(Array.from({ length: 300 }, () => `h${letter()}r${random() < 0.5 ? letter() : ''}n`)),
    ].sort();
    const nearestOf = (some: readonly string[], counts?: (term: string) => boolean): readonly string[] => {
      const nearest = new NearestTerms('heran', 2);
      for (const term of some) nearest.add(Buffer.from(term), () => null, counts);
      return nearest.terms;
    };
    const inOrder = nearestOf(terms);
    expect(inOrder).toHaveLength(50);
    expect(inOrder).toEqual([...inOrder].sort());
    const shuffled = [...terms, ...terms].map((term) => [random(), term] as const).sort(([a], [b]) => a - b);
    expect(nearestOf(shuffled.map(([, term]) => term))).toEqual(inOrder);
    const some = (term: string): boolean => term.charCodeAt(1) % 2 === 0;
    expect(
      nearestOf(
        shuffled.map(([, term]) => term),
        some,
      ),
    ).toEqual(nearestOf(terms.filter(some)));
  });
});
