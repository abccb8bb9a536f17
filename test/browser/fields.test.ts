/** Fields on the page: sensible first facets with labels, and a search over thousands of fields. */
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const ITEMS: readonly TinyItem[] = [
  {
    id: 1,
    properties: {
      ...{ name: ['a.eml'], category: ['Emails'], type: ['eml'], ext: ['eml'], contentType: ['message/rfc822'] },
      ...{ 'Message:From': ['ana@x'], modified: ['2021-01-01'], ...Object.fromEntries(many('meta:', 3000)) },
    },
  },
  { id: 2, properties: { name: ['b.eml'], category: ['Emails'], ext: ['eml'], 'Message:From': ['rui@x'] } },
];

function many(prefix: string, count: number): readonly (readonly [string, readonly string[]])[] {
  return Array.from({ length: count }, (_, n) => [`${prefix}${n}`, ['x']]);
}

describeInBrowser('fields on the page', () => {
  const service = Service.beforeTests({ cases: { case: ITEMS } });
  let shown: WatchedPage;

  const facets = async (locale = 'en-GB'): Promise<Locator> => {
    shown = await WatchedPage.open(service.server.url, '', { locale });
    return shown.page.locator('section', { has: shown.page.getByRole('group', { name: 'category', exact: true }) });
  };

  test('one facet shows the kind, senders are among the facets, and the extension is closed', async () => {
    const region = await facets();
    const group = (name: string): Locator => region.getByRole('group', { name, exact: true });
    await group('from').getByRole('checkbox', { name: 'ana@x (1)' }).waitFor();
    expect(await group('category').innerText()).toContain('Kind of item');
    expect(await group('ext').getByRole('button').getAttribute('aria-expanded')).toBe('false');
    expect([await group('type').count(), await group('contentType').count()]).toEqual([0, 0]);
    await group('from').getByRole('checkbox', { name: 'ana@x (1)' }).check();
    await shown.expectCount('1 item');
    shown.expectQuiet();
  });

  test('fields are searched by label and by name, usual ones first', async () => {
    const region = await facets();
    await region.getByRole('button', { name: 'Add a facet' }).click();
    const list = region.getByRole('list', { name: 'Fields found' });
    await list.getByRole('listitem').nth(29).waitFor();
    expect(await list.getByRole('listitem').first().innerText()).toMatch(/Reviewed by\s+reviewed/);
    expect(await list.getByRole('listitem').nth(1).innerText()).toMatch(/File type\s+type\s+1 item/);
    const wanted = region.getByRole('searchbox', { name: 'Find a field' });
    await wanted.fill('META:2999');
    await region.getByText('1 field', { exact: true }).waitFor();
    await wanted.fill('media type');
    expect(await shown.accessibilityFaults()).toEqual([]);
    if (process.env['SHOTS'] !== undefined) await shown.page.screenshot({ path: `${process.env['SHOTS']}/fields.png` });
    await list.getByRole('button', { name: 'Media type contentType', exact: true }).click();
    const added = region.getByRole('group', { name: 'contentType', exact: true });
    await added.getByRole('checkbox', { name: 'message/rfc822 (1)' }).waitFor();
    await added.getByRole('button', { name: 'Remove facet contentType' }).click();
    await added.waitFor({ state: 'detached' });
    shown.expectQuiet();
  });

  test('labels are Portuguese, too', async () => {
    const region = await facets('pt-PT');
    await region.getByText('Tipo de item').waitFor();
    await region.getByText('Remetente').waitFor();
  });
});
