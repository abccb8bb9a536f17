/**
 * Hits, scores and orders of an index of three parts, some of whose documents are struck, compared with those of one index of the
 * remaining items, to the last bit. For tests, which load it under the thresholds that they need.
 */
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import type { DocRange } from '../../../src/engine/postings/struck-documents.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import { IndexParts } from '../../../src/query/parted/index-parts.ts';
import { PartedEngine } from '../../../src/query/parted/parted-engine.ts';
import type { SearchEngine } from '../../../src/search/search-engine.ts';
import type { Sort } from '../../../src/search/search-request.ts';
import { AskedSource, hitsOf } from '../../support/asked-source.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyntheticDoc, withDirectory, withIndex, writeIndex } from '../../unit/engine/synthetic-index.ts';

const WORDS = ['common', 'often', 'some', 'few', 'rare'];
/** Texts of the second part are shorter, and those of the third are longer. */
const LENGTHS = [30, 4, 200];

const QUERIES = [
  ...WORDS,
  'common often',
  'rare common few',
  '+often common rare some',
  '+common +often',
  '+common +often +some -few',
  'common often some few rare filler1 filler2',
  'common -rare',
  '"common common"',
  '"often some"~4 few',
  '"common filler1"',
  '"common filler1" -rare',
  '+"often filler2" +some -few',
  '"often filler2" -"some filler2"',
  'often NEAR/3 some',
  'often^3 few^0.5',
  'com* some',
  'common rar*',
  'common often "often some"',
  'title:often common',
  'title:few',
  'title:"note 7" rare',
];

export async function partsScoreLikeOneIndex(items: number, struckEvery = Number.POSITIVE_INFINITY): Promise<void> {
  await withDirectory(async (directory) => {
    const random = seeded(20_261_129);
    const starts = [0, Math.ceil(0.45 * items), Math.ceil(0.8 * items), items];
    const docs = Array.from({ length: items }, (_, doc) => {
      const part = starts.findIndex((start, i) => doc >= start && doc < starts[i + 1]!);
      return docOf(doc, LENGTHS[part]!, random);
    });
    await writeIndex(join(directory, 'whole'), docs, { idOf: (doc) => 2 * doc });
    const readers: IndexReader[] = [];
    for (let part = 0; part < LENGTHS.length; part++) {
      const [start, end] = [starts[part]!, starts[part + 1]!];
      const { own, ids, struck } = withFormer(docs.slice(start, end), struckEvery, random);
      await writeIndex(join(directory, `part-${part}`), own, { idOf: (doc) => ids[doc]! });
      const reader = await IndexReader.open(join(directory, `part-${part}`));
      reader.strike(struck);
      readers.push(reader);
    }
    IndexReader.join(readers);
    const factors = readers.map((reader) => reader.boundFactor(reader.fields.get('content')!));
    if (struckEvery > items) expect(factors.map((factor) => factor > 1.2)).toEqual([true, true, false]);
    const parts = new IndexParts();
    const opened = new OpenIndexes(new Map(parts.add('it', readers)));
    const whole = await IndexReader.open(join(directory, 'whole'));
    const [one, parted] = [
      new EmbeddedEngine(new OpenIndexes(new Map([['it', whole]]))),
      new PartedEngine(new EmbeddedEngine(opened), parts),
    ];
    try {
      for (const q of QUERIES) await answersAreEqual(q, one, parted);
    } finally {
      await Promise.all([one.close(), parted.close()]);
    }
  });
}

/** The documents with the highest scores of a word are struck, many more than are wanted. */
export async function theBestAreStruck(items: number): Promise<void> {
  const docs = Array.from({ length: items }, (_, doc) => ({ doc, text: `common${' x'.repeat(doc / 10)}` }));
  docs.push({ doc: items, text: 'other' });
  await withIndex(docs, {}, async (index) => {
    const struck = items / 4;
    index.strike([[0, struck]]);
    for (const q of ['common', 'common othe*^0.0001']) {
      const hits = await AskedSource.of(index).topOnly(parseQuery(q), 5);
      expect(hits.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].map((n) => struck + n));
    }
  });
}

/** Puts a former document before every n-th one, with other words and another length. */
function withFormer(
  docs: readonly SyntheticDoc[],
  every: number,
  random: () => number,
): { readonly own: SyntheticDoc[]; readonly ids: number[]; readonly struck: readonly DocRange[] } {
  const own: SyntheticDoc[] = [];
  const ids: number[] = [];
  const struck: DocRange[] = [];
  for (const [n, doc] of docs.entries()) {
    if (n % every === every - 1) {
      struck.push([own.length, own.length + 1]);
      own.push(formerDoc(own.length, struck.length % 3, random));
      ids.push(2 * doc.doc - 1);
    }
    ids.push(2 * doc.doc);
    own.push({ ...doc, doc: own.length });
  }
  return { own, ids, struck };
}

/** Some would be the best of all. */
function formerDoc(doc: number, kind: number, random: () => number): SyntheticDoc {
  return kind === 1
    ? { doc, text: `${WORDS[doc % WORDS.length]} `.repeat(30) }
    : docOf(doc, kind === 0 ? 500 : 2, random);
}

async function answersAreEqual(q: string, one: SearchEngine, parted: SearchEngine): Promise<void> {
  const query = parseQuery(q);
  const relevance: Sort = { by: 'relevance' };
  for (const want of [['count'], ['count', 'ids']] as const) {
    const request = { query, sources: [{ source: 'it' }], want };
    const [a, b] = await Promise.all([one, parted].map(async (engine) => (await engine.search(request))[0]!));
    if (a!.kind === 'damaged' || b!.kind === 'damaged') throw new Error('damaged');
    expect([q, b!.value.count]).toEqual([q, a!.value.count]);
    expect([q, await hitsOf(b!.value)]).toEqual([q, await hitsOf(a!.value)]);
  }
  for (const [limit, skip, isCounted] of [
    [1, 0, false],
    [10, 0, false],
    [10, 0, true],
    [7, 13, true],
    [2000, 0, true],
  ] as const) {
    const want = isCounted ? (['count', 'ids', 'keys'] as const) : (['ids', 'keys'] as const);
    const request = { query, sources: [{ source: 'it', skip }], sort: relevance, limit, want };
    const [expected, found] = await Promise.all([one.search(request), parted.search(request)]);
    const [a, b] = [expected[0]!, found[0]!];
    if (a.kind === 'damaged' || b.kind === 'damaged') throw new Error('damaged');
    expect([q, limit, b.value.count]).toEqual([q, limit, a.value.count]);
    expect([q, limit, await hitsOf(b.value)]).toEqual([q, limit, await hitsOf(a.value)]);
  }
}

function docOf(doc: number, length: number, random: () => number): SyntheticDoc {
  const tokens: string[] = [];
  for (const [i, word] of WORDS.entries()) {
    if (random() > 1 / (i * i + 1.1)) continue;
    const times = 1 + Math.floor(random() ** 4 * 12);
    for (let n = 0; n < times; n++) tokens.push(word);
  }
  for (let n = Math.floor(random() * length); n > 0; n--) tokens.push(`filler${doc % 7}`);
  const isTitled = random() < 0.5;
  const title = `note ${doc % 9} ${WORDS[doc % WORDS.length]} ${'x '.repeat(doc % 5)}`;
  return { doc, text: tokens.join(' '), ...(isTitled ? { fields: { title: [title] } } : {}) };
}
