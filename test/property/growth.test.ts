/**
 * Cases that grow, shrink and change at random. After each step, the index that a build made of the current one, with parts if
 * it could, has the contents of a fresh index. Parts that stay keep their bytes. RUNS= sets the number of histories.
 */
import { describe, expect, test } from '@jest/globals';
import { GrowingCase } from '../support/growing-case.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import { compareHistories } from './growing-histories.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.RUNS ?? 10);

describe(`an index that grew (SEED=${SEED})`, () => {
  test('has the contents of a complete build, whatever happened to the case', async () => {
    const seen = await compareHistories({
      seed: SEED,
      histories: HISTORIES,
      steps: 8,
      merges: 0.3,
      deepSteps: 1,
      open(casePath, random, history) {
        const items = new GrowingCase(random, history % 2 === 1 ? 'calm' : history % 4 === 0 ? 'wild' : 'mixed');
        return {
          write: () => items.write(casePath),
          change() {
            if (random() < (items.isCalm ? 0.3 : 0.7)) items.add();
            else items.change();
          },
        };
      },
      async compare({ report, anew, where, isStruck }) {
        const facts = async (path: string) => ({ where, ...(await factsOfGeneration(path)) });
        expect(await facts(report.indexPath)).toEqual(await facts(anew.indexPath));
        if (report.isUpToDate) return;
        // Struck words count as cut until the next complete build.
        if (!isStruck) expect({ where, longWords: report.longWords }).toEqual({ where, longWords: anew.longWords });
        const totals = ({ items, searchable, texts, fields, isComplete, problems }: typeof anew) => ({
          ...{ where, items, searchable, texts, fields, isComplete },
          byKind: problems.byKind,
        });
        expect(totals(report)).toEqual(totals(anew));
      },
    });
    expect(seen.joined).toBeGreaterThan(0);
    expect(seen.merged).toBeGreaterThan(0);
  });
});
