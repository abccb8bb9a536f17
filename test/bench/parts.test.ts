import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { summarize } from '../../bench/compare/summary.ts';
import type { Timing } from '../../bench/compare/timing.ts';
import { caseRecords } from '../../bench/corpus/case-lines.ts';
import { exportCorpus } from '../../bench/corpus/export.ts';
import { firstByteAfterEngineMs, type LargeAnswer, ratioOf } from '../../bench/http/large-answer.ts';
import { generateQueries } from '../../bench/queries/generate.ts';
import { readGameQueries, readSimple } from '../../bench/queries/search-benchmark-game.ts';
import { boolean, querySql, queryText, type Tree } from '../../bench/queries/tree.ts';
import { Random } from '../../bench/random.ts';
import { setHash } from '../../bench/serve-lines.ts';
import { WeightedChoice } from '../../bench/synthetic/weighted-choice.ts';
import { writeSyntheticCase } from '../../bench/synthetic/write-case.ts';
import { parseQuery } from '../../grammar/parse.ts';
import { temporaryDir } from '../support/endings.ts';

const term = (word: string): Tree => ({ kind: 'term', term: word });

describe('set hash', () => {
  test('of no items, and of one', () => {
    expect(setHash([])).toBe('14650fb0739d0383');
    expect(setHash([0])).toBe(slowHash([0]));
  });

  test('agrees with the definition in big integers, whatever the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(2 ** 31 - 1)), (ids) => {
        expect(setHash(ids)).toBe(slowHash(ids));
      }),
    );
  });

  function slowHash(ids: readonly number[]): string {
    let hash = 1469598103934665603n;
    for (const id of [...ids].sort((a, b) => a - b))
      hash = ((hash ^ BigInt(id)) * 1099511628211n) & 0xffff_ffff_ffff_ffffn;
    return hash.toString(16);
  }
});

describe('synthetic case', () => {
  const options = { items: 120, seed: 5, words: 30, vocabulary: 500 };

  test('is the same for the same seed and has the expected items', async () => {
    const directory = temporaryDir();
    await writeSyntheticCase(join(directory, 'a'), options);
    await writeSyntheticCase(join(directory, 'b'), options);
    const lines = (name: string) => gunzipSync(readFileSync(join(directory, name, 'items-00000.jsonl.gz'))).toString();
    expect(lines('a')).toBe(lines('b'));
    const records = [];
    for await (const record of caseRecords(join(directory, 'a'))) records.push(record);
    expect(records).toHaveLength(options.items);
    expect(new Set(records.map((record) => record.id)).size).toBe(options.items);
  });

  test('is exported with one line per item, and its queries parse', async () => {
    const directory = temporaryDir();
    await writeSyntheticCase(join(directory, 'case'), options);
    const corpus = await exportCorpus('tiny', join(directory, 'case'), join(directory, 'out'));
    // Another case of that name is not mistaken for it.
    await writeSyntheticCase(join(directory, 'other'), options);
    const other = exportCorpus('tiny', join(directory, 'other'), join(directory, 'out'));
    await expect(other).rejects.toThrow('remove it, or name another --work');
    for (const file of [corpus.textsFile, corpus.tokensFile]) {
      expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(options.items);
    }
    const queries = generateQueries(corpus.profile, 4, 1);
    expect(new Set(queries.map((query) => query.class)).size).toBe(17);
    for (const { text } of queries) expect(() => parseQuery(text)).not.toThrow();
    expect(generateQueries(corpus.profile, 4, 1)).toEqual(queries);
  });

  test('draws in proportion to the weights', () => {
    const choice = new WeightedChoice(Float64Array.of(1, 0, 3, 6));
    const random = new Random(9);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 20_000; i++) counts[choice.draw(random)]!++;
    expect(counts[1]).toBe(0);
    for (const [index, share] of [
      [0, 0.1],
      [2, 0.3],
      [3, 0.6],
    ] as const) {
      expect(Math.abs(counts[index]! / 20_000 - share)).toBeLessThan(0.02);
    }
  });
});

describe('queries', () => {
  test('the public ones parse to trees that print to their meaning', () => {
    const queries = readGameQueries('bench/queries/search-benchmark-game.tsv');
    expect(queries.length).toBeGreaterThan(400);
    expect(readSimple('+a -"b c" d')).toEqual(
      boolean({ must: [term('a')], mustNot: [{ kind: 'phrase', terms: ['b', 'c'], slop: 0 }], should: [term('d')] }),
    );
    expect(readSimple('one')).toEqual(term('one'));
    expect(queryText(readSimple('-c +a b'))).toBe('+a b -c');
  });

  test('become SQL if FTS5 has an equivalent; otherwise the reason is given', () => {
    const category: Tree = { kind: 'category', value: 'emails' };
    const both = boolean({ must: [term('a'), boolean({ should: [term('b'), term('c')] })], mustNot: [term('d')] });
    expect(querySql(both)).toBe(`SELECT rowid FROM texts WHERE texts MATCH '(("a" AND ("b" OR "c")) NOT ("d"))'`);
    expect(querySql(boolean({ must: [category, term('a')] }))).toBe(
      "SELECT id FROM categories WHERE category = 'emails' INTERSECT SELECT * FROM (SELECT rowid FROM texts WHERE texts MATCH '\"a\"')",
    );
    expect(querySql({ kind: 'wildcard', pattern: 'ab*' })).toBe(`SELECT rowid FROM texts WHERE texts MATCH '"ab"*'`);
    expect(querySql({ kind: 'wildcard', pattern: '*ab' })).toEqual({ unsupported: 'FTS5 has no wildcard query' });
    expect(querySql({ kind: 'fuzzy', term: 'abc', distance: 2 })).toEqual({ unsupported: 'FTS5 has no fuzzy query' });
  });

  test('a range of dates covers whole days and excludes the upper bound', () => {
    const lower = Date.UTC(2020, 0, 1);
    const tree: Tree = { kind: 'number', field: 'modified', lower, upper: Date.UTC(2020, 0, 3) - 1 };
    expect(queryText(tree)).toBe('modified:[2020-01-01 TO 2020-01-03}');
  });
});

test('a summary compares only queries that both engines were timed on', () => {
  const timing = (engine: string, text: string, best: number): Timing => ({
    engine,
    command: 'COUNT',
    query: { class: 'term', text, tree: term(text) },
    best,
    median: best * 2,
  });
  const timings = [timing('ours', 'a', 10), timing('ours', 'b', 1000), timing('peer', 'a', 20)];
  const [byClass] = summarize(timings, 'ours');
  expect(byClass).toMatchObject({ class: 'term', engine: 'peer', queries: 1, oursBest: 10, peerBest: 20, ratio: 0.5 });
});

test('a large answer is compared with the time of its engine plus its bytes', () => {
  const same = (time: number) => ({ best: time, median: time * 2 });
  const answer: LargeAnswer = {
    query: '*:*',
    items: 1000,
    bytes: 32_000,
    rounds: 3,
    engineMs: same(10),
    socketMs: same(30),
    firstByteMs: { best: 12, median: 15 },
    wholeMs: same(80),
    streams: { clients: 8, ownBytesBefore: 100e6, ownBytesMost: 120e6 },
  };
  expect(ratioOf(answer, 'best')).toBe(2);
  expect(firstByteAfterEngineMs(answer, 'best')).toBe(2);
  // It came before the engine had produced its last id.
  expect(firstByteAfterEngineMs(answer, 'median')).toBe(0);
});
