/** Many ranges of words are expanded in one walk, and refused before it if their documents do not fit. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, countDocs, runToCompletion } from '../../../src/query/execute.ts';
import type { Operator } from '../../../src/query/operators/operator.ts';
import { RangeDocs } from '../../../src/query/plan/joint/range-docs.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { enterMemory, MemoryPool, QueryMemory } from '../../../src/shared/query-memory.ts';
import { SETTINGS, under } from '../../support/settings.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const CHOSEN = ['production', 'all 1', 'all 2', 'mixed by 2'];
const module = new URL('./joint-ranges.ts', import.meta.url);

test.each(SETTINGS.filter(({ name }) => CHOSEN.includes(name)))(
  'ranges find together what each finds, where thresholds are $name',
  async (setting) => {
    const { agreesOnJointRanges } = await under<typeof import('./joint-ranges.ts')>(setting, module);
    await expect(agreesOnJointRanges(2, SEED)).resolves.toBeUndefined();
  },
);

const WORDS = 400;
const word = (i: number): string => `w${String(i).padStart(4, '0')}`;
const { walk } = DictionaryReader.prototype;
afterEach(() => {
  DictionaryReader.prototype.walk = walk;
  enterMemory(null);
});

/** Returns how many documents a query finds among {@link WORDS} of one word each, and how many words were walked. */
function asked(query: string): Promise<{ readonly found: number; readonly walked: number }> {
  let walked = 0;
  DictionaryReader.prototype.walk = function (range, automaton, visit) {
    return walk.call(this, range, automaton, (bucket, first, end) => {
      walked += end - first;
      visit(bucket, first, end);
    });
  };
  return withDirectory(async (directory) => {
    const texts = Array.from({ length: WORDS }, (_, doc) => ({ doc, text: word(doc) }));
    await writeIndex(directory, texts, { documentCount: WORDS });
    const index = await IndexReader.open(directory);
    try {
      const planner = new Planner(index, ['content'], { isScored: false });
      return { found: runToCompletion(countDocs(runToCompletion(planner.plan(parseQuery(query))))), walked };
    } catch (fault) {
      throw Object.assign(fault as Error, { walked });
    } finally {
      await index.close();
    }
  });
}

const wide = (i: number): string => `[${word(i)} TO ${word(WORDS - i)}]`;
const ranges = (count: number, of: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');

test('words in many ranges are walked once', async () => {
  const { found, walked } = await asked(`+${ranges(100, wide).replaceAll(' [', ' +[')}`);
  // From 99 to 301.
  expect(found).toBe(203);
  expect(walked).toBe(WORDS);
});

test('documents of wide ranges that do not fit are refused before any word is walked', async () => {
  enterMemory(new QueryMemory({ query: 200_000, pool: new MemoryPool(1e9) }));
  await expect(asked(ranges(100, wide))).rejects.toMatchObject({
    message: expect.stringContaining('the documents of a pattern or range'),
    walked: 0,
  });
});

test('ranges of few documents take no more memory than these', async () => {
  enterMemory(new QueryMemory({ query: 500_000, pool: new MemoryPool(1e9) }));
  const narrow = (i: number): string => `[${word(i)} TO ${word(i + 1)}]`;
  expect((await asked(ranges(WORDS, narrow))).found).toBe(WORDS);
});

describe('documents that arrive in parts', () => {
  const index = { bitmapWords: 2048 } as IndexReader;
  const bitmapOf = (docs: readonly number[]): Uint32Array => {
    const words = new Uint32Array(index.bitmapWords);
    for (const doc of docs) words[doc >>> 5]! |= 1 << (doc & 31);
    return words;
  };
  const docsOf = (operator: Operator): number[] => [...runToCompletion(collectDocs(operator))];
  const many = Array.from({ length: 500 }, (_, i) => 64 * i + 31);

  test('few are a list, each once', () => {
    const range = new RangeDocs(index, 0);
    RangeDocs.addAll([range], bitmapOf([5, 70]), 2);
    RangeDocs.addAll([range], bitmapOf([2, 70, 65_535]), 1);
    const operator = range.operator('few');
    expect([docsOf(operator), operator.exactCount]).toEqual([[2, 5, 70, 65_535], 4]);
  });

  test('few that follow many keep these', () => {
    const range = new RangeDocs(index, 0);
    RangeDocs.addAll([range], bitmapOf([5, 70]), 2);
    RangeDocs.addAll([range], bitmapOf(many), 9);
    RangeDocs.addAll([range], bitmapOf([6]), 1);
    expect(docsOf(range.operator('many'))).toEqual([...many, 5, 6, 70].sort((a, b) => a - b));
    expect(range.words).toBe(12);
  });

  test('a part is a list for some ranges, and not for others', () => {
    const [empty, full] = [new RangeDocs(index, 0), new RangeDocs(index, 1000)];
    RangeDocs.addAll([full], bitmapOf(many), 9);
    RangeDocs.addAll([full, empty], bitmapOf([6, 7]), 1);
    expect(docsOf(empty.operator('few'))).toEqual([6, 7]);
    expect(docsOf(full.operator('many'))).toEqual([...many, 6, 7].sort((a, b) => a - b));
  });
});
