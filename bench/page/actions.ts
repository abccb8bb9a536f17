/** What an analyst does with one query, action by action. */
import type { MeasuredPage } from './measured-page.ts';

/** Names of the measured actions, in the order of the table. `typing` is separate, because it needs no query. */
export const ACTIONS = [
  'search',
  'search with a leading wildcard',
  'its counts by category',
  'its counts by category, leading wildcard',
  'next page',
  'facet: rows',
  'facet: counts by category',
  'item with marks',
  'item with marks, without a font for its script',
  'suggestions with counts',
] as const;

/** Minimum number of rows of a query: more than the rows of one answer, and of the pages that are turned. */
const ROWS_MIN = 200;
const PAGES = 7;

/** Searches for a query. */
export async function searchFor(measured: MeasuredPage, query: string): Promise<void> {
  const box = measured.page.getByRole('searchbox', { name: 'Query' });
  measured.query = query;
  await box.fill(query);
  await measured.settle();
  const [rows, counts] = LEADING_WILDCARD.test(query)
    ? ['search with a leading wildcard', 'its counts by category, leading wildcard']
    : ['search', 'its counts by category'];
  await measured.measure('keydown', { [rows!]: 'rows', [counts!]: 'counts' }, () => box.press('Enter'));
}

/**
 * Patterns that examine most words of the case. They are a row of their own in the table, because they are slower than all
 * others.
 */
const LEADING_WILDCARD = /(?:^|[\s(+-])[*?]/;

/** Searches, opens the first item, pages to rows that are not loaded, and checks a value of a facet. */
export async function useQuery(measured: MeasuredPage, query: string): Promise<void> {
  const { page } = measured;
  await searchFor(measured, query);
  const total = await page.evaluate<number>(TOTAL);
  if (total === 0) return;
  await page.keyboard.press('Escape');
  await measured.settle();
  await measured.measure(
    'keydown',
    { 'item with marks': 'marks' },
    () => page.keyboard.press('Enter'),
    async (name) => ((await page.evaluate<boolean>(HAS_NO_FONT)) ? `${name}, without a font for its script` : name),
  );
  await page.getByRole('region', { name: 'Item' }).getByRole('button', { name: 'Close', exact: true }).click();
  await measured.settle();
  if (total > ROWS_MIN) await turnPages(measured);
  // The value in the middle is checked, so that some hits are left.
  const value = page.locator('.facet[role=group]').first().locator('.facet-value input').nth(1);
  if ((await value.count()) === 0) return;
  await measured.measure('click', { 'facet: rows': 'rows', 'facet: counts by category': 'counts' }, () =>
    value.click(),
  );
  const filter = page.getByRole('button', { name: 'Remove all', exact: true });
  if (await filter.isVisible()) await filter.click();
  await measured.settle();
}

/**
 * Presses PageDown from the first row until beyond the rows of the first answer. Either all rows of a page are loaded, or none.
 */
async function turnPages(measured: MeasuredPage): Promise<void> {
  const { page } = measured;
  await page.locator('[role=grid] [role=row][aria-rowindex="2"]').focus();
  for (let pages = 0; pages < PAGES; pages++) {
    await measured.measure('keydown', { 'next page': 'place' }, () => page.keyboard.press('PageDown'));
  }
}

/** Types letter by letter. A letter counts if the page sends a request for it. */
export async function typeLetters(measured: MeasuredPage, text: string): Promise<void> {
  const { page } = measured;
  const box = page.getByRole('searchbox', { name: 'Query' });
  measured.query = '';
  await box.fill('');
  await measured.settle();
  for (const letter of text) {
    measured.query += letter;
    await measured.measure('keydown', { 'suggestions with counts': 'suggestions' }, () => page.keyboard.press(letter));
  }
  await box.fill('');
  await measured.settle();
}

const TOTAL = `Number(document.querySelector('.result-line strong').textContent.replace(/\\D/g, ''))`;

/** The browser that `make browser` installs has no font for these scripts, and looks for a font letter by letter. */
const HAS_NO_FONT = `/[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Arabic}]/u.test(
  document.querySelector('.text').textContent)`;
