/**
 * The review mode of the page. Decisions apply to the visible item, the page moves on once they are on disk, and back shows the
 * decision.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { refs, Service } from '../support/http-service.ts';
import { pause } from '../support/until.ts';
import { colouredItems, pictureOnScreen } from './coloured-items.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

/** Random keys and clicks; `make test-page-keys` presses 10,000. */
const STEPS = Number(process.env['REVIEW_STEPS'] ?? 250);
const SEED = Number(process.env['REVIEW_SEED'] ?? 43);
const PAUSE_MS_MAX = 60;
const ANSWER_MS_MAX = 80;
const COUNT = 230;
/** After each group of this many steps, a picture of the screen is compared with the item that is decided. */
const STEPS_PER_PICTURE = 8;
const CHOICES: Readonly<Record<string, string>> = { r: 'Relevant', i: 'Irrelevant' };

describeInBrowser('the review mode', () => {
  let service: Service;
  let shown: WatchedPage;
  beforeAll(async () => {
    const items = await colouredItems(COUNT);
    service = await Service.start({ cases: { many: items } });
    const choices = Object.entries(CHOICES).map(([key, bookmark]) => ({ bookmark, key }));
    await service.put('/codings/Responsiveness', { choices, exclusive: true, required: true });
  });

  test('begins in the dialog, continues after a decision, returns to it, and undoes it', async () => {
    shown = await WatchedPage.open(service.server.url, '?sources=many&sort=name:desc');
    const { page } = shown;
    await page.getByRole('button', { name: 'Reviews' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reviews' });
    await dialog.getByText('New review').click();
    await dialog.getByLabel('Name of the review').fill('First pass');
    // The only panel is chosen already.
    expect(await dialog.getByLabel('Responsiveness').isChecked()).toBe(true);
    expect(await shown.accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create the review' }).click();
    await dialog.getByText('0 of 230 decided').waitFor();
    await dialog.getByRole('button', { name: 'Review', exact: true }).click();
    const mode = page.getByRole('main', { name: 'Review First pass' });
    const item = page.getByRole('region', { name: 'Item' });
    // In the order of the table, by descending name.
    await item.getByText('many · 99', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('review')).toBe('First pass');
    await mode.getByText('0 of 200 decided').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('r');
    await item.getByText('many · 98', { exact: true }).waitFor();
    await mode.getByText('1 of 200 decided').waitFor();
    await mode.getByText('229 items left in the review').waitFor();
    await page.keyboard.press('k');
    await item.getByText('many · 99', { exact: true }).waitFor();
    await mode.locator('button[aria-pressed="true"]', { hasText: 'Relevant' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await mode.getByText('0 of 200 decided').waitFor();
    expect(await item.getByText('many · 99', { exact: true }).count()).toBe(1);
    expect((await service.get('/bookmarks/Relevant')).json.docs).toEqual([]);
    await page.reload();
    await item.getByText('many · 99', { exact: true }).waitFor();
    // The panel has the keys.
    await mode.locator('button[aria-pressed]').first().waitFor();
    await page.keyboard.press('r');
    await item.getByText('many · 98', { exact: true }).waitFor();
    await mode.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('grid').waitFor();
    // The table and the bookmarks show the decision.
    await shown.row(1).locator('.dot').waitFor();
    const bookmarks = page.getByRole('region', { name: 'Bookmarks' }).getByRole('listitem');
    await bookmarks.filter({ hasText: /Relevant\s*1/ }).waitFor();
    shown.expectQuiet();
    await service.put('/bookmarks/Relevant/remove', refs('many', 99));
    await service.delete('/reviews/First%20pass');
  });

  test('by keys alone: a note, the decision, and the next item as it appears', async () => {
    await service.post('/reviews', { name: 'Keys', docs: refs('many', 5, 6), codings: ['Responsiveness'] });
    shown = await WatchedPage.open(service.server.url, '?review=Keys');
    const { page } = shown;
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByText('many · 5', { exact: true }).waitFor();
    await page.keyboard.press('n');
    const note = item.getByRole('textbox', { name: 'New note' });
    await note.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('irrelevant?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Note added').waitFor();
    // A key no longer types a letter into a note, and a checked box takes no keys either.
    await item.getByRole('switch', { name: 'Reviewed' }).check();
    await page.keyboard.press('i');
    await item.getByText('many · 6', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBeNull();
    expect((await service.get('/bookmarks/Irrelevant')).json.docs).toEqual(refs('many', 5));
    await page.keyboard.press('n');
    await note.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('r');
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await item.getByText('many · 5', { exact: true }).waitFor();
    shown.expectQuiet();
    await service.put('/bookmarks/Irrelevant/remove', refs('many', 5));
    await service.delete('/reviews/Keys');
  });

  test('a refused decision is reported, and the page stays at its item', async () => {
    await service.post('/reviews', { name: 'Refused', docs: refs('many', 5, 6), codings: ['Responsiveness'] });
    shown = await WatchedPage.open(service.server.url, '?review=Refused');
    const { page } = shown;
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByText('many · 5', { exact: true }).waitFor();
    await page.getByText('0 of 2 decided').waitFor();
    await service.post('/reviews/Refused/give-back', {});
    await page.keyboard.press('r');
    await page.getByText(/is not in your batch/).waitFor();
    expect(await item.getByText('many · 5', { exact: true }).count()).toBe(1);
    expect((await service.get('/reviews/Refused')).json.decided).toBe(0);
    await service.delete('/reviews/Refused');
  });

  test(
    `with ${STEPS} random keys and clicks (seed ${SEED}) on a slow server, each change affects the item on the screen`,
    async () => {
      await service.post('/reviews', { name: 'Slow', q: '*:*', codings: ['Responsiveness'], batch: 20 });
      const random = new Random(SEED);
      shown = await WatchedPage.open(service.server.url, '?review=Slow');
      const { page } = shown;
      const item = page.getByRole('region', { name: 'Item' });
      await item.getByText('many · 0', { exact: true }).waitFor();
      await page.getByText('0 of 20 decided').waitFor();
      await page.route(/\/(records|reviews|codings|bookmarks|view)/, async (route) => {
        await pause(random.below(ANSWER_MS_MAX));
        await route.continue().catch(() => undefined);
      });
      // Records the screen at a key or a click, before the page handles it.
      await page.evaluate(`
      window.pressed = [];
      const note = (choice) => {
        const seen = document.querySelector('.item-origin span')?.textContent ?? '';
        if (choice !== undefined) window.pressed.push({ choice, seen });
      };
      const keys = ${JSON.stringify(CHOICES)};
      window.addEventListener('keydown', ({ key }) => note(keys[key]), { capture: true });
      window.addEventListener('click', ({ target }) => {
        const text = target.closest?.('.review-choices button')?.textContent ?? '';
        note(Object.values(keys).find((name) => text.startsWith(name)));
      }, { capture: true });
    `);
      const { count: before } = service.bookmarks.head;
      const shownItem = () => page.evaluate<string>(`document.querySelector('.item-origin span')?.textContent ?? ''`);
      const pictures = { seen: 0, blank: 0 };
      for (let step = 0; step < STEPS; step++) {
        if (step % STEPS_PER_PICTURE === 0) {
          // The picture on the screen belongs to the item on which keys act, unless it has not loaded yet.
          const first = await shownItem();
          const picture = await pictureOnScreen(page);
          if (picture === null) pictures.blank++;
          else if ((await shownItem()) === first) {
            pictures.seen++;
            expect(`many · ${picture}`).toBe(first);
          }
        }
        const draw = random.below(12);
        if (draw < 6) await page.keyboard.press(random.pick(['r', 'i']));
        else if (draw < 8) await page.keyboard.press(random.pick(['j', 'k']));
        else if (draw < 10) await page.locator('.review-choices button').nth(random.below(2)).click({ force: true });
        else if (draw < 11)
          await page.getByRole('button', { name: 'To the next undecided item' }).click({ force: true });
        else await page.keyboard.press(random.pick(['1', ' ', 'b', 'x', 'Escape']));
        await pause(random.below(PAUSE_MS_MAX));
      }
      await shown.network.settled();
      await page.unrouteAll({ behavior: 'wait' });
      const pressed = await page.evaluate<{ choice: string; seen: string }[]>('window.pressed');
      let at = 0;
      let changes = 0;
      for await (const { sequence, bookmark, action, items } of service.bookmarks.readLog()) {
        // Records of the bookmarks. The review's own record of a decision is logged next to them.
        if (sequence <= before || bookmark === null || !Object.values(CHOICES).includes(bookmark)) continue;
        if (action !== 'add') continue;
        changes++;
        expect(items).toHaveLength(1);
        const [{ source, ids } = { source: '', ids: [] }] = items ?? [];
        expect(ids).toHaveLength(1);
        const seen = `${source} · ${ids[0]}`;
        // Changes are made in the order of the keys. Refused changes are skipped.
        while (at < pressed.length && !(pressed[at]!.choice === bookmark && pressed[at]!.seen === seen)) at++;
        expect({ bookmark, seen, wasPressed: at++ < pressed.length }).toMatchObject({ wasPressed: true });
      }
      expect(changes).toBeGreaterThan(10);
      // On a slow server most pictures have not loaded yet.
      expect(pictures.seen).toBeGreaterThan(STEPS / STEPS_PER_PICTURE / 20);
      const { decided } = (await service.get('/reviews/Slow')).json;
      const docs = await Promise.all(
        Object.values(CHOICES).map(async (name) => (await service.get(`/bookmarks/${name}`)).json.docs.length),
      );
      expect(docs.reduce((sum: number, one: number) => sum + one, 0)).toBe(decided);
      shown.expectQuiet();
    },
    60_000 + STEPS * 250,
  );
});
