/**
 * A merged index whose texts were cut into small pieces, some of removed items. Texts are joined correctly, phrases are found
 * wherever the cuts are, and nothing is found of removed items.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../../grammar/parse.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { collectDocs, runToCompletion } from '../../../../src/query/execute.ts';
import { Planner } from '../../../../src/query/plan/planner.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { spelledText } from '../../../support/imported-goldens.mjs';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { pieceItems, SPLIT_UNITS, TOKEN_UNITS_MAX } from '../../../support/pieces-texts.mjs';
import { seeded } from '../../../support/seeded.ts';

const casePath = unpackIpedCase('pieces');
const dataDir = temporaryDir();
const items = pieceItems();
const kept = items.filter(({ removed }) => !removed);
const searched = kept.filter(({ treeNode }) => !treeNode);
let report: Awaited<ReturnType<typeof buildIndex>>;
let index: IndexReader;

beforeAll(async () => {
  // It was made with Lucene alone, and has no lists except those that cut its texts.
  writeFileSync(join(casePath, 'iped/LocalConfig.txt'), 'locale = en\n');
  writeFileSync(join(casePath, 'iped/conf/CategoriesConfig.json'), '{"categories":[]}');
  report = await buildIndex({ casePath, dataDir });
  index = closedAtEnd(await IndexReader.open(report.indexPath));
});

/** The words of a text as indexed; null for one that was left out. */
const tokensOf = (text: string): readonly (string | null)[] =>
  index.analyzer.tokens(text).map((token) => (token.kind === 'term' ? token.term : null));

function idsWith(query: string): number[] {
  const docs = runToCompletion(collectDocs(runToCompletion(new Planner(index, ['content']).plan(parseQuery(query)))));
  return Array.from(docs, (doc) => index.ids[doc]!).sort((a, b) => a - b);
}

test('texts equal those that were cut, except for omitted words', () => {
  expect(index.header.origin!.analysis.tokenUnitsMax).toBe(TOKEN_UNITS_MAX);
  for (const { id, text } of kept) {
    expect([id, spelledText(index, index.docOf(id))]).toEqual([
      id,
      tokensOf(text)
        .filter((token) => token !== null)
        .join(' '),
    ]);
  }
});

test('nodes of the tree have texts and are not found', () => {
  expect(report).toMatchObject({ searchable: searched.length, texts: kept.length });
  for (const { text } of kept.filter(({ treeNode }) => treeNode)) {
    const words = tokensOf(text.slice(0, 200)).filter((token) => token !== null);
    expect(idsWith(`"${words.slice(1, 8).join(' ')}"`)).toEqual([]);
  }
});

test('removed items are gone, and their pieces are reported', () => {
  expect(report).toMatchObject({ items: kept.length, isComplete: true });
  const pieces = items
    .filter(({ removed }) => removed)
    .reduce((sum, { text }) => sum + Math.max(1, Math.ceil((text.length - 10_000) / SPLIT_UNITS)), 0);
  expect(report.problems.first.map(({ kind, reason }) => [kind, reason.split(' ')[0]])).toEqual([
    ['orphan', String(pieces)],
  ]);
  for (const { text } of items.filter(({ removed }) => removed)) {
    const words = tokensOf(text.slice(0, 200)).filter((token) => token !== null);
    expect(idsWith(`"${words.slice(1, 8).join(' ')}"`)).toEqual([]);
  }
});

test('phrases are found in any piece, and across every cut', () => {
  const random = seeded(5);
  for (const { id, text } of searched.filter(({ text }) => text.length > 100)) {
    const tokens = tokensOf(text);
    const cuts = Array.from({ length: Math.floor(text.length / SPLIT_UNITS) }, (_, n) => (n + 1) * SPLIT_UNITS);
    const froms = [0, tokens.length - 6, ...cuts.map((cut) => Math.floor((cut / text.length) * tokens.length) - 3)];
    for (let n = 0; n < 5; n++) froms.push(Math.floor(random() * (tokens.length - 6)));
    for (const from of froms) {
      const words = tokens.slice(from, from + 6).map((token) => token ?? 'x'.repeat(TOKEN_UNITS_MAX + 1));
      expect([words, idsWith(`"${words.join(' ')}"`)]).toEqual([words, expect.arrayContaining([id])]);
    }
  }
});

test('no phrase extends from the end of a piece into the next', () => {
  for (const { text } of searched.filter(({ text }) => text.length > 30_000)) {
    const ends = tokensOf(text.slice(0, SPLIT_UNITS + 10_000)).filter((token) => token !== null);
    const begins = tokensOf(text.slice(SPLIT_UNITS, SPLIT_UNITS + 300)).filter((token) => token !== null);
    const words = [...ends.slice(-3), ...begins.slice(0, 3)];
    expect(idsWith(`"${words.join(' ')}"`)).toEqual([]);
    expect(idsWith(`"${words.join(' ')}"~90`)).toEqual([]);
  }
});

test('the first words are those of the text, not of its pieces, and LAST is refused', () => {
  const texts = searched.map(({ id, text }) => ({ id, text, tokens: tokensOf(text) }));
  const sought = (word: string, distance: number): number[] =>
    texts.filter(({ tokens }) => tokens.slice(0, distance).includes(word)).map(({ id }) => id);
  for (const { text, tokens } of texts) {
    // Pieces begin near these.
    const cuts = [SPLIT_UNITS - 10_000, SPLIT_UNITS, 2 * SPLIT_UNITS];
    const behindCuts = cuts.flatMap((cut) => tokensOf(text.slice(cut, cut + 60)).slice(1));
    for (const word of [...tokens.slice(0, 4), ...behindCuts]) {
      if (word === null) continue;
      for (const distance of [1, 3, 12]) {
        expect([word, distance, idsWith(`"${word}" FIRST/${distance}`)]).toEqual([
          word,
          distance,
          sought(word, distance),
        ]);
      }
    }
  }
  expect(() => idsWith('a* NEAR/5 (b* LAST/5)')).toThrow('the ends of texts');
});
