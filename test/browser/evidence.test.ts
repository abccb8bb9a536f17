/**
 * Hostile evidence on the page: names, values, pages and mails that would run, fetch or disguise themselves. A listener counts
 * all requests that reach it, and there must be none. Also a server that asks for tokens.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { runCli } from '../support/run-cli.ts';
import { ServedData } from '../support/served-data.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const RLO = '\u202e';
const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

describeInBrowser('hostile evidence', () => {
  let service: Service;
  let listener: Server;
  let reached: string[];
  let shown: WatchedPage | undefined;
  beforeAll(async () => {
    reached = [];
    listener = createServer((request, response) => {
      reached.push(String(request.url));
      response.end();
    });
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    const out = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const page = `<html><body>${MARKUP}<img src="${out}/picture"><link rel=stylesheet href="${out}/style"><p>the page</p>
      <form action="${out}/form"><input name=a></form><script>fetch("${out}/fetch");parent.document.title="taken"</script></body></html>`;
    const mail = `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${MARKUP}\r\nContent-Type: text/html\r\n\r\n${page}`;
    const item = (id: number, name: string, contentType: string, content: string) => ({
      id,
      properties: { name, path: `/${name}`, contentType, category: MARKUP, length: String(content.length) },
      text: `word ${MARKUP} word`,
      content,
    });
    const items = [
      item(1, `${MARKUP}.html`, 'text/html', page),
      item(2, `invoice${RLO}fdp.exe`, 'message/rfc822', mail),
      item(
        3,
        'picture.svg',
        'image/svg+xml',
        `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("${out}/svg")</script></svg>`,
      ),
      item(4, 'broken.jpg', 'image/jpeg', 'no picture'),
      item(6, 'same\u00adna\u3164m\u{e0041}e.txt', 'text/plain', 'word'),
      {
        id: 7,
        properties: {
          name: 'message',
          from: `Ana${RLO}`,
          [`sent${RLO}`]: '2023-03-01T23:30:00Z',
          category: 'Instant Messages',
        },
      },
      item(5, 'broken.pdf', 'application/pdf', '%PDF-1.7 /OpenAction /JavaScript (app.launchURL("'.concat(out, '"))')),
    ];
    service = await Service.start({ cases: { hostile: items } });
  });
  afterAll(async () => {
    await new Promise((done) => listener.close(done));
  });

  test('is shown as text, and nothing of it runs, fetches, or changes the page', async () => {
    shown = await WatchedPage.open(service.server.url, '?q=word');
    const { page } = shown;
    await shown.expectCount('6 items');
    await page.getByRole('gridcell', { name: `${MARKUP}.html`, exact: true }).waitFor();
    expect(await shown.row(2).locator('.acting').first().textContent()).toBe('RLO');
    expect((await shown.row(6).locator('.acting').allTextContents()).slice(0, 3)).toEqual(['SHY', 'U+3164', 'U+E0041']);
    for (let row = 1; row <= 5; row++) {
      await shown.row(row).click();
      for (const tab of ['Preview', 'Text', 'Properties', 'Context', 'Hex']) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        // This is long enough for a frame to load, and for its contents to do anything that is forbidden.
        await page.waitForTimeout(200);
      }
    }
    await page.getByRole('radio', { name: 'Gallery' }).check();
    await page.getByRole('list', { name: 'Gallery' }).getByRole('listitem').nth(3).waitFor();
    expect(reached).toEqual([]);
    expect(await page.title()).toBe('Case Access');
    shown.expectQuiet();
  });

  test('reverses no direction in choices, neighbours, history and notices', async () => {
    await service.post(`/bookmarks/b${encodeURIComponent(RLO)}`);
    shown = await WatchedPage.open(service.server.url, '?item=hostile:7&tab=conversation');
    const { page } = shown;
    const isClean = async (): Promise<void> => expect(await page.locator('body').textContent()).not.toContain(RLO);
    await page.getByRole('option', { name: 'Ana‹RLO›' }).waitFor({ state: 'attached' });
    await isClean();
    await page.getByRole('tab', { name: 'Context', exact: true }).click();
    await page.getByText('sent‹RLO›').first().waitFor();
    await isClean();
    await shown.row(1).click();
    await page.locator('.item-origin').waitFor();
    await page.keyboard.press('1');
    await page.locator('.notice').getByText('added').waitFor();
    await isClean();
    await page.goto(`${service.server.url}/app/?q=${encodeURIComponent(`"a${RLO}b"`)}`);
    await page.getByText('No items match').or(page.locator('.no-hits')).first().waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('dialog', { name: 'History' }).locator('code .acting').first().waitFor();
  });

  test('a frame that shows a mail has no scripts, no origin, and no way out', async () => {
    const { headers, text } = await service.get('/sources/hostile/docs/2/view?as=page');
    expect(headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
    );
    expect(text).toContain('the page');
    expect(text).not.toMatch(/<script|onerror|http:\/\//i);
    const { headers: ofFrame } = await service.get('/app/pdf.html');
    expect(ofFrame['content-security-policy']).toMatch(/^sandbox allow-scripts; default-src 'none'/);
  });
});

describeInBrowser('an item with many properties and ancestors', () => {
  const DEPTH = 60;
  const many = Object.fromEntries(
    Array.from({ length: 1200 }, (_, i) => [`p${String(i).padStart(4, '0')}`, `value ${i}`]),
  );
  let service: Service;
  beforeAll(async () => {
    const levels = Array.from({ length: DEPTH }, (_, i) => ({
      id: i + 1,
      ...(i === 0 ? {} : { parentId: i }),
      properties: { name: `level ${i}` },
    }));
    const own = { ...many, 'p, sent': '1', huge: 'x'.repeat(5000), zz: 'heron' };
    service = await Service.start({
      cases: { one: [...levels, { id: 100, parentId: DEPTH, properties: { name: 'leaf', ...own } }] },
    });
  });

  test('shows some, and the number of the others', async () => {
    const shown = await WatchedPage.open(service.server.url, '?q=zz:heron&sort=p%5C,+sent:desc');
    const { page } = shown;
    // The order by the property "p, sent".
    await shown.expectCount('1 item');
    await shown.row(1).click();
    await page.getByRole('tab', { name: 'Properties', exact: true }).click();
    const names = page.locator('.properties dt');
    // 500 by name, and the one with the match.
    await page.getByRole('button', { name: 'Show more and 703 more' }).waitFor();
    expect(await names.count()).toBe(501);
    expect(await names.last().textContent()).toBe('zz');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more and 203 more' }).waitFor();
    expect(await names.count()).toBe(1001);
    await page.getByRole('searchbox', { name: 'Find a property' }).fill('huge');
    await page.getByText('and 1,000 more characters').waitFor();
    expect(await names.count()).toBe(1);
    await page.getByRole('tab', { name: 'Context', exact: true }).click();
    const path = page.locator('.way-up li');
    await path.getByText('and 20 more').waitFor();
    const texts = await path.allTextContents();
    expect(texts).toHaveLength(42);
    expect([texts[1], texts[20], texts[22], texts.at(-1)]).toEqual(['level 0', 'level 19', 'level 40', 'level 59']);
    shown.expectQuiet();
    await shown.close();
  });
});

describeInBrowser('a server that asks for tokens', () => {
  let served: ServedData;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    const folder = temporaryDir();
    const file = join(folder, 'tokens.json');
    for (const role of ['reader', 'annotator', 'administrator']) {
      const { stdout } = await runCli(['token', 'new', '--tokens', file, '--name', `Ana, ${role}`, '--role', role]);
      tokens[role] = stdout.trim();
    }
    served = await ServedData.start(join(folder, 'data'), ['--tokens', file]);
  });
  afterAll(async () => {
    await served?.stop();
  });

  async function signIn(token: string): Promise<WatchedPage> {
    const shown = await WatchedPage.open(served.url, '?q=heron');
    const dialog = shown.page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('textbox', { name: 'Token' }).fill(token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    return shown;
  }

  test('the page asks for a token, and continues where it was', async () => {
    const shown = await signIn('wrong');
    const { page } = shown;
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('alert').waitFor();
    expect(shown.errors).toEqual([expect.stringContaining('401')]);
    await dialog.getByRole('textbox', { name: 'Token' }).fill(tokens['annotator']!);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await shown.expectCount(/\d+ items/);
    expect(await shown.row(1).count()).toBe(1);
    await page.reload();
    await shown.expectCount(/\d+ items/);
    // If the session ended elsewhere, the page asks for a new sign-in, and the interrupted request then continues.
    await shown.network.settled();
    await page.evaluate(() => fetch('../session', { method: 'DELETE' }));
    await page.getByRole('columnheader', { name: 'name', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Token' }).fill(tokens['annotator']!);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await shown.row(1).filter({ visible: true }).waitFor();
    expect(shown.reports).toEqual([]);
    await shown.close();
  });

  test('shows a reader everything, and lets the reader change nothing', async () => {
    const shown = await signIn(tokens['reader']!);
    const { page } = shown;
    await shown.row(1).click();
    await page.getByRole('region', { name: 'Item' }).getByRole('tab', { name: 'Properties', exact: true }).click();
    await page.getByRole('contentinfo').getByText('Ana, reader').waitFor();
    for (const key of [' ', 'b', '1']) await page.keyboard.press(key);
    await page.getByText('You are signed in as a reader').waitFor();
    await page.getByRole('button', { name: 'Bookmark all hits' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await shown.row(1).getAttribute('aria-selected')).toBe('false');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: 'NDJSON' }).check();
    await dialog.getByRole('checkbox', { name: 'With a certificate' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ certificate: { total: lines.length - 1 } });
    await page.keyboard.press('Escape');
    shown.expectQuiet();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    expect(await shown.row(1).count()).toBe(0);
    await shown.close();
  });

  test.each(['annotator', 'administrator'])('lets an %s add marks, and shows who added them', async (role) => {
    const shown = await signIn(tokens[role]!);
    const { page } = shown;
    await shown.expectCount(/\d+ items/);
    await page.getByRole('button', { name: 'Bookmark all hits' }).click();
    await page.getByRole('combobox', { name: 'Name' }).fill(`By ${role}`);
    await page.keyboard.press('Enter');
    await page.getByText(`added to By ${role}`).waitFor();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('cell', { name: `Ana, ${role}` })
      .first()
      .waitFor();
    shown.expectQuiet();
    await shown.close();
  });
});
