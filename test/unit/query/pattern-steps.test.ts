/** Phrases and NEAR of patterns are found in short steps, however many terms a pattern has, so that others get their turn. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import type { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import { countDocs } from '../../../src/query/execute.ts';
import { TermPositions } from '../../../src/query/phrase/term-positions.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { withIndex } from '../engine/synthetic-index.ts';

const TERMS = 20_000;
const DOCUMENTS = 100;
const PER_DOCUMENT = TERMS / DOCUMENTS;
/** Lists that one step may open or read. */
const LISTS_PER_STEP = 512;

test.each(['"w* end"', '"w* end"~3', '"w* w1*"~400', 'w* NEAR/2 end'])('%s', async (text) => {
  const docs = Array.from({ length: DOCUMENTS }, (_, doc) => ({
    doc,
    text: `${Array.from({ length: PER_DOCUMENT }, (_, i) => `w${i * DOCUMENTS + doc}`).join(' ')} end`,
    fields: {},
  }));
  const { forEach } = TermPositions.prototype;
  const { list } = IndexReader.prototype;
  let read = 0;
  let opened = 0;
  IndexReader.prototype.list = function (info): PostingList {
    opened++;
    return list.call(this, info);
  };
  TermPositions.prototype.forEach = function (...parameters): void {
    read++;
    forEach.apply(this, parameters);
  };
  try {
    await withIndex(docs, {}, (index) => {
      let most = 0;
      const planner = new Planner(index, ['content'], { isScored: false });
      expect(inSteps(countDocs(inSteps(planner.plan(parseQuery(text)))))).toBe(DOCUMENTS);
      expect(most).toBeLessThanOrEqual(LISTS_PER_STEP);

      function inSteps<T>(work: Generator<void, T>): T {
        for (;;) {
          const before = { read, opened };
          const step = work.next();
          most = Math.max(most, read - before.read, opened - before.opened);
          if (step.done === true) return step.value;
        }
      }
      return Promise.resolve();
    });
    expect(read).toBeGreaterThan(TERMS);
  } finally {
    TermPositions.prototype.forEach = forEach;
    IndexReader.prototype.list = list;
  }
});
