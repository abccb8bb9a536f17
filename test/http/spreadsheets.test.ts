/** Exports that users open in a spreadsheet. Nothing is replaced or cut silently. */
import { describe, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { manifestOf, unzipped } from '../support/unzipped.ts';

describe('csv for spreadsheets', () => {
  const long = 'x'.repeat(32_767);
  const odds = { code: '007', part: '3-4', name: 'a; b', length: '12', flag: 'TRUE', note: `=${long}`, memo: long };
  const odd = Service.beforeTests({ cases: { one: [{ id: 1, properties: odds, text: 'heron' }] } });

  const columns = ['code', 'part', 'name', 'length', 'flag'];

  test('keeps texts that a spreadsheet would replace', async () => {
    const { text, headers } = await odd.get(`/export?format=csv&text=excel&properties=${columns}`);
    const cells = ['one', '1', '', '', '"=""007"""', '"=""3-4"""', 'a; b', '12', '"=""TRUE"""'];
    expect(text).toBe(`\ufeffsource,id,parentId,bookmarks,${columns}\r\n${cells}\r\n`);
    expect(headers['x-cut-cells']).toBeUndefined();
  });

  test.each([
    [';', ';', 'text/csv; charset=utf-8', 'csv'],
    ['tab', '\t', 'text/tab-separated-values; charset=utf-8', 'tsv'],
    ['\t', '\t', 'text/tab-separated-values; charset=utf-8', 'tsv'],
  ])('is separated by %j', async (delimiter, separator, type, ending) => {
    const body = { format: 'csv', delimiter, properties: ['name', 'code'] };
    const { text, headers } = await odd.post('/export', body);
    const rows = [
      ['\ufeffsource', 'id', 'parentId', 'bookmarks', 'name', 'code'],
      ['one', '1', '', '', '"a; b"', '007'],
    ];
    expect(text).toBe(rows.map((row) => `${row.join(separator)}\r\n`).join(''));
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      type,
      `attachment; filename=export.${ending}`,
    ]);
  });

  test('truncates values too long for a cell, and says so', async () => {
    const { text, headers } = await odd.get('/export?format=csv&text=excel&properties=note,memo');
    const [note, memo] = text.split('\r\n')[1]!.split(',').slice(4);
    const mark = ' [cut: 32768 characters]';
    expect([note!.length, note!.slice(0, 4), note!.slice(-mark.length)]).toEqual([32_767, "'=xx", mark]);
    expect([headers['x-cut-cells'], memo]).toEqual(['1', long]);
    expect((await odd.get('/export?format=csv&properties=note')).text).toContain(`'=${long}`);
    const files = await unzipped((await odd.get('/export?format=zip&text=excel&files=none')).bytes);
    const told = manifestOf(files.get('manifest.csv')!);
    expect(told.map(({ path, error }) => [path, error])).toEqual([
      ['query.json', ''],
      ['items.csv', '1 cell has more than 32767 characters: cut, with a mark at the end'],
      ['items.jsonl', ''],
    ]);
  });
});
