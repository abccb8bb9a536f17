/** Requests under foreign host names, and requests by foreign pages. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AllowedHosts } from '../../src/access/allowed-hosts.ts';
import { isForeign } from '../../src/access/foreign-origin.ts';
import { Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';

const items = [{ id: 1, text: 'alpha' }];
const service = Service.beforeTests({
  cases: { a: items },
  roots: (dir) => [join(dir, 'roots', 'none'), join(dir, 'roots', 'one')],
  server: { allowedHosts: ['Cases.Example.ORG.'] },
});

describe('names of the server', () => {
  test.each([
    ['127.0.0.1', [], ['127.0.0.1', '127.0.0.1:80', 'localhost', 'LOCALHOST.:1', '127.9.9.9', '[::1]', '[0:0::1]:5']],
    [
      '127.0.0.1',
      ['cases.example.org'],
      ['cases.example.org', 'CASES.example.org.', 'cases.example.org:8443', 'localhost'],
    ],
    ['0.0.0.0', [], ['10.0.0.7', '[fe80::1]:80', 'localhost', 'box', 'box.lan', 'BOX.LAN.:9']],
    ['0.0.0.0', ['cases.example.org'], ['0.0.0.0', 'cases.example.org', 'localhost']],
    ['::', [], ['10.0.0.7', '[fe80::1]', 'box']],
    ['fe80::1', [], ['[fe80::1]', '[FE80:0::1]:80', 'localhost']],
  ])('of %s with %j include %j', (bound, allowed, names) => {
    const hosts = new AllowedHosts({ bound, allowed, ownNames: () => ['box', 'box.lan'] });
    expect(names.filter((name) => !hosts.includes(name))).toEqual([]);
  });

  test.each([
    [
      '127.0.0.1',
      [],
      [
        'evil.example',
        '10.0.0.7',
        '',
        'localhost.evil.example',
        '127.0.0.1.nip.io',
        'a@localhost',
        'localhost:x',
        'localhost/',
        'localhost:1:2',
        'box',
        '[::2]',
        '127.0.0.1evil',
      ],
    ],
    ['127.0.0.1', ['cases.example.org'], ['evil.cases.example.org', 'cases.example.org.evil', 'cases.example.org..']],
    ['0.0.0.0', [], ['evil.example', 'evilbox', 'box.evil']],
    ['0.0.0.0', ['cases.example.org'], ['10.0.0.7', 'box', '[fe80::1]']],
  ])('of %s with %j do not include %j', (bound, allowed, names) => {
    const hosts = new AllowedHosts({ bound, allowed, ownNames: () => ['box', 'box.lan'] });
    expect(names.filter((name) => hosts.includes(name))).toEqual([]);
  });

  test('a request for another name gets 421 for any method and path, and the answer names the option', async () => {
    for (const [method, path] of [
      ['GET', '/health'],
      ['GET', '/search?q='],
      ['POST', '/bookmarks/x'],
      ['DELETE', '/bookmarks/x'],
      ['GET', '/nowhere'],
      ['OPTIONS', '/sources'],
    ] as const) {
      const { status, json } = await service.request(method, path, {
        headers: { host: 'evil.example' },
        isDescribed: false,
      });
      expect([method, path, status]).toEqual([method, path, 421]);
      expect(json.error).toMatch(/"evil.example".*--allowed-host/);
    }
    expect((await service.get('/bookmarks')).json.data).toEqual([]);
  });

  test('a target that names another host is 421, too', async () => {
    const answer = await service.get('http://evil.example/health', { isDescribed: false });
    expect(answer.status).toBe(421);
    expect((await service.get(`${service.server.url}/health`, { isDescribed: false })).status).toBe(200);
  });

  test('a name of --allowed-host is accepted', async () => {
    expect((await service.get('/health', { headers: { host: 'cases.example.org:99' } })).status).toBe(200);
  });
});

describe('pages of other origins', () => {
  test.each([
    [{ origin: 'http://a.example', host: 'a.example' }, false],
    [{ origin: 'https://a.example', host: 'a.example' }, false],
    [{ origin: 'https://a.example', host: 'a.example:443' }, false],
    [{ origin: 'https://A.example:8443', host: 'a.EXAMPLE.:8443' }, false],
    [{ origin: 'http://[::1]:80', host: '[::1]' }, false],
    [{ origin: 'http://a.example:81', host: 'a.example' }, true],
    [{ origin: 'http://a.example', host: 'a.example:8080' }, true],
    [{ origin: 'http://b.example', host: 'a.example' }, true],
    [{ origin: 'null', host: 'a.example' }, true],
    [{ origin: '', host: 'a.example' }, true],
    [{ origin: 'file://', host: 'a.example' }, true],
    [{ origin: 'chrome-extension://a.example', host: 'a.example' }, true],
    [{ origin: 'http://a.example', secFetchSite: 'cross-site', host: 'a.example' }, false],
    [{ secFetchSite: 'cross-site', host: 'a.example' }, true],
    [{ secFetchSite: 'same-site', host: 'a.example' }, false],
    [{ secFetchSite: 'none', host: 'a.example' }, false],
    [{ host: 'a.example' }, false],
  ])('%j: foreign %s', (headers, foreign) => {
    expect(isForeign({ origin: undefined, secFetchSite: undefined, ...headers })).toBe(foreign);
  });

  test('may not change anything: 403 for every method but GET, HEAD and OPTIONS', async () => {
    const foreign: Record<string, string>[] = [
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { Origin: service.server.url.replace(/\d+$/, '1') },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      for (const [method, path, body] of [
        ['POST', '/bookmarks/x', undefined],
        ['PUT', '/selection/add', []],
        ['DELETE', '/bookmarks/x', undefined],
        ['POST', '/search', { q: '' }],
        ['POST', '/sources', { id: 'x', path: '/x' }],
      ] as const) {
        const { status, json } = await service.request(method, path, { headers, body });
        expect([headers, method, path, status]).toEqual([headers, method, path, 403]);
        expect(json.error).toContain('another origin');
      }
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        expect((await service.request(method, '/sources', { headers })).status).toBe(200);
      }
    }
    expect((await service.get('/bookmarks')).json.data).toEqual([]);
  });

  test("the service's own page may", async () => {
    const headers = { Origin: service.server.url, 'Sec-Fetch-Site': 'same-origin' };
    expect((await service.post('/bookmarks/own', undefined, { headers })).status).toBe(200);
    expect((await service.delete('/bookmarks/own', { headers })).status).toBe(200);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a body of the form type %s is 415',
    async (type) => {
      const headers = { 'Content-Type': type };
      for (const path of ['/search', '/bookmarks/x', '/sources', '/bookmarks/undo']) {
        expect([path, (await service.post(path, '{"q":""}', { headers })).status]).toEqual([path, 415]);
      }
      expect((await service.put('/selection/add', '[]', { headers })).status).toBe(415);
      // As sent by curl -d '', without a body.
      expect((await service.post('/bookmarks/empty', '', { headers })).status).toBe(200);
      expect((await service.delete('/bookmarks/empty')).status).toBe(200);
    },
  );
});

describe('POST /sources', () => {
  const add = async (path: string): Promise<unknown> => {
    const { status, json } = await service.post('/sources', { id: 'new', path });
    return [status, json];
  };

  test('accepts paths below a root, and answers the same for all others', async () => {
    const root = join(service.dir, 'roots', 'one');
    await mkdir(join(root, 'empty'), { recursive: true });
    await mkdir(join(service.dir, 'roots', 'oneself'));
    const beside = await writeCase(join(service.dir, 'roots', 'oneself', 'case'), items);
    await symlink(beside, join(root, 'link'));
    await symlink(join(service.dir, 'roots', 'oneself'), join(root, 'folder'));
    const listed = service.sources.get('a').path;
    const refused = [400, { error: expect.stringContaining('source "new" is not a case'), status: 400 }];
    const first = await add('/nowhere/at/all');
    expect(first).toEqual(refused);
    for (const path of [
      join(root, 'empty'),
      join(root, 'none'),
      root,
      join(root, '..'),
      beside,
      join(root, '..', 'oneself', 'case'),
      join(root, 'link'),
      join(root, 'folder', 'case'),
      // Already open, but still not below a root.
      listed,
      '/etc/passwd',
      '/root',
      '/dev/null',
      'x'.repeat(5000),
    ]) {
      expect([path, await add(path)]).toEqual([path, first]);
    }
    const path = await writeCase(join(root, 'case'), items);
    expect(await add(path)).toEqual([200, { id: 'new', path }]);
  });

  test('is refused altogether with --no-add-sources', async () => {
    const closed = await Service.start({ server: { mayAddSources: false } });
    const { status, json } = await closed.post('/sources', { id: 'x', path: '/nowhere' });
    expect([status, json.error]).toEqual([403, expect.stringContaining('--no-add-sources')]);
  });
});
