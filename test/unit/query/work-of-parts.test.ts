/** The parts of an index are searched in order, and do no work that an earlier part did for all, or that nothing needs. */
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import { IndexParts } from '../../../src/query/parted/index-parts.ts';
import { PartedEngine } from '../../../src/query/parted/parted-engine.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import type { SourceAnswer } from '../../../src/search/search-answer.ts';
import type { SearchRequest } from '../../../src/search/search-request.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { writeIndex } from '../engine/synthetic-index.ts';

const PARTS = 3;
/** Documents of a part, so that it has several blocks, and a search of it yields. */
const DOCUMENTS = 140_000;
const parts = new IndexParts();
let readers: IndexReader[];
let engine: PartedEngine;

/** Only the first part has ibis. Each part has a place, which is not in a default field. */
beforeAll(async () => {
  readers = [];
  for (let part = 0; part < PARTS; part++) {
    const dir = join(temporaryDir(), 'index');
    const docs = Array.from({ length: part === 0 ? DOCUMENTS : 2 }, (_, doc) => ({
      doc,
      text: part === 0 ? `heron ibis ${doc % 2 === 0 ? 'coot' : 'gull'}` : 'heron',
      fields: { place: ['Porto'] },
    }));
    await writeIndex(dir, docs, { idOf: (doc) => part * DOCUMENTS + doc });
    readers.push(closedAtEnd(await IndexReader.open(dir)));
  }
  IndexReader.join(readers);
  const own = new EmbeddedEngine(new OpenIndexes(new Map(parts.add('one', readers))));
  engine = new PartedEngine(own, parts);
});

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function ask(q: string, isKept: boolean): Promise<SourceAnswer> {
  const request: SearchRequest = {
    query: parseQuery(q, { defaultOperator: 'AND' }),
    written: q,
    sources: [{ source: 'one' }],
    want: ['count', 'hints'],
    ...(isKept ? { isKept } : {}),
  };
  const [outcome] = await engine.search(request);
  if (outcome?.kind !== 'value') throw new Error('no answer');
  return outcome.value;
}

/** Returns counters of how often each part's dictionary of a field is requested from now on. */
function lookupsIn(name: string): readonly number[] {
  const counts = readers.map(() => 0);
  for (const [part, reader] of readers.entries()) {
    const { dictionary } = reader;
    reader.dictionary = (field) => {
      if (field.name === name) counts[part]!++;
      return dictionary.call(reader, field);
    };
    endings.push(() => {
      reader.dictionary = dictionary;
    });
  }
  return counts;
}

/** Ends each slice of work at once. */
function hurry(): void {
  const { now } = performance;
  let time = 0;
  performance.now = () => {
    time += 10;
    return time;
  };
  endings.push(() => {
    performance.now = now;
  });
}

test('a part begins when the one before it is complete, so that it knows which hints are left', async () => {
  const lookups = lookupsIn('place');
  // The search of the first part takes several slices.
  hurry();
  const { count, hints } = await ask('ibis NEAR/3 coot', true);
  expect([count, hints]).toEqual([DOCUMENTS / 2, []]);
  expect(lookups).toEqual([0, 0, 0]);
});

test.each([false, true])(
  'a word is looked up once in the other fields of all parts (a kept set: %s)',
  async (isKept) => {
    const lookups = lookupsIn('place');
    const { hints } = await ask('porto', isKept);
    expect(hints).toEqual([`porto finds nothing in content; place:porto finds ${DOCUMENTS + 2 * (PARTS - 1)} items`]);
    const once = [...lookups];
    expect(once[0]).toBeGreaterThan(0);
    expect(once).toEqual([once[0], once[0], once[0]]);
    expect(once[0]).toBeLessThan(PARTS);
  },
);

test('documents of other parts are counted only for scores', async () => {
  const lookups = lookupsIn('content');
  const [first] = readers;
  const plan = (isScored: boolean) => [...new Planner(first!, ['content'], { isScored }).plan(parseQuery('heron'))];
  plan(false);
  expect(lookups).toEqual([1, 0, 0]);
  plan(true);
  expect(lookups.slice(1)).toEqual([1, 1]);
});
