/** The history of searches over HTTP: its owner and contents, clearing it, and a server without it. No answer waits for it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '../../src/audit/audit-line.ts';
import { SearchHistory } from '../../src/audit/search-history.ts';
import { temporaryDir } from '../support/endings.ts';
import type { Answer } from '../support/http-client.ts';
import { Service } from '../support/http-service.ts';
import { asUser as as, knowing } from '../support/token-users.ts';
import { pause } from '../support/until.ts';

const cases = { one: [{ id: 1, text: 'heron' }], two: [{ id: 1, text: 'otter' }] };
const queries = ({ json }: Answer): unknown[] => json.searches.map(({ query }: AuditEvent) => query);

describe('on a server that knows its viewers', () => {
  let service: Service;
  let history: SearchHistory;
  let directory: string;
  let beforeKeeping: Promise<void> = Promise.resolve();
  beforeAll(async () => {
    directory = temporaryDir();
    history = await SearchHistory.open(directory);
    const add = history.add.bind(history);
    history.add = async (viewer, event) => {
      await beforeKeeping;
      return add(viewer, event);
    };
    const viewers = [
      { name: 'anna', role: 'annotator' },
      { name: 'rita', role: 'reader' },
      { name: 'chief', role: 'administrator' },
    ] as const;
    service = await Service.start({ cases, server: (dir) => ({ ...knowing(viewers)(dir), history }) });
  });

  const listed = (who: string): Promise<Answer> => service.get('/searches/history', as(who));
  /** An answer ends before its search is stored. */
  async function untilListed(who: string, count: number): Promise<Answer> {
    for (;;) {
      const answer = await listed(who);
      if (answer.json.searches.length >= count) return answer;
      await pause(10);
    }
  }

  test('has the searches of scripts and of the page, in the words of the audit, for the viewer only', async () => {
    await service.get('/search?q=heron&sourceID=one', as('rita'));
    await untilListed('rita', 1);
    await service.post('/search', { q: 'otter OR heron', defaultOperator: 'AND' }, as('rita'));
    await untilListed('rita', 2);
    // Pages of hits, failed searches, and requests while typing are not recorded.
    await service.post('/hits', { q: 'heron' }, as('rita'));
    await service.get('/search?q=heron%20AND%20(', as('rita'));
    await service.get('/suggest?field=name&prefix=h', as('rita'));
    const ran = { q: 'page', filter: ['otter'], sourceID: ['two'], id: 7, from: 3, total: 12 };
    expect((await service.post('/searches/history', ran, as('rita'))).json).toEqual({ kept: true, total: 12 });
    const { json } = await listed('rita');
    expect(json).toEqual({
      kept: true,
      searches: [
        {
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          who: 'rita',
          remote: '127.0.0.1',
          what: 'POST /searches/history',
          path: '/searches/history',
          query: 'page',
          parameters: {
            literal: false,
            filter: ['otter'],
            sourceID: ['two'],
            bbox: null,
            id: 7,
            from: 3,
            total: 12,
          },
          items: 12,
          status: 200,
        },
        expect.objectContaining({
          what: 'POST /search',
          query: 'otter OR heron',
          parameters: { defaultOperator: 'AND' },
          items: 2,
        }),
        expect.objectContaining({ what: 'GET /search', query: 'heron', parameters: { sourceID: 'one' }, items: 1 }),
      ],
    });
    for (const who of ['anna', 'chief']) expect((await listed(who)).json).toEqual({ kept: true, searches: [] });
  });

  test('is cleared by its viewer only', async () => {
    await service.get('/search?q=heron', as('anna'));
    await untilListed('anna', 1);
    expect((await service.delete('/searches/history', as('chief'))).json).toEqual({ cleared: 0 });
    expect(queries(await listed('anna'))).toEqual(['heron']);
    expect((await service.delete('/searches/history', as('anna'))).json).toEqual({ cleared: 1 });
    expect(queries(await listed('anna'))).toEqual([]);
    expect(queries(await listed('rita')).length).toBeGreaterThan(0);
  });

  test('delays no answer', async () => {
    let letGo: () => void = () => undefined;
    beforeKeeping = new Promise((resolve) => (letGo = resolve));
    const { json } = await service.get('/search?q=otter', as('anna'));
    expect(json.docs).toEqual([{ source: 'two', id: 1 }]);
    expect(queries(await listed('anna'))).toEqual([]);
    letGo();
    expect(queries(await untilListed('anna', 1))).toEqual(['otter']);
  });

  test.each([
    [{ q: 5, total: 1 }],
    [{ q: 'heron' }],
    [{ q: 'heron', total: -1 }],
    [{ q: 'heron', total: 1, who: 'x' }],
  ])('%j is refused', async (body) => {
    expect((await service.post('/searches/history', body, as('rita'))).status).toBe(400);
  });

  test('no saved search can have its name', async () => {
    const refused = await service.put('/searches/history', { q: 'heron' }, as('anna'));
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringContaining('A search cannot be named')]);
  });
});

test('a server without authentication, or with the history disabled, stores none', async () => {
  const service = await Service.start({ cases });
  await service.get('/search?q=heron');
  expect((await service.post('/searches/history', { q: 'heron', total: 1 })).json).toEqual({ kept: false, total: 1 });
  expect((await service.get('/searches/history')).json).toEqual({ kept: false, searches: [] });
  expect((await service.delete('/searches/history')).json).toEqual({ cleared: 0 });
  await service.stop();
});
