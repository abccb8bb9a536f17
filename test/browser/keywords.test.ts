/** Keyword lists of other tools on the page: translated with their doubts before they run, and counted as translated. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = [
  { id: 1, properties: { name: 'one.txt' }, text: 'the statue of liberty, an apple pie and a pear' },
  { id: 2, properties: { name: 'two.txt' }, text: 'a pear, one two three four five six, an apple' },
  { id: 3, properties: { name: 'three.txt' }, text: 'statue and liberty' },
];
const LIST = [
  '# terms of counsel',
  'apple w/5 pear',
  'statue of liberty',
  '##li.*ty',
  'apple and pear or plum',
  'name contains th%%ree',
].join('\n');

describeInBrowser('keyword lists of other tools', () => {
  const service = Service.beforeTests({ cases: { one: items } });
  let shown: WatchedPage;

  test('are translated with their doubts, then counted; a click searches the translation', async () => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await page.getByRole('button', { name: 'Keywords', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Keywords' });
    await dialog.getByRole('textbox', { name: 'Keywords' }).fill(LIST);
    await dialog.getByRole('button', { name: 'Run report' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Syntax' }).selectOption('relativity');
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/keywords')) reports.push(request.postData() ?? '');
    });
    await dialog.getByRole('button', { name: 'Translate' }).click();
    const translation = dialog.getByRole('grid', { name: 'Translation' });
    await dialog.getByText('5 lines, 1 without an exact meaning, 3 with doubts.').waitFor();
    const cells = async (written: string): Promise<string[]> =>
      translation.getByRole('row').filter({ hasText: written }).getByRole('gridcell').allInnerTexts();
    expect(await cells('apple w/5')).toEqual(['apple w/5 pear', 'apple NEAR/5 pear', '']);
    expect(await cells('statue')).toEqual([
      'statue of liberty',
      '"statue of liberty"',
      expect.stringMatching(/^of is a noise word of Relativity/),
    ]);
    expect(await cells('##li')).toEqual(['##li.*ty', '/li.*ty/', expect.stringMatching(/whole words/)]);
    expect(await cells('plum')).toEqual([
      'apple and pear or plum',
      'not exact',
      expect.stringMatching(/side by side: put one of them in parentheses/),
    ]);
    expect(reports).toEqual([]);
    expect(await shown.accessibilityFaults()).toEqual([]);
    if (process.env.PICTURE !== undefined) await page.screenshot({ path: process.env.PICTURE });
    await dialog.getByRole('button', { name: 'Run report' }).click();
    const report = dialog.getByRole('grid', { name: 'Keyword report' });
    await report.getByRole('row', { name: 'apple w/5 pear 1' }).waitFor();
    await report.getByRole('row', { name: 'statue of liberty 1' }).waitFor();
    await report.getByRole('row', { name: /^apple and pear or plum .*side by side/ }).waitFor();
    await dialog.getByText('5 queries, 1 with errors').waitFor();
    expect(reports.map((body) => JSON.parse(body).syntax)).toEqual(['relativity']);
    if (process.env.PICTURE !== undefined) await page.screenshot({ path: `${process.env.PICTURE}.run.png` });
    // In another syntax the meaning differs, so the list is translated again before it runs.
    await dialog.getByRole('combobox', { name: 'Syntax' }).selectOption('relativity-noise');
    await report.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Translate' }).click();
    await translation.getByText('any word may take its place').waitFor();
    expect(await cells('statue')).toEqual([
      'statue of liberty',
      'statue\\ *\\ liberty',
      expect.stringMatching(/any word may take its place/),
    ]);
    await dialog.getByRole('button', { name: 'Run report' }).click();
    await report.getByRole('row', { name: 'statue of liberty 2' }).waitFor();
    await report.getByRole('button', { name: 'statue of liberty' }).click();
    await shown.expectCount('2 items');
    expect(await page.getByRole('searchbox', { name: 'Query' }).inputValue()).toBe('statue\\ *\\ liberty');
    shown.expectQuiet();
  });

  test('have dates in UTC: with another time zone they are not run', async () => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await page.getByLabel('Time zone').selectOption('America/Sao_Paulo');
    await page.getByRole('button', { name: 'Keywords', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Keywords' });
    await dialog.getByRole('textbox', { name: 'Keywords' }).fill('apple');
    await dialog.getByRole('combobox', { name: 'Syntax' }).selectOption('nuix');
    await dialog.getByRole('button', { name: 'Translate' }).click();
    await dialog.getByRole('button', { name: 'Run report' }).click();
    await dialog.getByText('choose UTC as the time zone').waitFor();
    shown.expectQuiet();
  });
});
