import { describe, expect, test } from '@jest/globals';
import { checkAgreement, checkCount, type RunningEngine } from '../../bench/compare/agreement.ts';
import type { Answer, LineProcess } from '../../bench/engines/line-process.ts';
import type { BenchQuery } from '../../bench/queries/tree.ts';

const query: BenchQuery = { class: 'term', text: 'a', tree: { kind: 'term', term: 'a' } };
const set = (count: number, hash: string): Answer => ({ kind: 'answer', count, hash, microseconds: 1 });

/** An engine that gives the same answer to everything. */
function engine(name: string, answer: Answer): RunningEngine {
  const process = { ask: async () => answer } as unknown as LineProcess;
  return { engine: { name, query: () => 'a' } as unknown as RunningEngine['engine'], process };
}

describe('agreement', () => {
  test('a set of the same size with another hash is a disagreement, and is not timed', async () => {
    const result = await checkAgreement([engine('one', set(2, 'aa')), engine('two', set(2, 'bb'))], [query]);
    expect(result.disagreements).toMatchObject([{ engine: 'two', expected: '2 aa', found: '2 bb', knownReason: null }]);
    expect([...result.agreeing.get(query)!]).toEqual(['one']);
  });

  test('a known reason excuses a few answers of an engine, not many', async () => {
    const differing = (part: number): RunningEngine => {
      let asked = 0;
      const ask = async (): Promise<Answer> => (asked++ < part ? set(2, 'bb') : set(2, 'aa'));
      return { ...engine('tantivy', set(2, 'aa')), process: { ask } as unknown as LineProcess };
    };
    const queries = Array.from({ length: 100 }, () => ({ ...query }));
    for (const [part, isKnown] of [
      [5, true],
      [6, false],
    ] as const) {
      const { disagreements } = await checkAgreement([engine('one', set(2, 'aa')), differing(part)], queries);
      expect(disagreements.map(({ knownReason }) => knownReason !== null)).toEqual(Array(part).fill(isKnown));
    }
  });

  test('an error of either engine is a disagreement', async () => {
    const fault: Answer = { kind: 'error', reason: 'broken' };
    const result = await checkAgreement([engine('one', set(2, 'aa')), engine('two', fault)], [query]);
    expect(result.disagreements).toHaveLength(1);
    const both = await checkAgreement([engine('one', fault), engine('two', fault)], [query]);
    expect(both.disagreements).toHaveLength(2);
  });

  test('an engine without such a query is named and does not disagree', async () => {
    const none: Answer = { kind: 'unsupported', reason: 'no terms' };
    const result = await checkAgreement(
      [engine('one', set(2, 'aa')), engine('two', none), engine('three', set(2, 'aa'))],
      [query],
    );
    expect(result.disagreements).toEqual([]);
    expect([...result.unsupported]).toEqual(['two: term: no terms']);
    expect([...result.agreeing.get(query)!]).toEqual(['one', 'three']);
    expect(result.hits.get(query)).toBe(2);
  });

  test('a timed answer of a different size ends the run', () => {
    for (const hits of [0, 3, 10, 200]) {
      for (const command of ['COUNT', 'IDS', 'TOP_10_COUNT'] as const) checkCount('one', command, query, hits, hits);
      checkCount('one', 'TOP_10', query, Math.min(10, hits), hits);
    }
    expect(() => checkCount('two', 'TOP_10', query, 9, 200)).toThrow('two answered TOP_10 of a with 9 hits, not 10');
    expect(() => checkCount('two', 'COUNT', query, 10, 200)).toThrow('not 200');
  });
});
