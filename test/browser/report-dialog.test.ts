/** The dialog of reports: bookmarks are chosen, texts are entered, and a complete report is saved. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';
import { unzipped } from '../support/unzipped.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

describeInBrowser('the dialog of reports', () => {
  let shown: WatchedPage;
  const items = [1, 2, 3].map((id) => ({
    id,
    properties: { name: `n${id}.txt` },
    text: 'heron',
    content: `bytes ${id}`,
  }));
  const service = Service.beforeTests({ cases: { laptop: items } });
  beforeAll(async () => {
    await service.post('/bookmarks/Relevant');
    await service.put('/bookmarks/Relevant/add', refs('laptop', 1, 2));
  });

  test.each([
    [
      'en-US',
      'Report…',
      'Report',
      'Bookmarks',
      'Title',
      'Download',
      'linked, in a folder',
      'in the report',
      '<html lang="en">',
    ],
    [
      'pt-BR',
      'Relatório…',
      'Relatório',
      'Marcadores',
      'Título',
      'Transferir',
      'ligados, numa pasta',
      'no relatório',
      '<html lang="pt">',
    ],
  ])(
    'saves a report of bookmarks in the language of the page: %s',
    async (locale, opener, name, what, title, button, linked, included, lang) => {
      shown = await WatchedPage.open(service.server.url, '', { locale });
      const { page } = shown;
      await page.getByRole('button', { name: opener, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('radio', { name: what }).check();
      const download = dialog.getByRole('button', { name: button });
      expect(await download.isDisabled()).toBe(true);
      await dialog.getByRole('checkbox', { name: 'Relevant (2)' }).check();
      await dialog.getByRole('textbox', { name: title }).fill('Report 7');
      expect(await shown.accessibilityFaults()).toEqual([]);
      await dialog.getByRole('radio', { name: linked }).check();
      await dialog.getByText('"files"').waitFor();
      const unlinked = dialog.getByRole('radio', { name: included });
      const pictures = process.env['REPORT_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/dialog-${locale}.png` });
      const save = async (): Promise<ReadonlyMap<string, Buffer>> => {
        const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
        expect(file.suggestedFilename()).toBe('report.zip');
        return unzipped(readFileSync(await file.path()));
      };
      const beside = await save();
      expect([...beside.keys()].filter((path) => path.startsWith('files/'))).toEqual([]);
      expect(beside.get('LINKED-SHA256SUMS')!.toString().trim().split('\n')).toHaveLength(2);
      await unlinked.check();
      const files = await save();
      expect(files.get('index.html')!.toString()).toContain(lang);
      expect(files.get('index.html')!.toString()).toContain('<h1>Report 7</h1>');
      expect([...files.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(2);
      expect(files.has('bookmarks/1-Relevant/1.html')).toBe(true);
      shown.expectQuiet();
    },
  );
});
