import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import type { OpenProgress, OpenSource } from '../../src/sources/source.ts';
import { openHooked, refs, Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';
import { until } from '../support/until.ts';

let service: Service;

const items = [{ id: 1, properties: { category: 'Documents' }, text: 'alpha' }];

/** An opening that the test ends. */
function heldOpening() {
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const progress: OpenProgress = { phase: 'analyzing', items: 12, bytes: 3400, fraction: 0.429 };
  const openSource = async (
    path: string,
    onProgress: (progress: OpenProgress) => void,
    _signal: AbortSignal,
    dir: string,
  ): Promise<OpenSource> => {
    if (path.includes('slow')) {
      // A build reports more members than clients are guaranteed.
      onProgress({ ...progress, itemsTotal: 28 } as OpenProgress);
      await held;
    }
    return openHooked(path, dir);
  };
  return { openSource, finish, progress };
}

describe('sources', () => {
  test('are listed and returned as they were given', async () => {
    service = await Service.start({ cases: { one: items, 'a/b c': items } });
    const path = (id: string) => join(service.dir, 'cases', encodeURIComponent(id));
    const { status, json } = await service.get('/sources');
    expect(status).toBe(200);
    expect(json).toEqual({
      data: [
        { id: 'one', path: path('one') },
        { id: 'a/b c', path: path('a/b c') },
      ],
    });
    expect((await service.get('/sources/one')).json).toEqual({ id: 'one', path: path('one') });
    expect((await service.get('/sources/a%2Fb%20c')).json.id).toBe('a/b c');
    expect((await service.get('/sources/two')).json).toEqual({ error: expect.stringContaining('"two"'), status: 404 });
    expect((await service.get('/sources/%zz')).status).toBe(400);
    expect((await service.get('/sources?x')).status).toBe(400);
  });

  test('without any source, the service still answers', async () => {
    service = await Service.start();
    expect((await service.get('/sources')).json).toEqual({ data: [] });
    expect((await service.get('/search?q=a')).json).toEqual({ docs: [] });
    expect((await service.get('/categories')).json).toEqual({ data: [] });
    expect((await service.get('/suggest')).json).toEqual({ data: [] });
  });

  test('a source that fails to open is reported, and the others answer', async () => {
    service = await Service.start({ cases: { good: items }, paths: { bad: '/nowhere/at/all' } });
    const all = await service.get('/search?q=alpha');
    expect(all.status).toBe(200);
    expect(all.json).toEqual({
      docs: refs('good', 1),
      incomplete: [{ source: 'bad', reason: expect.stringContaining('/nowhere/at/all') }],
    });
    expect((await service.get('/categories')).json).toEqual({ data: ['Documents'], incomplete: expect.any(Array) });
    for (const path of ['/suggest', '/suggest?field=category']) {
      const { json } = await service.get(path);
      expect(json.data).not.toEqual([]);
      expect(json.incomplete).toEqual([{ source: 'bad', reason: expect.stringContaining('/nowhere/at/all') }]);
    }
    expect((await service.get('/suggest?field=bookmark')).json).toEqual({ data: [] });
    expect((await service.get('/explain?q=alpha')).json.incomplete).toHaveLength(1);
    for (const path of ['/search?q=a&sourceID=bad', '/sources/bad/docs/1', '/sources/bad/docs/1/text']) {
      const { status, json } = await service.get(path);
      expect([status, json.status]).toEqual([500, 500]);
      expect(json.error).toContain('"bad"');
      expect(json.error).toContain('no such file or directory');
    }
    const { json } = await service.get('/status');
    expect(json.sources).toEqual([
      { id: 'good', state: 'ready', items: 1, searchableItems: 1, isComplete: true, problems: 0 },
      { id: 'bad', state: 'failed', reason: expect.any(String) },
    ]);
    expect((await service.get('/sources')).json.data).toHaveLength(2);
  });

  test('a source that lost parts of its case reports that, with the number of problems', async () => {
    const broken = '{"id":2,"properties":';
    service = await Service.start({ cases: { whole: items, broken: [...items, broken, broken] } });
    const { json } = await service.get('/status');
    expect(json.sources[0]).toMatchObject({ id: 'whole', isComplete: true, problems: 0 });
    expect(json.sources[1]).toMatchObject({ id: 'broken', items: 1, isComplete: false, problems: 2 });
  });

  test('an internal error reveals nothing to clients', async () => {
    const openSource = async () => {
      throw new Error('EACCES /secret/place');
    };
    service = await Service.start({ paths: { bad: '/somewhere' }, openSource });
    const { json } = await service.get('/search?q=a');
    expect(JSON.stringify(json)).not.toContain('secret');
    expect(json.incomplete[0].reason).toContain('log');
  });

  test('while one is being built the others serve, and requests that need it are 503 with its progress', async () => {
    const { openSource, finish, progress } = heldOpening();
    service = await Service.start({ openSource, waitForSources: false });
    const fast = await writeCase(join(service.dir, 'fast'), items);
    const slow = await writeCase(join(service.dir, 'slow'), items);
    await service.loading;
    const loading = service.sources.load([
      { id: 'fast', path: fast },
      { id: 'slow', path: slow },
    ]);
    await until(() => service.sources.get('fast').state.kind === 'ready');
    for (const path of [
      '/search?q=alpha',
      '/search?q=a&sourceID=slow',
      '/sources/slow/docs/1',
      '/categories',
      '/suggest',
      '/suggest?field=category',
    ]) {
      const { status, headers, json } = await service.get(path);
      expect([path, status]).toEqual([path, 503]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(json.error).toContain('"slow"');
      expect(json.error).toContain('42 %');
    }
    expect((await service.get('/search?q=alpha&sourceID=fast')).json.docs).toEqual(refs('fast', 1));
    expect((await service.get('/suggest?field=bookmark')).json).toEqual({ data: [] });
    expect((await service.get('/status')).json.sources[1]).toEqual({ id: 'slow', state: 'building', progress });
    finish();
    await loading;
    expect((await service.get('/search?q=alpha')).json.docs).toEqual([...refs('fast', 1), ...refs('slow', 1)]);
  });

  test('a damaged index takes its source out of service, but not the others', async () => {
    service = await Service.start({ cases: { good: items, damaged: items } });
    service.engine('damaged').beforeSearch = () => {
      throw new AppError('INDEX_CORRUPT', 'block 7 of the postings has a wrong checksum');
    };
    const first = await service.get('/search?q=alpha');
    expect(first.json).toEqual({
      docs: refs('good', 1),
      incomplete: [{ source: 'damaged', reason: expect.any(String) }],
    });
    expect((await service.get('/search?q=alpha&sourceID=damaged')).status).toBe(500);
    expect((await service.get('/sources/damaged/docs/1')).status).toBe(500);
    expect((await service.get('/status')).json.sources[1].state).toBe('failed');
  });

  test.each([
    ['GET', '/sources/damaged/docs/1', 500],
    ['PUT', '/selection/add', 500],
    ['GET', '/findings?q=alpha', 500],
    ['GET', '/findings?q=alpha&group=text', 500],
    ['GET', '/export?q=alpha&format=ndjson', 500],
    ['GET', '/export?q=alpha&format=csv&properties=name', 500],
    ['GET', '/hits?q=alpha&properties=*', 500],
    ['GET', '/hits?q=alpha&snippets=1', 500],
    ['GET', '/sources/damaged/docs/1/matches?q=alpha', 500],
    ['GET', '/sources/damaged/docs/1/similar', 500],
    ['GET', '/categories', 200],
    ['GET', '/suggest?field=category', 200],
    ['GET', '/suggest', 200],
  ])('damage found by %s %s takes the source out of service', async (method, path, expected) => {
    service = await Service.start({ cases: { good: items, damaged: items } });
    service.engine('damaged').readFault = new AppError('INDEX_CORRUPT', 'page 9 has a wrong checksum');
    const body = method === 'PUT' ? refs('damaged', 1) : undefined;
    const { status, json } = await service.request(method, path, { body });
    expect(status).toBe(expected);
    if (expected === 500) expect(json.error).toMatch(/"damaged".*page 9/);
    else expect(json.data).not.toEqual([]);
    if (expected === 200) expect(json.incomplete).toHaveLength(1);
    expect(service.sources.get('damaged').state.kind).toBe('failed');
    expect((await service.get('/search?q=alpha')).json.docs).toEqual(refs('good', 1));
  });

  test('a named source with a damaged index is 500 with its name, the first time too', async () => {
    service = await Service.start({ cases: { damaged: items } });
    service.engine('damaged').beforeSearch = () => {
      throw new AppError('INDEX_CORRUPT', 'block 7 of the postings has a wrong checksum');
    };
    const { status, json } = await service.get('/search?q=alpha&sourceID=damaged');
    expect(status).toBe(500);
    expect(json.error).toContain('"damaged"');
    expect(json.error).toContain('block 7');
  });
});

describe('POST /sources', () => {
  test('answers with the source when it can be searched', async () => {
    service = await Service.start({ cases: { one: items } });
    const path = await writeCase(join(service.dir, 'added'), items);
    const { status, json } = await service.post('/sources', { id: 'two', path });
    expect(status).toBe(200);
    expect(json).toEqual({ id: 'two', path });
    expect((await service.get('/search?q=alpha')).json.docs).toEqual([...refs('one', 1), ...refs('two', 1)]);
    expect((await service.get('/sources/two')).json).toEqual({ id: 'two', path });
  });

  test('two sources on one path share one opening', async () => {
    let openings = 0;
    const openSource = (path: string, _onProgress: unknown, _signal: AbortSignal, dir: string) => {
      openings++;
      return openHooked(path, dir);
    };
    service = await Service.start({ cases: { one: items }, openSource });
    const { path } = service.sources.get('one');
    await Promise.all([
      service.post('/sources', { id: 'two', path: join(path, '..', 'one') }),
      service.post('/sources', { id: 'three', path }),
    ]);
    expect(openings).toBe(1);
    expect((await service.get('/search?q=alpha')).json.docs).toHaveLength(3);
    expect((await service.get('/suggest?field=category')).json.data).toEqual([{ value: 'Documents', items: 1 }]);
  });

  test('nothing is kept of a path that is not a case', async () => {
    service = await Service.start({ cases: { one: items } });
    const empty = join(service.dir, 'empty');
    await mkdir(empty);
    for (const path of [empty, '/nowhere/at/all', '/etc/passwd', '']) {
      const { status, json } = await service.post('/sources', { id: 'two', path });
      expect([path, status]).toEqual([path, 400]);
      expect(json.error).not.toBe('');
    }
    expect((await service.get('/sources')).json.data).toHaveLength(1);
    expect((await service.get('/search?q=alpha')).json).toEqual({ docs: refs('one', 1) });
    // The id and the path can be used again.
    await writeCase(empty, items);
    expect((await service.post('/sources', { id: 'two', path: empty })).status).toBe(200);
  });

  test('a case that contains the data directory is 400', async () => {
    service = await Service.start({ cases: { one: items } });
    await writeCase(service.dir, items);
    expect((await service.post('/sources', { id: 'two', path: service.dir })).status).toBe(400);
    expect((await service.get('/sources')).json.data).toHaveLength(1);
  });

  test('a taken id is 400', async () => {
    service = await Service.start({ cases: { one: items } });
    const { path } = service.sources.get('one');
    const { status, json } = await service.post('/sources', { id: 'one', path });
    expect(status).toBe(400);
    expect(json.error).toContain('"one"');
  });

  test.each([
    ['no body', undefined],
    ['no path', { id: 'x' }],
    ['no id', { path: '/x' }],
    ['an id that is not a string', { id: 7, path: '/x' }],
    ['an empty id', { id: '', path: '/x' }],
    ['a control character', { id: 'a\nb', path: '/x' }],
    ['an id that is too long', { id: 'x'.repeat(256), path: '/x' }],
    ['a NUL in the path', { id: 'x', path: '/x\0y' }],
    ['an unknown member', { id: 'x', path: '/x', more: 1 }],
    ['an array', [{ id: 'x', path: '/x' }]],
  ])('%s is 400', async (_name, body) => {
    service = await Service.start();
    expect((await service.post('/sources', body)).status).toBe(400);
    expect((await service.get('/sources')).json.data).toEqual([]);
  });

  test('a source that is being added is invisible to others until it can be searched', async () => {
    const { openSource, finish } = heldOpening();
    service = await Service.start({ cases: { one: items }, openSource });
    const path = await writeCase(join(service.dir, 'slow'), items);
    const adding = service.post('/sources', { id: 'two', path });
    await until(() => service.sources.listAll().length === 2);
    expect((await service.get('/search?q=alpha')).json).toEqual({ docs: refs('one', 1) });
    expect((await service.get('/search?q=alpha&sourceID=two')).status).toBe(503);
    expect((await service.post('/sources', { id: 'two', path })).status).toBe(400);
    expect((await service.get('/sources/two')).status).toBe(503);
    expect((await service.get('/sources')).json.data).toHaveLength(1);
    expect((await service.get('/status')).json.sources[1].state).toBe('building');
    finish();
    expect((await adding).status).toBe(200);
    expect((await service.get('/search?q=alpha')).json.docs).toHaveLength(2);
  });

  test('closing closes engines', async () => {
    service = await Service.start({ cases: { one: items } });
    const engine = service.engine('one');
    await service.sources.close();
    expect(engine.isClosed).toBe(true);
  });
});
