/** Equal parts of a query are planned once, and give correct answers under several thresholds. */
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { countDocs, runToCompletion } from '../../../src/query/execute.ts';
import { PlanNotes } from '../../../src/query/plan/plan-notes.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { temporaryDir } from '../../support/endings.ts';
import { SETTINGS, under } from '../../support/settings.ts';
import { writeIndex } from '../../unit/engine/synthetic-index.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const CHOSEN = ['production', 'all 1', 'all 2', 'mixed by 2'];
const module = new URL('./repeated-parts.ts', import.meta.url);

test.each(SETTINGS.filter(({ name }) => CHOSEN.includes(name)))(
  'queries that repeat their parts find what they should where thresholds are $name',
  async (setting) => {
    const { agreesOnRepeatedParts } = await under<typeof import('./repeated-parts.ts')>(setting, module);
    await expect(agreesOnRepeatedParts(1, SEED)).resolves.toBeUndefined();
  },
  120_000,
);

/** Runs a query on three documents. */
async function asked<T>(query: string, take: (planner: Planner, count: number) => T, notes?: PlanNotes): Promise<T> {
  const directory = temporaryDir();
  const texts = ['heron', 'heron river', 'river mouth'];
  await writeIndex(
    directory,
    texts.map((text, doc) => ({ doc, text })),
    { documentCount: texts.length },
  );
  const index = await IndexReader.open(directory);
  try {
    const planner = new Planner(index, ['content'], { isScored: false, notes: notes ?? null });
    return take(planner, runToCompletion(countDocs(runToCompletion(planner.plan(parseQuery(query))))));
  } finally {
    await index.close();
  }
}

describe('the dictionary is walked', () => {
  const walks = (query: string) => asked(query, ({ expansions }) => expansions.length);

  test('once for equal ranges', async () => {
    expect(await walks(new Array(200).fill('content:[a TO m]').join(' OR '))).toBe(1);
  });

  test('once for each pattern of excluded lists', async () => {
    const list = (i: number) => `(NOT (river AND NOT *${'oeiau'[i % 5]}*))`;
    expect(await walks(Array.from({ length: 200 }, (_, i) => list(i)).join(' OR '))).toBe(5);
  });

  test('once for each of patterns with boosts and filters around them', async () => {
    expect(await walks(Array.from({ length: 100 }, (_, i) => `(h*n^${1 + i} OR +*r)`).join(' OR '))).toBe(2);
  });
});

/** Counts how often dictionaries are walked for one pattern, and for several, while `act` runs. */
async function countWalks(act: () => Promise<void>): Promise<readonly number[]> {
  const { prototype } = DictionaryReader;
  const { walk, walkJointly } = prototype;
  const counts = [0, 0];
  prototype.walk = function (...given) {
    counts[0]!++;
    return walk.apply(this, given);
  };
  prototype.walkJointly = function (...given) {
    counts[1]!++;
    return walkJointly.apply(this, given);
  };
  try {
    await act();
    return counts;
  } finally {
    Object.assign(prototype, { walk, walkJointly });
  }
}

test('patterns that would each walk a dictionary walk it together, a few do not', async () => {
  const patterns = Array.from({ length: 300 }, (_, i) => `*${'abcdefghij'[i % 10]}*r${i}*`);
  const count = (query: string) => asked(query, (_, found) => found);
  const many = async () => expect(await count([...patterns, '*r*'].join(' OR '))).toBe(3);
  expect(await countWalks(many)).toEqual([0, 1]);
  const few = async () => expect(await count('*a* OR *e* OR h*')).toBe(3);
  expect(await countWalks(few)).toEqual([3, 0]);
});

test('every leaf without a hit is recorded, although only the first of equal ones is planned', async () => {
  const notes = new PlanNotes();
  await asked(new Array(10).fill('(x* y*)').join(' OR '), () => undefined, notes);
  expect(notes.empty.size).toBe(20);
});

test('lists of equal clauses differ if their minimum differs', async () => {
  const query = '+(h* *er) +(h* *er)@2 +(r* h*)';
  expect(await asked(query, (_, count) => count)).toBe(1);
});
