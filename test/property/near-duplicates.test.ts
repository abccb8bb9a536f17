/**
 * Near duplicates of random texts, compared with all pairs by definition. Texts that are certainly alike are one group, texts
 * of a group are alike, and a query with `neardup` finds, adds and collapses by these groups.
 *
 * RUNS= sets the number of cases (default 3), SEED= repeats a run.
 */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../grammar/parse.ts';
import type { FacetCount } from '../../src/search/search-answer.ts';
import { openSource } from '../../src/sources/open-source.ts';
import { AskedSource, hitsOf } from '../support/asked-source.ts';
import { similarity, tokenSet } from '../support/naive/naive-near-duplicates.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir, writeCase } from '../support/tiny-case.ts';

const RUNS = Number(process.env.RUNS ?? 3);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const TEXTS = 120;
/** A sketch has 128 bins, so an estimate is wrong by 0.15 or more only once in a million. */
const SURELY_ALIKE = 0.95;
const SURELY_DIFFERENT = 0.6;
/** The first number of tokens certainly fills enough bins, and fewer tokens than the second number do not. */
const SURELY_ENOUGH = 30;
const TOO_FEW = 12;
const EDITS = [0, 0, 0.01, 0.03, 0.1, 0.2, 0.4];

describe(`groups of near duplicates, SEED=${SEED}`, () => {
  test.each(Array.from({ length: RUNS }, (_, i) => SEED + i))('of random texts (%i)', async (seed) => {
    const texts = randomTexts(seeded(seed));
    const sets = texts.map(tokenSet);
    await withTempDir(async (dir) => {
      const records = texts.map((text, i) => ({ id: i + 1, text }));
      const path = await writeCase(join(dir, 'case'), records, { textAs: seed % 2 === 0 ? 'inline' : 'file' });
      const source = await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true });
      try {
        const asked = new AskedSource(source);
        const groups = new Map<string, number[]>();
        const nameOf = new Array<string>(texts.length).fill('');
        for (let i = 0; i < texts.length; i++) {
          const query = parseQuery(`id:${i + 1}`);
          const members = await idsOf(asked, { query, expand: ['neardup'] });
          expect(members).toContain(i + 1);
          nameOf[i] = members.join();
          if (members.length > 1) groups.set(nameOf[i]!, members);
        }
        // Every item of a group has the same group, and resembles another one.
        for (const [name, members] of groups) {
          for (const id of members) {
            expect(nameOf[id - 1]).toBe(name);
            const best = Math.max(...members.map((other) => (other === id ? 0 : likeness(sets, id, other))));
            expect(best).toBeGreaterThan(SURELY_DIFFERENT);
            expect(sets[id - 1]!.size).toBeGreaterThanOrEqual(TOO_FEW);
          }
        }
        let alike = 0;
        for (let a = 1; a <= texts.length; a++) {
          for (let b = 1; b < a; b++) {
            if (Math.min(sets[a - 1]!.size, sets[b - 1]!.size) < SURELY_ENOUGH) continue;
            if (likeness(sets, a, b) < SURELY_ALIKE) continue;
            alike++;
            expect(nameOf[a - 1]).toBe(nameOf[b - 1]);
          }
        }
        expect(alike).toBeGreaterThan(5);
        const grouped = [...groups.values()];
        const collapsed = await idsOf(asked, { query: { kind: 'all' }, collapse: 'neardup' });
        const repeated = grouped.reduce((sum, members) => sum + members.length - 1, 0);
        expect(collapsed.length).toBe(texts.length - repeated);
        const answer = await asked.ask({
          query: { kind: 'all' },
          want: [],
          facets: [{ kind: 'values', field: 'neardup' }],
        });
        const counted: FacetCount[] = [];
        for await (const some of answer.facets![0]!.counts) counted.push(...some);
        expect(counted.map(({ items }) => items).sort()).toEqual(grouped.map(({ length }) => length).sort());
        for (const { key, items } of counted) expect(await asked.count(parseQuery(`neardup:${key}`))).toBe(items);
      } finally {
        await source.close();
      }
    });
  });
});

function likeness(sets: readonly ReadonlySet<string>[], a: number, b: number): number {
  return similarity(sets[a - 1]!, sets[b - 1]!);
}

async function idsOf(asked: AskedSource, request: Omit<Parameters<AskedSource['ask']>[0], 'want'>): Promise<number[]> {
  return (await hitsOf(await asked.ask({ ...request, want: ['ids'] }))).map(({ id }) => id);
}

/** Texts, and copies in which some words are replaced, possibly in another order and in capitals. */
function randomTexts(random: () => number): string[] {
  const words = Array.from({ length: 500 }, () => randomWord(random));
  const pick = (): string => words[Math.floor(random() * words.length)]!;
  const texts: string[] = [];
  while (texts.length < TEXTS) {
    const length = 4 + Math.floor(random() ** 2 * 250);
    const text = Array.from({ length }, pick);
    texts.push(text.join(' '));
    for (let copies = Math.floor(random() * 4); copies > 0 && texts.length < TEXTS; copies--) {
      const rate = EDITS[Math.floor(random() * EDITS.length)]!;
      const copy = text.map((word) => (random() < rate ? pick() : word));
      if (random() < 0.3) copy.reverse();
      texts.push(random() < 0.3 ? copy.join('\n').toUpperCase() : copy.join(', '));
    }
  }
  return texts;
}

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзик',
  '漢字仮名交文',
  'אבגדהוזח',
  '0123456789',
];

function randomWord(random: () => number): string {
  const alphabet = [...ALPHABETS[Math.floor(random() * ALPHABETS.length)]!];
  const length = 2 + Math.floor(random() * 7);
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}
