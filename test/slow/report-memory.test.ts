/** A report of ten thousand items takes no more memory than a page of items does. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { askedSources } from '../../src/cli/asked-sources.ts';
import type { NamedSource } from '../../src/cli/open-sources.ts';
import { htmlReport } from '../../src/html-report/html-report.ts';
import { usualTemplate } from '../../src/html-report/template/template.ts';
import { Service } from '../support/http-service.ts';

const ITEMS = 10_000;
/** Maximum growth from the first half to the second. All records together have more than a hundred megabytes. */
const GROWTH_BYTES_MAX = 16 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const text = 'word '.repeat(2000);
const items = Array.from({ length: ITEMS }, (_, i) => ({
  id: i + 1,
  properties: { name: `${i}.txt`, note: text },
  text: 'heron',
}));
const service = Service.beforeTests({ cases: { many: items } });

test('memory stays flat', async () => {
  const source: NamedSource = { ...service.sources.getReady('many'), isStale: false };
  const asked = askedSources({ opened: [source], hashLists: undefined }, { data: service.dir });
  const { signal } = new AbortController();
  const { parseQuery } = await import('../../grammar/parse.ts');
  const whole = await asked.exportSet(
    { query: parseQuery('heron'), want: ['count', 'ids', 'hints'] },
    { missing: [], bookmarksOf: async () => null, notes: null, reviewed: null, signal },
  );
  const report = htmlReport({
    template: usualTemplate('en'),
    about: {
      title: 'x',
      case: null,
      author: null,
      who: null,
      time: '2026-03-04T10:20:30Z',
      program: 'x',
      query: 'heron',
      filters: [],
      sources: [],
    },
    whole,
    sections: [{ bookmark: null, comment: '', open: async () => whole }],
    properties: null,
    files: null,
    parts: {
      datesOf: async () => new Set(),
      processedAt: () => null,
      periodOf: async () => ({ from: null, to: null, before: 0, afterProcessing: 0, afterReport: 0 }),
      thumbnailOf: async () => null,
      viewOf: async () => null,
      snippetsOf: null,
      notesOf: async (_source, ids) => ids.map(() => []),
      reviewOf: async (_source, ids) => ids.map(() => ({ reviewers: [], decisions: [] })),
    },
    codings: [],
    hashSets: [],
    changesOf: null,
    terms: null,
  });
  let bytes = 0;
  let pieces = 0;
  const used: number[] = [];
  for await (const piece of report) {
    bytes += piece.length;
    if (++pieces % 50 !== 0) continue;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    used.push(heapUsed + external);
  }
  expect(bytes).toBeGreaterThan(500_000);
  expect(used.length).toBeGreaterThan(10);
  const half = used.length >> 1;
  expect(Math.max(...used.slice(half)) - Math.max(...used.slice(0, half))).toBeLessThan(GROWTH_BYTES_MAX);
});
