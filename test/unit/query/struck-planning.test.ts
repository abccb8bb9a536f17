/** Planning words of an index with struck documents pauses often, because each word has its struck documents counted. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { withDirectory, writeIndex } from '../engine/synthetic-index.ts';

const WORDS = Array.from({ length: 200 }, (_, i) => `w${i}`);

test('words are planned a few at a time if their struck documents are counted', async () => {
  await withDirectory(async (directory) => {
    await writeIndex(
      directory,
      [0, 1].map((doc) => ({ doc, text: WORDS.join(' ') })),
      { documentCount: 2 },
    );
    const pausesOf = async (isStruck: boolean): Promise<number> => {
      const index = await IndexReader.open(directory);
      try {
        if (isStruck) index.strike([[0, 1]]);
        IndexReader.join([index]);
        let pauses = 0;
        for (const _ of new Planner(index, ['content']).plan(parseQuery(WORDS.join(' OR ')))) pauses++;
        return pauses;
      } finally {
        await index.close();
      }
    };
    expect(await pausesOf(true)).toBeGreaterThanOrEqual((await pausesOf(false)) + 20);
  });
});
