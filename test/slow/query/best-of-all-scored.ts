/**
 * The best documents of an index, compared with scoring every match. For tests, which load it under the thresholds that they
 * need.
 */
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Query } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { openIndex } from '../../support/open-index.ts';
import { seeded } from '../../support/seeded.ts';
import { withTempDir, writeCase } from '../../support/tiny-case.ts';

/** Number of documents, enough for several packs of 128 in every list that matters, with different frequencies. */
const ITEMS = 2500;
const WORDS = ['common', 'often', 'some', 'few', 'rare'];

/** With more terms than this, nothing is pruned, and every match is scored. */
const MANY = 'common often some few rare filler1 filler2 '.repeat(4).trim();

function textOf(id: number, random: () => number): string {
  const tokens: string[] = [];
  for (const [i, word] of WORDS.entries()) {
    if (random() > 1 / (i * i + 1.1)) continue;
    const times = 1 + Math.floor(random() ** 4 * 12);
    for (let n = 0; n < times; n++) tokens.push(word);
  }
  for (let n = Math.floor(random() * 30); n > 0; n--) tokens.push(`filler${id % 7}`);
  return tokens.join(' ');
}

/** Scores every match, then sorts. */
function exhaustive(index: IndexReader, query: Query, limit: number): { id: number; score: number }[] {
  const planner = new Planner(index, ['content']);
  const docs = runToCompletion(collectDocs(runToCompletion(planner.plan(query)))).slice();
  const scores = new Float64Array(docs.length);
  planner.scorerOf(query).add(0, docs, docs.length, scores);
  return Array.from(docs, (doc, i) => ({ id: index.ids[doc]!, score: scores[i]! }))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, limit);
}

export async function bestAreThoseOfScoringAll(): Promise<void> {
  await withTempDir(async (dir) => {
    const random = seeded(20_261_121);
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      id: (i * 7919) % 10_007,
      properties: { name: [`f${i}.txt`] },
      text: textOf(i, random),
    }));
    const path = await writeCase(join(dir, 'case'), items);
    const index = await openIndex(path, join(dir, 'data'));
    const search = AskedSource.of(index);
    const queries = [
      ...WORDS,
      'common often',
      'rare common',
      'few some often',
      'common often some few rare',
      '+common +often',
      '+common often rare',
      '+common +often rare',
      '+few +often^3 common some',
      '+often^9 +few common^0.1 some',
      '+common^50 +often rare',
      '+common^9 +often^3 +rare few^5',
      '+common +often +some^2',
      'common^3 rare^0.1',
      'common -often',
      'often -some -filler1 -filler2 -filler4',
      'common -often -some -few -filler1 -filler2 -filler3 -filler5 -filler6',
      '"common common"',
      '"common often"',
      '"some common"~4^2',
      '("few often common"~9)',
      '"common often"^0',
      '(common often) rare',
      '+rare +few +some',
      '+some +(few rare^2) -often',
      '+often common^0.5 (rare (few some))',
      MANY,
      `+few ${MANY}`,
      `(${MANY}) -often`,
      `+rare +(${MANY})`,
    ];
    for (const text of queries) {
      const query = parseQuery(text);
      expect([text, await search.count(query)]).toEqual([text, exhaustive(index, query, ITEMS).length]);
      for (const limit of [1, 10, 200, 5000]) {
        const expected = exhaustive(index, query, limit);
        const { count, items: found } = await search.top(query, limit);
        expect([text, count]).toEqual([text, await search.count(query)]);
        expect(await search.topOnly(query, limit)).toEqual(found);
        expect([text, limit, found.length]).toEqual([text, limit, expected.length]);
        const wrong = found.filter(({ score }, i) => Math.abs(score - expected[i]!.score) > 1e-9 * Math.max(1, score));
        expect([text, limit, ...wrong]).toEqual([text, limit]);
        if (found.length < limit) continue;
        const both = (await search.topOnly(query, 2 * limit)).slice(limit);
        expect([text, await search.topAfter(query, limit, found.at(-1)!)]).toEqual([text, both]);
      }
    }
    await index.close();
  });
}
