/**
 * A source that is opened again while a request runs or between two pages: each answer is of one state, and pages of two states
 * are refused.
 */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { LIGHT_SEARCH_COUNT_MAX } from '../../src/http/limits.ts';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { pause } from '../support/until.ts';

const CONTRACT =
  'The seller hands over forty crates of dried figs at the northern quay on the second Monday of March, the buyer pays half in advance, weighs every crate himself and signs the receipt that the harbour office keeps.';
const MINUTES =
  'Minutes of the evening: Ruth opened the window, nobody answered the door bell twice, somebody left a blue umbrella behind, and the caretaker promised new light bulbs for each staircase before winter.';

const hashOf = (letter: string): string => letter.repeat(32);
const ITEMS: readonly TinyItem[] = [
  { id: 1, properties: { hash: hashOf('a') }, text: CONTRACT },
  { id: 2, properties: { hash: hashOf('a') }, text: `${CONTRACT} Signed.` },
  { id: 3, properties: { hash: hashOf('b') }, text: MINUTES },
  { id: 4, properties: { hash: hashOf('b') }, text: `${MINUTES} Read.` },
];

/** Makes item 1 the parent of a new item, and exchanges the texts of the items. */
async function openChanged(service: Service): Promise<void> {
  const dir = join(service.dir, 'cases', 'one');
  const [file] = JSON.parse(readFileSync(join(dir, 'case.json'), 'utf8')).items;
  const path = join(dir, file);
  const lines = readFileSync(path, 'utf8');
  const exchanged = lines.replaceAll(CONTRACT, '\u0000').replaceAll(MINUTES, CONTRACT).replaceAll('\u0000', MINUTES);
  rmSync(path);
  writeFileSync(path, exchanged.replaceAll(hashOf('a'), hashOf('c')));
  appendFileSync(path, `${JSON.stringify({ id: 5, parentId: 1, properties: { hash: [hashOf('c')] } })}\n`);
  expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
}

function start(): Promise<Service> {
  return Service.start({ cases: { one: ITEMS }, caseOptions: { gzip: false, itemCount: null } });
}

describe('an item whose source is opened again while its request waits', () => {
  test.each(['neardup', 'similar', 'family'])('has %s of one state', async (what) => {
    const service = await start();
    const path = `/sources/one/docs/1/${what}`;
    const before = (await service.get(path)).json;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const old = service.engine('one');
    old.beforeSearch = () => gate;
    const blocking = Array.from({ length: LIGHT_SEARCH_COUNT_MAX }, () => service.get('/search?q=figs'));
    await pause(200);
    const waiting = service.get(path);
    await pause(200);
    await openChanged(service);
    old.beforeSearch = () => undefined;
    release();
    const { status, json } = await waiting;
    await Promise.all(blocking);
    expect(status).toBe(200);
    const after = (await service.get(path)).json;
    expect(after).not.toEqual(before);
    expect([before, after]).toContainEqual(json);
  });
});

describe('a page after a saved search has changed', () => {
  test.each([
    ['/hits?q=search:Mine&limit=1', 'hits'],
    ['/hits?q=*:*&filter=search:Mine&limit=1', 'hits'],
    ['/hits?q=search:Both&limit=1&sort=hash:asc', 'hits'],
    ['/events?q=search:Mine&limit=1', 'events'],
  ])('of %s is refused', async (path, member) => {
    const dated = ITEMS.map((item) => {
      return { ...item, properties: { ...item.properties, modified: `2024-01-0${item.id}T00:00:00Z` } };
    });
    const service = await Service.start({ cases: { one: dated } });
    const save = (name: string, body: unknown) => service.put(`/searches/${name}`, body);
    await save('Mine', { q: 'figs', shared: true });
    await save('Both', { q: 'search:Mine', shared: true });
    const { next } = (await service.get(path)).json;
    const pageAfter = () => service.get(`${path}&after=${next}`);
    expect((await pageAfter()).json[member]).toHaveLength(1);
    // Neither the order of the saved search nor another search changes the pages.
    await save('Mine', { q: 'figs', shared: true, sort: ['hash:asc'] });
    await save('Other', { q: 'umbrella', shared: true });
    expect((await pageAfter()).status).toBe(200);
    await save('Mine', { q: 'umbrella', shared: true });
    const { status, json } = await pageAfter();
    expect([status, json.error]).toEqual([409, expect.stringContaining('saved search')]);
  });
});
