/**
 * Hints of random queries on random cases match their definition (test/support/naive/naive-hints.ts). Each given hint is true.
 * If nothing is found, none is missing except those of patterns in phrases.
 *
 * RUNS=, QUERIES= and SEED= are as for engine-agrees.test.ts.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../grammar/parse.ts';
import { AskedSource } from '../support/asked-source.ts';
import { NaiveCase } from '../support/naive/naive-case.ts';
import { answerOf } from '../support/naive/naive-evaluator.ts';
import { isNearest } from '../support/naive/naive-field-hints.ts';
import { leavesOf, naiveHints, namesIn } from '../support/naive/naive-hints.ts';
import { nullIfRefused } from '../support/null-if-refused.ts';
import { fittedQuery } from './fitted-query.ts';
import { withOpenCase } from './open-case.ts';
import { randomCase } from './random-case.ts';
import { randomQuery } from './random-query.ts';

const RUNS = Number(process.env.RUNS ?? 4);
const QUERIES = Number(process.env.QUERIES ?? 120);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const DEFAULT_FIELDS = [['content'], ['content'], ['name', 'content'], ['title', 'category']] as const;
/** Only this many leaves without hits are looked up in other fields. */
const LEAVES_MAX = 16;
/** The kinds of hints that the naive twin gives as well. */
const WITH_TWIN =
  /has no searchable character|finds nothing in|^nothing in |^no item of this source has the field|^not every value of|^after := /;
/** Matches a hint about another value of a field, which must have the number of items that the hint states. */
const VALUE = /^\S+ finds nothing; (.+) finds (\d+) items?$/;
/** The patterns of a phrase are not looked up if another clause emptied the answer before. */
const isComplete = (hint: string): boolean => !hint.startsWith('nothing in ');
const NEAREST = /^no item of this source has the field (".*"); the nearest name is (".*")$/;

/** The hints without the nearest name of an unknown field, which only has to be one of the nearest. */
function checked(hints: readonly string[], names: ReadonlySet<string>): readonly string[] {
  return hints.map((hint) => {
    const [, asked, nearest] = NEAREST.exec(hint) ?? [];
    if (asked === undefined || nearest === undefined) return hint;
    expect([hint, isNearest(JSON.parse(asked), JSON.parse(nearest), names)]).toEqual([hint, true]);
    return hint.slice(0, hint.lastIndexOf('; the nearest name is '));
  });
}

test(
  `hints are true, and none is missing if nothing is found (SEED=${SEED})`,
  async () => {
    let given = 0;
    for (const [i, random] of fc.sample(randomCase(0), { numRuns: RUNS, seed: SEED }).entries()) {
      await withOpenCase(random, async (opened) => {
        const source = new NaiveCase(random.items);
        const names = namesIn(source);
        const asked = new AskedSource(opened);
        const queries = randomQuery().map((query) => fittedQuery(query, [source]));
        const questions = fc.tuple(queries, fc.constantFrom(...DEFAULT_FIELDS), fc.boolean());
        const property = fc.asyncProperty(questions, async ([query, defaultFields, isKept]) => {
          if (leavesOf(query).length > LEAVES_MAX) return;
          const want = ['count', 'ids', 'hints'] as const;
          const answer = await asked.ask({ query, defaultFields, want, isKept }).catch(nullIfRefused);
          if (answer === null) return;
          const hints = checked(
            answer.hints!.filter((hint) => WITH_TWIN.test(hint)),
            names,
          );
          given += hints.length;
          for (const hint of answer.hints!) {
            const [, instead, items] = VALUE.exec(hint) ?? [];
            if (instead !== undefined)
              expect(answerOf(parseQuery(instead), source, ['content'])?.size).toBe(Number(items));
          }
          const known = naiveHints(query, source, defaultFields);
          const isEmpty = (answerOf(query, source, defaultFields)?.size ?? 0) === 0;
          if (isEmpty) expect(hints.filter(isComplete)).toEqual(known.filter(isComplete));
          expect(known).toEqual(expect.arrayContaining([...hints]));
        });
        await fc.assert(property, { numRuns: QUERIES, seed: SEED + i });
      });
    }
    expect(given).toBeGreaterThan(0);
  },
  RUNS * 5000 + 30_000,
);
