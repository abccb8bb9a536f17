/** An answer that needs no hits, or fails before it reads them, does not leave them open in an engine. */
import { beforeAll, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import type { HookedEngine } from '../support/hooked-engine.ts';
import { refs, Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';

const service = Service.beforeTests({
  cases: { a: [1, 2, 3].map((id) => ({ id, text: 'alpha' })), b: [{ id: 1, text: 'alpha' }] },
});
let engine: HookedEngine;
beforeAll(async () => {
  engine = service.engine('a');
  engine.unread = 0;
  await service.post('/bookmarks/first');
  await service.put('/bookmarks/first/add', refs('a', 1, 2));
});

const areRead = (): Promise<unknown> => until(() => engine.unread === 0);

test('of a report by bookmarks, whose sections have their own', async () => {
  const { status } = await service.post('/report', { q: 'alpha', bookmarks: ['first'] });
  expect(status).toBe(200);
  await areRead();
});

test('of a HEAD of an export', async () => {
  const { status } = await service.request('HEAD', '/export?q=alpha&format=csv');
  expect(status).toBe(200);
  await areRead();
});

test('of a table whose columns cannot be read', async () => {
  engine.readFault = new AppError('CANCELLED', 'a fault');
  const { status } = await service.get('/export?q=alpha&format=csv&sourceID=a');
  engine.readFault = null;
  expect(status).toBe(503);
  await areRead();
});

test('of an export, of events and of a report without a source that is out of service', async () => {
  service.engine('b').beforeSearch = () => {
    throw new AppError('INDEX_CORRUPT', 'the postings are damaged');
  };
  const exported = await service.get('/export?q=alpha&format=csv');
  expect([exported.status, exported.json.error]).toEqual([
    503,
    expect.stringMatching(/"b" is unavailable.*"allowIncomplete=true" skips it\.$/),
  ]);
  await areRead();
  const events = await service.get('/events?q=alpha&format=timesketch');
  expect([events.status, events.json.error]).toEqual([
    503,
    expect.stringMatching(/"b" is unavailable.*"allowIncomplete=true" skips it\.$/),
  ]);
  await areRead();
  const reported = await service.post('/report', { q: 'alpha' });
  expect([reported.status, reported.json.error]).toEqual([
    503,
    expect.stringMatching(/"b" is unavailable.*"allowIncomplete" skips it\.$/),
  ]);
  await areRead();
});
