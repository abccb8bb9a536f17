/** The documentation in a browser: offline, without findings of axe, by keyboard alone, and on a phone. Also its search. */
import { mkdirSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { ensureDocs } from '../support/built-docs.ts';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

describeInBrowser('the documentation', () => {
  let service: Service;
  beforeAll(async () => {
    ensureDocs();
    service = await Service.start();
  });

  const open = (path: string, options = {}) => WatchedPage.open(service.server.url, `../docs/${path}`, options);

  test('the page, the documentation and the interface description link to each other', async () => {
    const watched = await WatchedPage.open(service.server.url);
    const { page } = watched;
    await page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'HTTP interface' }).first().click();
    await page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Program' }).getByRole('link', { name: 'Page' }).click();
    await page.getByRole('searchbox', { name: 'Query' }).waitFor();
    expect(watched.foreign).toEqual([]);
    await watched.close();
  });

  test('the search works by keys alone, and leads to the section', async () => {
    const watched = await open('');
    const { page } = watched;
    await page.keyboard.press('/');
    await page.keyboard.type('reverse proxy token');
    const found = page.getByRole('region', { name: 'Found' });
    await found.getByRole('listitem').first().waitFor();
    expect(await found.getByRole('status').textContent()).toMatch(/^\d+ sections?/);
    expect(await found.locator('mark').count()).toBeGreaterThan(0);
    expect(await watched.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const first = found.getByRole('link').first();
    expect(await first.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
    const address = (await first.getAttribute('href'))!;
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/docs/${address}`);
    watched.expectQuiet();
    await watched.close();
  });

  test.each([
    ['hash set', 'hash-sets.html'],
    ['NEAR', 'grammar-query-language.html'],
    // One of its words contains a special character of regular expressions.
    ['certificat', 'certificates.html'],
    ['valdation', 'validation.html'],
  ])('"%s" finds %s among the first five', async (words, name) => {
    const watched = await open('recipes.html');
    const { page } = watched;
    await page.getByRole('searchbox').fill(words);
    const links = page.getByRole('region', { name: 'Found' }).getByRole('link');
    await links.first().waitFor();
    const first = await links.evaluateAll((all) => all.slice(0, 5).map((link) => link.getAttribute('href')));
    expect(first.some((address) => address?.startsWith(`${name}#`))).toBe(true);
    await watched.close();
  });

  test('words in no section are reported, and Escape ends the search', async () => {
    const watched = await open('');
    const { page } = watched;
    await page.getByRole('searchbox').fill('qqqqzzzz');
    await page.getByText('No section has these words. Try fewer or other words.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('region', { name: 'Found' }).isVisible()).toBe(false);
    await watched.close();
  });

  test.each([
    ['light', DESK],
    ['dark', DESK],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)(
    'in %s colours on a screen of %j, axe finds no fault and nothing is too wide',
    async (colorScheme, viewport) => {
      const watched = await open('', { colorScheme, viewport });
      for (const name of ['index.html', 'page.html', 'grammar-query-language.html', 'performance.html']) {
        await watched.page.goto(`${service.server.url}/docs/${name}`);
        expect([name, await watched.accessibilityFaults()]).toEqual([name, []]);
        const wide = await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([name, wide]).toEqual([name, 0]);
      }
      await shot(watched, `${colorScheme}-${viewport.width}`);
      watched.expectQuiet();
      await watched.close();
    },
  );

  test('by keys: the first stop skips to the text, and everything that scrolls is focusable', async () => {
    const watched = await open('performance.html', { viewport: PHONE });
    const { page } = watched;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('Text');
    const unreachable = await page.evaluate(
      `[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1 &&
        /auto|scroll/.test(getComputedStyle(one).overflowX) && one.tabIndex < 0).length`,
    );
    expect(unreachable).toBe(0);
    await watched.close();
  });

  /** For visual inspection: SHOTS= names the folder. */
  async function shot({ page }: WatchedPage, name: string): Promise<void> {
    const folder = process.env['SHOTS'];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const file of ['index', 'page', 'deployment']) {
      await page.goto(`${service.server.url}/docs/${file}.html`);
      await page.screenshot({ path: `${folder}/${file}-${name}.png` });
    }
  }
});
