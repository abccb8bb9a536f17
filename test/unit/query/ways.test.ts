/**
 * The algorithms for a top k, and the phrase matchers. There are few, and each is chosen for the queries that the tables of the
 * architecture name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { isGathered, isTogether, type PhraseTraits } from '../../../src/query/phrase/phrase-way.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { type TopWay, topWay } from '../../../src/query/ranking/top-way.ts';
import { tuning } from '../../../src/shared/thresholds.ts';
import { withIndex } from '../engine/synthetic-index.ts';
import { DOCUMENTS, docsOfWords } from './word-index.ts';

const TOP_WAYS_MAX = 5;
const PHRASE_MATCHERS_MAX = 4;
const architecture = readFileSync('docs/architecture.md', 'utf8');

/** The rows of a table, as the names in its first column and those of its algorithms. */
function rowsOf(head: string): { readonly names: string[]; readonly algorithms: string[] }[] {
  const [, table = ''] = architecture.split(`| ${head} | chosen if | algorithm |\n|---|---|---|\n`);
  const codesIn = (cell: string): string[] => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!);
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .map((row) => row.split(' | '))
    .map(([name, , algorithm]) => ({ names: codesIn(name!), algorithms: codesIn(algorithm!) }));
}

const sources = readdirSync('src/query', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join('src/query', file), 'utf8'));
const namesIn = (file: string, pattern: RegExp): string[] =>
  [...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!))].sort();

test.each([
  ['way to a top k', TOP_WAYS_MAX, 'src/query/ranking/top-way.ts', /readonly kind: '([\w-]+)'/g],
  ['phrase matcher', PHRASE_MATCHERS_MAX, 'src/query/phrase/phrase-way.ts', /^ \* \d\. `([\w-]+)`/gm],
])('each %s has a row that says when it is chosen, and there are at most %i', (head, most, file, kinds) => {
  const rows = rowsOf(head);
  expect(rows.length).toBeLessThanOrEqual(most);
  expect(rows.flatMap(({ names }) => names).sort()).toEqual(namesIn(file, kinds));
  for (const name of rows.flatMap(({ algorithms }) => algorithms)) {
    const declared = new RegExp(`^export (?:abstract )?(?:class|function\\*?) ${name}\\b`, 'm');
    expect([name, sources.filter((text) => declared.test(text)).length]).toEqual([name, 1]);
  }
});

describe('the way to a top k', () => {
  const several = `(${['gaps', 'bitmap', 'runs', 'edge'].join(' ')})`;
  const chosen: [string, boolean, TopWay['kind']][] = [
    ['name:*', false, 'one-score'],
    ['+gaps +bitmap', false, 'all-lists'],
    ['+gaps +bitmap -runs', true, 'all-lists'],
    ['bitmap -gaps', false, 'all-lists'],
    ['gaps runs', true, 'some-lists'],
    ['+gaps +runs edge', false, 'some-lists'],
    ['+gaps bitmap', false, 'some-lists'],
    // The optional word is rarer than the required one.
    ['+bitmap thin', false, 'pruned'],
    [`+${several} -third`, false, 'pruned'],
    ['"gaps bitmap"~2', false, 'counted'],
    // Few documents have the phrase: the others are ranked by the words.
    ['"gaps bitmap"~2 runs', false, 'pruned'],
    ['"gaps bitmap"~2 runs edge', false, 'some-lists'],
    ['thin bitma*', false, 'scored'],
    ['"gaps bitmap"~2 -runs', false, 'scored'],
    // A word with a weight of zero has no bound.
    ['gaps^0', false, 'scored'],
  ];
  test('is that of the table', async () => {
    await withIndex(docsOfWords(), { documentCount: DOCUMENTS, idOf: (doc) => doc }, async (index) => {
      const found = chosen.map(([text, isCounted]) => {
        const query = parseQuery(text);
        const planner = new Planner(index, ['content']);
        const operator = runToCompletion(planner.plan(query));
        const way = topWay(index, { operator, matches: operator }, planner.scorerOf(query), isCounted);
        return [text, isCounted, way.kind === 'scored' ? (way.divided?.others.kind ?? 'scored') : way.kind];
      });
      expect(found).toEqual(chosen);
    });
  });
});

test('positions are gathered for patterns, stars, shared positions and values', () => {
  const shape: PhraseTraits = {
    elements: [{ kind: 'term' }, { kind: 'pieces' }],
    slop: 0,
    mayShare: false,
    isByValue: false,
  };
  expect(isGathered(shape)).toBe(false);
  expect(isGathered({ ...shape, slop: 3, mayShare: true })).toBe(false);
  expect(isGathered({ ...shape, mayShare: true })).toBe(true);
  expect(isGathered({ ...shape, isByValue: true })).toBe(true);
  for (const kind of ['terms', 'any'] as const) {
    expect(isGathered({ ...shape, elements: [...shape.elements, { kind }] })).toBe(true);
  }
});

test('many documents of a block are matched together, few one by one', () => {
  expect(isTogether(tuning.bulkMin, tuning.bulkTermsMax)).toBe(true);
  expect(isTogether(tuning.bulkMin - 1, 1)).toBe(false);
  expect(isTogether(tuning.bulkMin, tuning.bulkTermsMax + 1)).toBe(false);
});
