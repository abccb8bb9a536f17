/** Boosts whose product is infinite: every match is still ranked, with a finite score. */
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { openItems } from '../../support/opened-case.ts';

const LARGE = `1${'0'.repeat(300)}`;

describe('boosts whose product is infinite', () => {
  test.each([
    '((heron^0)^M)^M',
    '((heron^0)^M)^M OR stork',
    '(+heron^M +stork^M)^0 OR crane',
    '((+(+heron^M +stork)^M +stork)^M OR "heron stork")^0',
    '((her*^0)^M)^M',
  ])('rank every match of %s', async (text) => {
    const items = ['heron', 'heron stork', 'stork crane', 'crane', 'heron heron stork'];
    const asked = new AskedSource(await openItems(items.map((words, i) => ({ id: i + 1, text: words }))));
    const query = parseQuery(text.replaceAll('M', LARGE));
    const found = await asked.top(query, 10);
    expect(found.items.map(({ id }) => id).sort()).toEqual(await asked.ids(query));
    expect(found.items.length).toBe(found.count);
    expect(found.items.filter(({ score }) => !Number.isFinite(score))).toEqual([]);
  });
});
