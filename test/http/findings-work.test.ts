/**
 * A request whose findings would take too long is refused before the search, based on a sample of its items. Other requests get
 * all findings.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SAMPLED_FINDINGS_ITEMS_MAX } from '../../src/http/limits.ts';
import { ItemScan } from '../../src/query/matching/item-scan.ts';
import { Service } from '../support/http-service.ts';

const ITEMS = 3000;
/** The first items have none, so that the beginning is not representative. */
const EMPTY = 600;
const FINDINGS = 500;

let service: Service;
let scanned = 0;
const { takeAtOnce } = ItemScan.prototype;
beforeAll(async () => {
  ItemScan.prototype.takeAtOnce = function (part) {
    scanned++;
    return takeAtOnce.call(this, part);
  };
  const heron = Array.from({ length: FINDINGS }, (_, i) => `heron${i}`).join(' ');
  const items = Array.from({ length: ITEMS }, (_, id) => ({ id, text: id < EMPTY ? 'heron' : heron }));
  // If findings are grouped, there is time for 400,000.
  service = await Service.start({ cases: { a: items }, searchMsMax: 20_000 });
});
afterAll(async () => {
  ItemScan.prototype.takeAtOnce = takeAtOnce;
});

test('too many for groups are refused after a sample', async () => {
  scanned = 0;
  const { status, text } = await service.get('/findings?q=heron*&group=text');
  expect(status).toBe(400);
  expect(text).toMatch(
    /the set has about 1\.2 million findings, and there is time for 0\.4 million in one request: narrow it with a filter, such as id:\[1 TO 10000\], use rarer words, or increase --search-timeout/,
  );
  expect(scanned).toBeGreaterThan(0);
  expect(scanned).toBeLessThanOrEqual(SAMPLED_FINDINGS_ITEMS_MAX + 1);
});

test.each([
  ['of a part of the set', 'q=heron*&group=text&filter=id:%5B0+TO+630%5D', EMPTY + 31 * FINDINGS, 631],
  ['of a rarer word', 'q=heron7&group=text', ITEMS - EMPTY, ITEMS - EMPTY],
  ['one by one, of a larger set than a sample', 'q=heron7+OR+heron8', 2 * (ITEMS - EMPTY), ITEMS - EMPTY],
])('those %s are complete', async (_, parameters, findings, items) => {
  const { status, text } = await service.get(`/findings?${parameters}`);
  expect(status).toBe(200);
  expect(JSON.parse(text.trimEnd().split('\n').at(-1)!)).toEqual({
    done: true,
    findings,
    items,
    complete: true,
  });
});
