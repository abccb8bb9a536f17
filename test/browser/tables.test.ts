/** Tables on the page: how they were read, and the formats in which hits are exported again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { GUESSED_TABLE } from '../support/tables/guessed-table.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

describeInBrowser('tables', () => {
  const dir = temporaryDir();
  let service: Service;
  let shown: WatchedPage;
  beforeAll(async () => {
    const table = join(dir, 'table.csv');
    writeFileSync(table, GUESSED_TABLE);
    service = await Service.start({ paths: { table } });
  });

  test('a dialog says how a source was read', async () => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await page.getByRole('button', { name: 'How table was read' }).click();
    const dialog = page.getByRole('dialog', { name: 'How this source was read' });
    await dialog.getByText('header in line 2 (guessed)').waitFor();
    const row = (column: string): Locator =>
      dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: column, exact: true }) });
    expect(await row('Date').innerText()).toMatch(/dates, the day first; times of Time/);
    expect(await row('File Size (KB)').innerText()).toMatch(/length\s+its name\s+21\s+sizes in bytes, written in KB/);
    await dialog.getByText('Not a time').first().waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    shown.expectQuiet();
  });

  test('the export dialog offers tables for spreadsheets, workbooks and timelines', async () => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await shown.row(1).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const download = async (): Promise<{ name: string; bytes: Buffer }> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download' }).click(),
      ]);
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const csv = dialog.getByRole('combobox', { name: 'Delimiter' });
    await csv.selectOption('semicolon');
    await dialog.getByRole('checkbox', { name: 'For spreadsheets' }).check();
    const table = (await download()).bytes.toString();
    expect(table).toContain(';"=""007"""');
    expect(table.split('\n')[0]).not.toContain('subject');
    await dialog.getByRole('radio', { name: 'Excel' }).check();
    await csv.waitFor({ state: 'detached' });
    const workbook = await download();
    expect([workbook.name, workbook.bytes.subarray(0, 2).toString()]).toEqual(['export.xlsx', 'PK']);
    await dialog.getByRole('radio', { name: 'Timesketch' }).check();
    const { name, bytes } = await download();
    const lines = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(name).toBe('events.jsonl');
    expect(lines).toHaveLength(41);
    await dialog.getByRole('status').filter({ hasText: 'events.jsonl is complete: 41 dates' }).waitFor();
    await dialog.getByRole('radio', { name: 'ZIP' }).check();
    await dialog.getByRole('combobox', { name: 'Table as' }).selectOption('Excel');
    expect((await download()).name).toBe('export.zip');
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });
});
