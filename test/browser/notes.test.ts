/** Notes on the page: about an item, a passage and a value; with authors, earlier versions, readers, and in both languages. */
import { afterEach, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import { askingAs, knowing, type TokenUser, tokenOf } from '../support/token-users.ts';
import { until } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

/** Control characters are shown by their names, and each counts as one. */
const TEXT = 'The heron \u202eturned\u0000 twice.\nThe second line names an account: 12345.';
const LONG = `${'filler words here. '.repeat(3000)}the far passage${' and more'.repeat(100)}`;
const items = [
  { id: 1, text: TEXT, properties: { name: 'one', subject: ['Invoice', 'Second'], hidden: '<b>x</b>' } },
  { id: 2, text: LONG, properties: { name: 'two' } },
  { id: 3, properties: { name: 'three' } },
];

describeInBrowser('notes on the page', () => {
  const service = Service.beforeTests({ cases: { case: items } });
  let shown: WatchedPage;
  afterEach(async () => {
    for (const id of [1, 2, 3]) {
      for (const { n } of await notesOf(id)) await service.delete(`/sources/case/docs/${id}/notes/${n}`);
    }
  });

  const notesOf = async (id: number): Promise<{ n: number; text: string; range?: object }[]> =>
    (await service.get(`/sources/case/docs/${id}/notes`)).json.notes;

  const open = async (query: string): Promise<Locator> => {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page.getByRole('region', { name: 'Item' });
  };

  /** Selects the text between two positions on the screen, as a user with a mouse does. */
  const select = (from: string, to: string): Promise<void> =>
    shown.page.evaluate(`{
      const slice = document.querySelector('.text-slice');
      const walker = document.createTreeWalker(slice, NodeFilter.SHOW_TEXT);
      const places = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (places.length === 0 && node.data.includes(${JSON.stringify(from)})) places.push([node, node.data.indexOf(${JSON.stringify(from)})]);
        if (node.data.includes(${JSON.stringify(to)})) places[1] = [node, node.data.indexOf(${JSON.stringify(to)}) + ${to.length}];
      }
      const [[start, at], [end, until]] = places;
      document.getSelection().setBaseAndExtent(start, at, end, until);
    }`);

  test('are written by key, listed, changed, shown with earlier versions, deleted, and every change can be undone', async () => {
    const item = await open('?item=case:3');
    const { page } = shown;
    await item.getByText('case · 3').waitFor();
    await page.keyboard.press('n');
    const field = item.getByRole('textbox', { name: 'New note' });
    await field.waitFor();
    await until(async () => (await page.evaluate('document.activeElement.ariaLabel')) === 'New note');
    await page.keyboard.type('Seen: the <b>same</b> account');
    await page.keyboard.press('Control+Enter');
    const list = item.getByRole('list', { name: 'Notes' });
    const entry = list.getByRole('listitem').filter({ hasText: 'Seen: the <b>same</b> account' });
    await entry.filter({ hasText: 'anonymous' }).waitFor();
    await item.getByRole('tab', { name: 'Notes 1' }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);

    await entry.getByRole('button', { name: /^Edit the note by anonymous/ }).click();
    await list.getByRole('textbox', { name: 'Text of the note' }).fill('Another account');
    await list.getByRole('button', { name: 'Save' }).click();
    const changed = list.getByRole('listitem').filter({ hasText: 'Another account' });
    await changed.getByText(/^Changed by anonymous/).waitFor();
    await changed.getByText('Earlier versions').click();
    const earlier = changed.getByRole('list', { name: 'Earlier versions' });
    await earlier.getByText('Seen: the <b>same</b> account').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);

    await list.getByRole('button', { name: /^Edit the note by anonymous/ }).click();
    await list.getByRole('textbox', { name: 'Text of the note' }).fill('A third account');
    await list.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Note changed').getByRole('button', { name: 'Undo' }).click();
    await list.getByText('Another account').waitFor();
    await list.getByRole('button', { name: /^Delete the note/ }).click();
    await item.getByText('There are no notes on this item yet.').waitFor();
    expect(await notesOf(3)).toEqual([]);
    await page.getByText('Note deleted').getByRole('button', { name: 'Undo' }).click();
    await list.getByText('Another account').waitFor();
    expect((await notesOf(3)).map(({ text }) => text)).toEqual(['Another account']);
    shown.expectQuiet();
  });

  test('show the text of an undone change', async () => {
    const { n } = (await service.post('/sources/case/docs/3/notes', { text: 'First' })).json;
    await service.put(`/sources/case/docs/3/notes/${n}`, { text: 'Second' });
    await service.post('/bookmarks/undo', { seq: service.bookmarks.head.count });
    const item = await open('?item=case:3&tab=notes');
    const note = item.getByRole('listitem').filter({ hasText: 'First' });
    await note.getByText('Earlier versions').click();
    await note.getByRole('list', { name: 'Earlier versions' }).getByText('Second').waitFor();
  });

  test('about a selected passage are at the right place in the text, whatever characters are shown by name', async () => {
    const item = await open('?item=case:1&tab=text');
    const { page } = shown;
    await item.getByText('The heron').waitFor();
    await select('turned', 'The second');
    await item.getByRole('button', { name: 'Note on this passage' }).click();
    const start = TEXT.indexOf('turned');
    const end = TEXT.indexOf('The second') + 'The second'.length;
    const field = item.getByRole('textbox', { name: 'New note' });
    await field.fill('about two lines');
    await item.getByText(`Characters ${start} to ${end}`).waitFor();
    // A draft survives a change of tab.
    await item.getByRole('tab', { name: 'Text', exact: true }).click();
    await item.getByText('The heron').waitFor();
    await item.getByRole('tab', { name: 'Notes' }).click();
    await item.getByRole('button', { name: 'Add note' }).click();
    const passage = item
      .getByRole('list', { name: 'Notes' })
      .getByRole('button', { name: `Characters ${start} to ${end}` });
    await passage.waitFor();
    const [note] = await notesOf(1);
    expect(note).toMatchObject({ text: 'about two lines', range: { start, end } });

    await passage.click();
    const marked = item.locator('mark.noted[aria-current=true]');
    await marked.waitFor();
    expect(await marked.textContent()).toBe('turnedNUL twice.\nThe second');
    expect(await shown.accessibilityFaults()).toEqual([]);
    // Makes another selection across the mark and its sign, by keyboard.
    await select('The heron', 'account');
    await page.keyboard.press('n');
    await item.getByText(`Characters 0 to ${TEXT.indexOf('account') + 'account'.length}`).waitFor();
    await item.getByRole('button', { name: 'About the whole item' }).click();
    await item.getByText('Characters 0').waitFor({ state: 'hidden' });
    await item.getByRole('tab', { name: 'Text', exact: true }).click();
    await item.getByRole('button', { name: /^Note by anonymous: about two lines/ }).click();
    await item.locator('.note.wanted').filter({ hasText: 'about two lines' }).waitFor();
    shown.expectQuiet();
  });

  test('overlap each other and matches, and no character is lost or repeated', async () => {
    for (const [start, end] of [
      [4, 9],
      [6, 20],
      [0, TEXT.length],
    ]) {
      await service.post('/sources/case/docs/1/notes', { text: `from ${start}`, range: { start, end } });
    }
    const item = await open('?q=heron%20turned&item=case:1&tab=text');
    await item.locator('.text-slice mark.clause-0').first().waitFor();
    await item.getByRole('button', { name: /^Note by anonymous: from 6/ }).waitFor();
    expect(await item.locator('.text-slice').textContent()).toBe(TEXT.replace('\u202e', 'RLO').replace('\0', 'NUL'));
    expect(await item.locator('mark.noted').allTextContents()).toEqual([
      'The ',
      'he',
      'ron',
      ' RLOturnedNUL t',
      'wice.\nThe second line names an account: 12345.',
    ]);
    await item.getByRole('button', { name: 'Next match' }).click();
    await item.locator('mark[aria-current=true]').first().waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });

  test('load the slice of a passage far down a long text', async () => {
    const start = LONG.indexOf('the far passage');
    await service.post('/sources/case/docs/2/notes', { text: 'far', range: { start, end: start + 15 } });
    const item = await open('?item=case:2&tab=notes');
    await item.getByRole('button', { name: /“?the far passage/ }).click();
    const mark = item.locator('mark.noted[aria-current=true]');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('the far passage');
    const box = (await mark.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y).toBeLessThan(800);
    shown.expectQuiet();
  });

  test('about values are shown beside them', async () => {
    await service.post('/sources/case/docs/1/notes', { text: 'whole property', range: { property: 'subject' } });
    const item = await open('?item=case:1&tab=properties');
    await item.getByRole('button', { name: /^Note by anonymous: whole property/ }).waitFor();
    await item.getByRole('button', { name: 'Note on subject: Second' }).click();
    await item.getByRole('textbox', { name: 'New note' }).fill('only this value');
    await item.getByRole('button', { name: 'Add note' }).click();
    await item.getByRole('list', { name: 'Notes' }).getByRole('button', { name: 'subject: Second' }).click();
    const value = item.locator('.value.noted');
    await value.waitFor();
    expect(await value.textContent()).toBe('Second');
    expect((await notesOf(1)).map(({ range }) => range)).toEqual([
      { property: 'subject' },
      { property: 'subject', value: 'Second' },
    ]);
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });

  test('are in Portuguese', async () => {
    await service.post('/sources/case/docs/1/notes', { text: 'uma nota', range: { start: 0, end: 9 } });
    shown = await WatchedPage.open(service.server.url, '?item=case:1&tab=notes', { locale: 'pt-BR' });
    const item = shown.page.getByRole('region', { name: 'Item' });
    await item.getByRole('tab', { name: 'Notas 1' }).waitFor();
    await item.getByRole('textbox', { name: 'Nova nota' }).waitFor();
    await item.getByRole('button', { name: /Caracteres 0 a 9/ }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
  });
});

describeInBrowser('notes of several people', () => {
  const users: readonly TokenUser[] = [
    { name: 'anna', role: 'annotator' },
    { name: 'rita', role: 'reader' },
  ];
  const service = Service.beforeTests({ cases: { case: items }, server: knowing(users) });
  const as = askingAs(service);

  test('a reader sees them, and cannot write any', async () => {
    await as('anna', 'POST', '/sources/case/docs/1/notes', { text: 'by anna', range: { start: 4, end: 9 } });
    const shown = await WatchedPage.open(service.server.url, '?item=case:1&tab=notes');
    const { page } = shown;
    await page.getByRole('textbox', { name: 'Token' }).fill(tokenOf('rita'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByRole('list', { name: 'Notes' }).getByText('by anna').waitFor();
    await item.getByText(/^You are signed in as a reader/).waitFor();
    expect(await item.getByRole('textbox').count()).toBe(0);
    expect(await item.getByRole('button', { name: /^(Edit|Delete) the note/ }).count()).toBe(0);
    await page.keyboard.press('n');
    await page
      .getByRole('status')
      .getByText(/^You are signed in as a reader/)
      .waitFor();
    await item.getByRole('tab', { name: 'Text', exact: true }).click();
    await item.locator('mark.noted').filter({ hasText: 'heron' }).waitFor();
    await item.getByRole('tab', { name: 'Properties' }).click();
    await item.getByText('Invoice').waitFor();
    expect(await item.getByRole('button', { name: /^Note on/ }).count()).toBe(0);
    expect(await shown.accessibilityFaults()).toEqual([]);
    await shown.close();
  });
});
