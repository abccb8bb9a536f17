/** Pages of two origins in a real Chromium, and a host name that resolves to this machine. Tests what such pages cannot do. */
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Access } from '../../src/access/access.ts';
import { hashOfToken, printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import { closedAtEnd } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { describeInBrowser, openBrowser } from './open-browser.ts';

describeInBrowser('in a real browser', () => {
  let guarded: Service;
  let foreign: Server;
  let browser: Browser;
  /** A page of another origin, under a host name of its own. */
  let evil: string;

  const items = [{ id: 1, text: 'heron' }];
  const service = Service.beforeTests({ cases: { a: items }, server: { allowedHosts: ['cases.example.org'] } });
  beforeAll(async () => {
    await service.post('/bookmarks/kept');
    guarded = await Service.start({
      cases: { a: items },
      server: (dir) => ({ allowedHosts: ['cases.example.org'], access: new Access(new Tokens(join(dir, 'tokens'))) }),
    });
    const entry = { name: 'ana', role: 'annotator' as const, hash: hashOfToken('t') };
    await writeFile(join(guarded.dir, 'tokens'), printTokenFile([entry]));
    foreign = closedAtEnd(
      createServer((_request, response) => {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>foreign</title>');
      }),
    );
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    evil = `http://evil.example:${(foreign.address() as AddressInfo).port}/`;
    browser = await openBrowser(['--host-resolver-rules=MAP evil.example 127.0.0.1, MAP cases.example.org 127.0.0.1']);
  });

  const own = ({ server }: Service): string => `http://cases.example.org:${server.port}`;

  async function onPage<T>(url: string, use: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(url);
      return await use(page);
    } finally {
      await context.close();
    }
  }

  /** What a page's own script gets: a status, or null if the browser hides the answer. */
  const ask = (page: Page, url: string, init: object = {}): Promise<number | null> =>
    page.evaluate(
      async ([to, how]) => {
        try {
          return (await fetch(to, how)).status;
        } catch {
          return null;
        }
      },
      [url, init] as const,
    );

  test("the service's own page reads and changes", async () => {
    await onPage(`${own(service)}/swagger-ui/`, async (page) => {
      expect(await ask(page, '/search?q=heron')).toBe(200);
      expect(await ask(page, '/bookmarks/own', { method: 'POST' })).toBe(200);
      expect(await ask(page, '/bookmarks/own', { method: 'DELETE' })).toBe(200);
    });
  });

  test('a page of another origin reads nothing and changes nothing', async () => {
    await onPage(evil, async (page) => {
      const target = own(service);
      expect(await ask(page, `${target}/search?q=heron`)).toBeNull();
      expect(await ask(page, `${target}/bookmarks/kept`, { method: 'DELETE' })).toBeNull();
      // A request that a browser sends without a preflight. Its status is hidden from the page.
      await ask(page, `${target}/bookmarks/evil`, { method: 'POST', mode: 'no-cors' });
      await ask(page, `${target}/search`, { method: 'POST', mode: 'no-cors', body: '{"q":""}' });
      const form = `<form method="post" action="${target}/bookmarks/form"><input type="submit"></form>`;
      await page.setContent(form);
      await page.click('input');
      await page.waitForURL(/bookmarks\/form/);
      expect(await page.textContent('body')).toContain('another origin');
    });
    expect((await service.get('/bookmarks')).json.data).toEqual(['kept']);
    const refused = service.log.filter(({ status, method }) => method === 'POST' && status === 403);
    expect(refused.map(({ target }) => target)).toEqual(['/bookmarks/evil', '/search', '/bookmarks/form']);
  });

  test('a foreign name that resolves to the service gets nothing (DNS rebinding)', async () => {
    await onPage(`http://evil.example:${service.server.port}/sources`, async (page) => {
      expect(await page.textContent('body')).toContain('--allowed-host');
      expect(await ask(page, '/search?q=heron')).toBe(421);
      expect(await ask(page, '/bookmarks/kept', { method: 'DELETE' })).toBe(421);
    });
    expect((await service.get('/bookmarks')).json.data).toEqual(['kept']);
  });

  test('the session cookie is hidden from scripts, and foreign pages cannot use it', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${own(guarded)}/swagger-ui/`);
    expect(await ask(page, '/sources')).toBe(401);
    const headers = { 'Content-Type': 'application/json' };
    expect(await ask(page, '/session', { method: 'POST', headers, body: '{"token":"t"}' })).toBe(200);
    expect(await ask(page, '/sources')).toBe(200);
    expect(await ask(page, '/bookmarks/mine', { method: 'POST' })).toBe(200);
    expect(await page.evaluate('document.cookie')).toBe('');
    const other = await context.newPage();
    await other.goto(evil);
    await ask(other, `${own(guarded)}/sources?from=evil`, { mode: 'no-cors', credentials: 'include' });
    await ask(other, `${own(guarded)}/bookmarks/evil`, { method: 'POST', mode: 'no-cors', credentials: 'include' });
    const statuses = guarded.log.filter(({ target }) => /evil/.test(String(target))).map(({ status }) => status);
    expect(statuses).toEqual([expect.any(Number), 403]);
    expect([400, 401]).toContain(statuses[0]);
    expect(await ask(page, '/session', { method: 'DELETE' })).toBe(200);
    expect(await ask(page, '/sources')).toBe(401);
    await context.close();
  });
});
