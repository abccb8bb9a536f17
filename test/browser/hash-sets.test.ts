/** Hash sets on the page: a facet, a column, and the sets of the open item. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { hashSetOf } from '../../src/hashsets/build-hash-set.ts';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const MD5 = Array.from({ length: 6 }, (_, n) => `${n}`.repeat(32));

describeInBrowser('hash sets', () => {
  const dir = temporaryDir();
  let service: Service;
  beforeAll(async () => {
    writeFileSync(join(dir, 'nsrl'), [MD5[1], MD5[2]].join('\n'));
    const sets = [await hashSetOf({ name: 'nsrl', file: join(dir, 'nsrl') }, dir)];
    const items = MD5.map((md5, id) => ({ id, properties: { name: `file ${id}`, md5 } }));
    const server = () => ({ hashLists: { sets, dataDir: dir } });
    service = await Service.start({ cases: { case: items }, server });
  });

  test('a facet excludes known files; a column and the open item name their sets', async () => {
    const shown = await WatchedPage.open(service.server.url, '?item=case:1');
    const { page } = shown;
    await page.getByRole('region', { name: 'Item' }).getByText('In hash set nsrl').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByText('hashsets').first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'hashsets' }).waitFor();
    await shown.row(2).getByText('nsrl').waitFor();
    expect(await shown.row(1).getByText('nsrl').count()).toBe(0);
    const facet = page.getByRole('group', { name: 'hashset', exact: true });
    await facet.getByRole('checkbox', { name: /nsrl/ }).check();
    await page.getByText('2 items').first().waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('hashset:"nsrl"');
    expect(await shown.accessibilityFaults()).toEqual([]);
    await shown.close();
  });
});
