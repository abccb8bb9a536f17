/**
 * Texts of a case that has only the words of an index. The page shows the decoded content first, and says which text it shows.
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import { unpackIpedCase } from '../support/iped-fixture.ts';
import { goldenItems } from '../support/iped-items.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = goldenItems();
const idOf = (type: string): number =>
  items.find(({ properties: { contentType } }) => contentType?.[0]?.startsWith(type) === true)!.id;

describeInBrowser('words of an index', () => {
  let service: Service;
  let casePath: string;
  let shown: WatchedPage | undefined;
  beforeAll(async () => {
    casePath = unpackIpedCase('image');
    service = await Service.start({ paths: { I: casePath } });
  });

  const open = async (query: string): Promise<Page> => {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page;
  };

  test('the content is shown first with its matches; a step leads to the words of the index', async () => {
    const id = idOf('message/rfc822');
    const { text: words } = await service.get(`/sources/I/docs/${id}/text`);
    const { text: content } = await service.get(`/sources/I/docs/${id}/text?from=content`);
    // Only the content has this word with a capital letter.
    const word = /\b[A-Z][a-z]{4,}\b/g;
    const capital = content.match(word)!.find((one) => words.split(' ').includes(one.toLowerCase()))!;
    const page = await open(`?q=content:${capital.toLowerCase()}&item=I:${id}&tab=text`);
    const notice = page.locator('.text-notice');
    await page.locator('.text mark').first().waitFor();
    expect(await notice.textContent()).toContain('Text decoded from the content.');
    expect(await page.locator('.text mark').first().textContent()).toMatch(new RegExp(`^${capital}$`, 'i'));
    expect(await page.locator('.text-slice').textContent()).toContain(capital);
    expect(await shown!.accessibilityFaults()).toEqual([]);

    await page.getByRole('button', { name: 'Next match' }).click();
    await page.locator('.text mark[aria-current=true]').waitFor();
    expect(await notice.textContent()).toContain('These are the words of the case’s index.');
    expect(await page.locator('.text mark[aria-current=true]').textContent()).toBe(capital.toLowerCase());
    await page.getByRole('button', { name: 'Show the text of the content' }).click();
    await page.getByText('Text decoded from the content.').waitFor();

    // The choice also applies to the next item.
    await page.getByRole('button', { name: 'Show the words of the index' }).click();
    await page.getByText('These are the words of the case’s index.').waitFor();
    shown!.expectQuiet();
  });

  test('if the content has no text, the words of the index are shown with the reason', async () => {
    const page = await open(`?item=I:${idOf('image/')}&tab=text`);
    await page.getByText('These are the words of the case’s index.').waitFor();
    const notice = page.locator('.text-notice');
    await page.getByText('The content cannot be shown as text').waitFor();
    expect(await notice.textContent()).toContain('text is decoded from plain text');
    expect(await page.getByRole('button', { name: 'Show the text of the content' }).count()).toBe(0);
    expect((await page.locator('.text-slice').textContent())!.length).toBeGreaterThan(20);
  });
});
