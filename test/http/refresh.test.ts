/** `POST /sources/{sourceID}/refresh` and `serve --watch` with a case that grows while it is served. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import type { OpenSource } from '../../src/sources/source.ts';
import { REPLACED_OPENINGS_MAX } from '../../src/sources/source-registry.ts';
import { temporaryDir } from '../support/endings.ts';
import { EventStream } from '../support/event-stream.ts';
import { send } from '../support/http-client.ts';
import { openHooked, refs, Service } from '../support/http-service.ts';
import { ended, said, startCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';
import { asUser, knowing } from '../support/token-users.ts';
import { until } from '../support/until.ts';

const heron = (...ids: number[]) => ids.map((id) => ({ id, properties: { category: 'Birds' }, text: `heron ${id}` }));

let service: Service;

/** Writes the case of a source again. */
async function grow(id: string, ...ids: number[]): Promise<void> {
  await writeCase(join(service.dir, 'cases', id), heron(...ids));
}

const found = async (): Promise<unknown> => (await service.get('/search?q=heron')).json.docs;

/** Openings that count how many were closed, and wait if a test requests it. */
function watchedOpenings() {
  const watched = { opened: 0, closed: 0, held: Promise.resolve() };
  const openSource = async (path: string, _on: unknown, _signal: AbortSignal, dir: string): Promise<OpenSource> => {
    if (watched.opened++ > 0) await watched.held;
    const source = await openHooked(path, dir);
    return {
      ...source,
      async close() {
        watched.closed++;
        await source.close();
      },
    };
  };
  return { watched, openSource };
}

describe('a refresh', () => {
  test('says that the disk is full and that the earlier state still answers; a later one succeeds', async () => {
    let isFull = false;
    const openSource = (path: string, _on: unknown, _signal: AbortSignal, dir: string): Promise<OpenSource> =>
      isFull ? Promise.reject(new AppError('DISK_FULL', 'no room')) : openHooked(path, dir);
    service = await Service.start({ cases: { one: heron(1, 2) }, openSource });
    isFull = true;
    await grow('one', 1, 2, 3);
    const { status, json } = await service.post('/sources/one/refresh');
    expect([status, json.error]).toEqual([
      507,
      'The disk of the data directory is full. The earlier state of source "one" still answers. Free some space on the disk and refresh again.',
    ]);
    expect(await found()).toEqual(refs('one', 1, 2));
    isFull = false;
    expect((await service.post('/sources/one/refresh')).json).toEqual({ id: 'one', changed: true, items: 3 });
    expect(await found()).toEqual(refs('one', 1, 2, 3));
    isFull = true;
    service = await Service.start({ cases: { one: heron(1) }, openSource });
    const { text } = await service.post('/sources/one/refresh');
    expect(text).toContain('There is no index of source \\"one\\". Free some space');
  });

  test('of a case that has not changed opens nothing', async () => {
    const { watched, openSource } = watchedOpenings();
    service = await Service.start({ cases: { one: heron(1, 2) }, openSource });
    expect((await service.post('/sources/one/refresh')).json).toEqual({ id: 'one', changed: false, items: 2 });
    expect(watched).toMatchObject({ opened: 1, closed: 0 });
  });

  test('of a grown case: the next search finds all, bookmarks stay, old cursors are 409, and pages are notified', async () => {
    service = await Service.start({ cases: { one: heron(1, 2), other: heron(7) } });
    await service.put('/selection/add', refs('one', 2));
    const { next } = (await service.get('/hits?q=heron&limit=1')).json;
    const stream = await EventStream.open(service.server.url, '/changes', {});
    await stream.next();
    await grow('one', 1, 2, 3);
    expect(await found()).toEqual([...refs('one', 1, 2), ...refs('other', 7)]);
    const { status, json } = await service.post('/sources/one/refresh');
    expect([status, json]).toEqual([200, { id: 'one', changed: true, items: 3 }]);
    expect(await found()).toEqual([...refs('one', 1, 2, 3), ...refs('other', 7)]);
    expect((await service.get('/selection')).json.docs).toEqual(refs('one', 2));
    expect((await service.get(`/hits?q=heron&limit=1&after=${next}`)).status).toBe(409);
    expect((await service.get('/sources/one/docs/3/text')).text).toBe('heron 3');
    await stream.until(() => stream.events.some(({ name }) => name === 'source'));
    expect(stream.events.filter(({ name }) => name === 'source')).toMatchObject([
      { data: { source: 'one', state: 'ready' } },
    ]);
    stream.close();
  });

  test('of a case that lost items and changed others finds the current items', async () => {
    service = await Service.start({ cases: { one: heron(1, 2, 3) } });
    await writeCase(join(service.dir, 'cases', 'one'), [{ id: 2, text: 'crane' }, ...heron(9)]);
    expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true, items: 2 });
    expect(await found()).toEqual(refs('one', 9));
    expect((await service.get('/search?q=crane')).json.docs).toEqual(refs('one', 2));
    expect((await service.get('/sources/one/docs/1')).status).toBe(404);
  });

  test('cancels a merge of small parts of the index, which is repeated after it', async () => {
    let merges = 0;
    let isCancelled = false;
    service = await Service.start({
      cases: { one: heron(1) },
      mergeAfter: 1,
      openSource: async (path, _on, signal, dir, options, isMerge) => {
        if (!isMerge) return { ...(await openHooked(path, dir, options)), isMergeDue: true };
        merges++;
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as AppError), { once: true });
          signal.addEventListener('abort', () => {
            isCancelled = true;
          });
        });
      },
    });
    await until(() => merges === 1);
    expect(await found()).toEqual(refs('one', 1));
    // If a merge were cancelled for an unchanged case, nothing would begin it again.
    expect((await service.post('/sources/one/refresh')).json).toEqual({ id: 'one', changed: false, items: 1 });
    expect(isCancelled).toBe(false);
    await grow('one', 1, 2);
    expect((await service.post('/sources/one/refresh')).json).toEqual({ id: 'one', changed: true, items: 2 });
    expect(await found()).toEqual(refs('one', 1, 2));
    await until(() => merges === 2);
    // Stopping cancels it, too.
    await service.stop();
  });

  test('is not needed for a merge that found the disk full: it is tried again', async () => {
    let merges = 0;
    service = await Service.start({
      cases: { one: heron(1) },
      mergeAfter: 1,
      openSource: async (path, _on, _signal, dir, options, isMerge) => {
        if (isMerge && ++merges < 3) throw new AppError('DISK_FULL', 'no room');
        return { ...(await openHooked(path, dir, options)), isMergeDue: !isMerge };
      },
    });
    await until(() => service.sources.getReady('one').isMergeDue === false);
    expect(merges).toBe(3);
    expect(await found()).toEqual(refs('one', 1));
  });

  test('keeps the earlier state until the new one is complete, and concurrent refreshes share it', async () => {
    const { watched, openSource } = watchedOpenings();
    service = await Service.start({ cases: { one: heron(1) }, openSource });
    let finish = (): void => undefined;
    watched.held = new Promise((resolve) => {
      finish = resolve;
    });
    await grow('one', 1, 2);
    const asked = [1, 2, 3].map(() => service.post('/sources/one/refresh'));
    while (watched.opened < 2) expect(await found()).toEqual(refs('one', 1));
    expect(await found()).toEqual(refs('one', 1));
    expect((await service.get('/status')).json.sources[0]).toMatchObject({ state: 'ready', items: 1 });
    finish();
    for (const { json } of await Promise.all(asked)) expect(json).toEqual({ id: 'one', changed: true, items: 2 });
    expect(watched.opened).toBe(2);
    expect(await found()).toEqual(refs('one', 1, 2));
  });

  test('closes the earlier state only after the requests that may read it, and limits the number of such states', async () => {
    const { watched, openSource } = watchedOpenings();
    service = await Service.start({ cases: { one: heron(1) }, openSource });
    const release = service.sources.hold();
    for (let n = 1; n <= REPLACED_OPENINGS_MAX; n++) {
      await grow('one', ...Array.from({ length: n + 1 }, (_, i) => i + 1));
      expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true, items: n + 1 });
    }
    expect(watched.closed).toBe(0);
    await grow('one', 50);
    const refused = await service.post('/sources/one/refresh');
    expect([refused.status, refused.json.error]).toEqual([503, expect.stringContaining('Try again after')]);
    release();
    while (watched.closed < REPLACED_OPENINGS_MAX) await found();
    expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true, items: 1 });
    expect(await found()).toEqual(refs('one', 50));
  });

  test('of an unreadable case is 409, and the earlier state still answers', async () => {
    service = await Service.start({ cases: { one: heron(1) } });
    writeFileSync(join(service.dir, 'cases', 'one', 'case.json'), '{');
    const { status, json } = await service.post('/sources/one/refresh');
    expect([status, json.error]).toEqual([409, expect.stringContaining('"one"')]);
    expect(json.error).not.toContain('data/indexes');
    const joined = await Promise.all([1, 2, 3].map(() => service.post('/sources/one/refresh')));
    expect(joined.map((answer) => answer.json)).toEqual([json, json, json]);
    expect(await found()).toEqual(refs('one', 1));
    await grow('one', 1, 2);
    expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true, items: 2 });
  });

  test('of a source that did not open tries it again', async () => {
    service = await Service.start({ cases: { good: heron(1) }, paths: { late: '/nowhere/at/all' } });
    expect((await service.post('/sources/late/refresh')).status).toBe(409);
    expect((await service.get('/status')).json.sources[1]).toMatchObject({ state: 'failed' });
    await service.stop();
    service = await Service.start({ cases: { one: heron(1) } });
    const path = join(service.dir, 'later');
    await service.sources.load([{ id: 'later', path }]);
    expect((await service.get('/status')).json.sources[1]).toMatchObject({ state: 'failed' });
    await writeCase(path, heron(5));
    expect((await service.post('/sources/later/refresh')).json).toEqual({ id: 'later', changed: true, items: 1 });
    expect(await found()).toEqual([...refs('one', 1), ...refs('later', 5)]);
  });

  test('is for administrators, and for sources that they see', async () => {
    const tokens = [
      { name: 'ana', role: 'annotator' as const },
      { name: 'limited', role: 'administrator' as const, sources: ['other'] },
    ];
    service = await Service.start({ cases: { one: heron(1), other: heron(2) }, server: knowing(tokens) });
    const as = (name: string, path: string) => service.post(path, undefined, asUser(name));
    expect((await as('ana', '/sources/one/refresh')).status).toBe(403);
    const hidden = await as('limited', '/sources/one/refresh');
    const missing = await as('limited', '/sources/none/refresh');
    expect([hidden.status, hidden.json.error.replace('one', 'none')]).toEqual([404, missing.json.error]);
    expect((await as('limited', '/sources/other/refresh')).json).toMatchObject({ changed: false });
  });
});

test('serve --watch indexes a grown case, and serves it without a pause', async () => {
  const root = temporaryDir();
  const casePath = await writeCase(join(root, 'case'), heron(1));
  writeFileSync(join(root, 'sources.json'), JSON.stringify([{ id: 'one', path: casePath }]));
  const options = ['--host', '127.0.0.1', '--port', '0', '--engine-processes', '2', '--watch', '1'];
  const child = startCli(['serve', '--sources', join(root, 'sources.json'), '--data', join(root, 'data'), ...options]);
  try {
    const ready = said(child, /ready, 1 item\b/);
    const [, url] = await said(child, /listens on (http:\S+)/);
    await ready;
    const count = async (): Promise<number> => {
      const { status, json } = await send(url!, 'GET', '/search?q=heron');
      expect(status).toBe(200);
      return json.docs.length;
    };
    for (const size of [3, 5]) {
      await writeCase(casePath, heron(...Array.from({ length: size }, (_, i) => i + 1)));
      await until(async () => (await count()) === size);
    }
    const failed = said(child, /source one: its earlier state still answers: /);
    cpSync(join(casePath, 'case.json'), join(root, 'kept.json'));
    await rm(join(casePath, 'case.json'));
    await failed;
    expect(await count()).toBe(5);
  } finally {
    child.kill('SIGTERM');
    await ended(child);
    rmSync(root, { recursive: true, force: true });
  }
});
