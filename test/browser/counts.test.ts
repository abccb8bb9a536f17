/** When the page asks for counts by facet: after the hits, which have priority, and before it draws them. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const ITEMS = 40;

/** Records each request of the page, its answers with hits, and the rows that are drawn at that time. */
const RECORD = `{
  const send = window.fetch;
  window.steps = [];
  const step = (name) => {
    window.steps.push(name + ', ' + document.querySelectorAll('[role=grid] .cell').length + ' cells');
  };
  window.fetch = async (input, init) => {
    const path = new URL(String(input), location.href).pathname;
    if (!/^\\/(hits|facets)$/.test(path)) return send(input, init);
    step('asks ' + path);
    const answer = await send(input, init);
    if (path === '/hits') step('has ' + path);
    return answer;
  };
}`;

describeInBrowser('counts of a new search', () => {
  const items = Array.from({ length: ITEMS }, (_, id) => ({
    id,
    text: id % 2 === 0 ? 'heron' : 'reed',
    properties: { category: [`kind ${id % 3}`] },
  }));
  const service = Service.beforeTests({ cases: { one: items } });

  test('are requested after its hits and before its rows are drawn', async () => {
    const shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await shown.expectCount(`${ITEMS} items`);
    await page.evaluate(RECORD);
    await page.getByRole('searchbox', { name: 'Query' }).fill('heron');
    await page.keyboard.press('Enter');
    await shown.expectCount(`${ITEMS / 2} items`);
    await page.getByRole('checkbox', { name: /^kind 0/ }).waitFor();
    expect(await page.locator('[role=grid] .cell').count()).toBeGreaterThan(0);
    const steps = await page.evaluate<string[]>('window.steps');
    expect(steps).toEqual(['asks /hits, 0 cells', 'has /hits, 0 cells', 'asks /facets, 0 cells']);
  });
});
