/** Matched words of a query are refused before counting if and only if they do not fit. */
import { afterEach, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import type { FieldHeader } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import type { TermInfo } from '../../../src/engine/postings/term-info.ts';
import { COUNTS_AT_ONCE } from '../../../src/query/columns/facet-counter.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { MatchedWords } from '../../../src/query/matching/matched-words.ts';
import { WordSample } from '../../../src/query/matching/word-sample.ts';
import type { FacetAnswer } from '../../../src/search/search-answer.ts';
import { enterMemory, MemoryPool, memoryLimits, QueryMemory } from '../../../src/shared/query-memory.ts';
import { sortedInSlices } from '../../../src/shared/sorting/sorted-in-slices.ts';
import { withDirectory, writeIndex } from '../engine/synthetic-index.ts';

/** One in each document. */
const WORDS = 3000;
const WHAT = 'the words that the query matched';

/** Reports the memory claimed for words. */
class Watched extends QueryMemory {
  readonly claims: number[] = [];

  override claim(bytes: number, what: string): void {
    if (what === WHAT) this.claims.push(bytes);
    super.claim(bytes, what);
  }
}

afterEach(() => void enterMemory(null));

/** Counts the words of a query among the first documents. */
function counted(
  query: string,
  documents: number,
  memory: QueryMemory,
  run: (work: Generator<void, FacetAnswer>) => FacetAnswer = runToCompletion,
): Promise<FacetAnswer> {
  return withDirectory(async (directory) => {
    const texts = Array.from({ length: WORDS }, (_, doc) => ({ doc, text: `word${doc}` }));
    await writeIndex(directory, texts, { documentCount: WORDS });
    const index = await IndexReader.open(directory);
    enterMemory(memory);
    try {
      const words = new MatchedWords(index, parseQuery(query), ['content']);
      words.add(
        Uint32Array.from({ length: documents }, (_, i) => i),
        0,
        documents,
      );
      return run(words.finish());
    } finally {
      enterMemory(null);
      await index.close();
    }
  });
}

const PATTERNS = ['w*', '*o* *r* *d* *wo* *or* *rd* word[0 TO 9]*', '*1* *2* *3* *4* *5* *6* *7* *8* *9* *0*'];
test.each(PATTERNS)('too many words are refused before any is counted: %s', async (query) => {
  const memory = new Watched({ query: 400_000, pool: new MemoryPool(1e9) });
  await expect(counted(query, WORDS, memory)).rejects.toThrow(WHAT);
  expect(memory.claims).toHaveLength(1);
});

test('words that barely do not fit are refused before any is counted', async () => {
  const memory = new Watched({ query: 950_000, pool: new MemoryPool(1e9) });
  await expect(counted('w*', WORDS, memory)).rejects.toThrow(WHAT);
  expect(memory.claims).toHaveLength(1);
});

test.each(PATTERNS)('a small set is counted, whatever the query could match: %s', async (query) => {
  const memory = new Watched({ query: 400_000, pool: new MemoryPool(1e9) });
  const answer = await counted(query, 100, memory);
  expect(answer).toMatchObject({ items: 100, distinct: 100, sum: 100 });
});

test('a sample estimates the number of distinct words, and how many of them count', () => {
  const sample = new WordSample(400_000, ({ doc }) => doc % 3 === 0);
  const sink = sample.sinkOf({ name: 'content' } as FieldHeader);
  const encoder = new TextEncoder();
  for (let i = 0; i < 300_000; i++) sink.add(encoder.encode(`word${i % 150_000}`), () => ({ doc: i }) as TermInfo);
  expect(Math.abs(sample.words / 50_000 - 1)).toBeLessThan(0.1);
});

test('words in several ranges are walked once for all of them', async () => {
  const { walk } = DictionaryReader.prototype;
  let walked = 0;
  DictionaryReader.prototype.walk = function (range, automaton, visit) {
    return walk.call(this, range, automaton, (bucket, first, end) => {
      walked += end - first;
      visit(bucket, first, end);
    });
  };
  try {
    const ranges = Array.from(
      { length: 200 },
      (_, i) => [`word1${i % 7}`, `word${1000 + i}`, `word${100 + 3 * i}`] as const,
    );
    const query = ranges.map(([a, b, c]) => `[${a} TO ${b}] {${a} TO ${c}}`).join(' ');
    const isFound = (word: string): boolean =>
      ranges.some(([a, b, c]) => (word >= a && word <= b) || (word > a && word < c));
    const found = Array.from({ length: WORDS }, (_, doc) => `word${doc}`).filter(isFound);
    const answer = await counted(query, WORDS, new QueryMemory(memoryLimits(256)));
    const values: string[] = [];
    for await (const batch of answer.counts) values.push(...batch.map(({ spellings }) => spellings[0]!.value));
    expect(values).toEqual(found.sort());
    expect(found.length).toBeGreaterThan(100);
    expect(found.length).toBeLessThan(WORDS - 100);
    expect(walked).toBeLessThanOrEqual(WORDS);
  } finally {
    DictionaryReader.prototype.walk = walk;
  }
});

test('adding up many words yields, besides their sorting', async () => {
  const yieldsFor = async (documents: number): Promise<number> => {
    let yields = 0;
    await counted('w*', documents, new QueryMemory(memoryLimits(256)), (work) => {
      for (let step = work.next(); ; step = work.next(), yields++) if (step.done === true) return step.value;
    });
    return yields;
  };
  const sorting = [...sortedInSlices(Uint32Array.from({ length: WORDS }), (a, b) => a - b)].length;
  expect((await yieldsFor(WORDS)) - (await yieldsFor(0))).toBeGreaterThanOrEqual(
    sorting + Math.floor(WORDS / COUNTS_AT_ONCE),
  );
});
