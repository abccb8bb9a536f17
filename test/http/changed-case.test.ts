/** The case of a source has changed, but the source was not opened again. Answers come from its index, or are refused. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { until } from '../support/until.ts';
import { unzipped } from '../support/unzipped.ts';

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** Replaces the only file of items. */
function replaceItems(service: Service, id: string, change: (line: string) => string): void {
  const dir = join(service.dir, 'cases', id);
  const [file] = JSON.parse(readFileSync(join(dir, 'case.json'), 'utf8')).items;
  const lines = readFileSync(join(dir, file), 'utf8');
  rmSync(join(dir, file));
  writeFileSync(join(dir, file), change(lines));
}

test('a thumbnail that was drawn before the source was opened again is not that of the new content', async () => {
  const items: TinyItem[] = [{ id: 1, properties: { name: 'one.png' }, content: await picture('#f00') }];
  const service = await Service.start({ cases: { one: items }, caseOptions: { gzip: false } });
  const meanColour = async () => {
    const { bytes } = await service.get('/sources/one/docs/1/thumb');
    const { channels } = await sharp(bytes).stats();
    return channels.map(({ mean }) => (mean > 128 ? 'f' : '0')).join('');
  };
  const { content } = JSON.parse(readFileSync(join(service.dir, 'cases/one/items-00000.jsonl'), 'utf8'));
  writeFileSync(join(service.dir, 'cases/one/content/other'), await picture('#00f'));
  replaceItems(service, 'one', (lines) => lines.replace(content.file, 'content/other'));
  expect(await meanColour()).toBe('f00');
  expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
  expect(await meanColour()).toBe('00f');
});

/** Calls `meanwhile` once, before the case is read. */
class FactsWithChange extends CaseFactsReader {
  meanwhile: (() => Promise<unknown>) | null = null;

  override async factsOf(...given: Parameters<CaseFactsReader['factsOf']>): ReturnType<CaseFactsReader['factsOf']> {
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return super.factsOf(...given);
  }
}

async function certifying(items: readonly TinyItem[]) {
  const facts = new FactsWithChange();
  const service = await Service.start({
    cases: { one: items },
    caseOptions: { gzip: false },
    server: { certificates: { caseFacts: facts, key: null, analysis: '1' } },
  });
  return { facts, service };
}

const named = (id: number, name: string): TinyItem => ({ id, properties: { name }, text: 'heron' });
const ITEMS = [1, 2, 3].map((id) => named(id, `old ${id}`));
const ref = (id: number) => ({ source: 'one', id });
const digestOf = (...ids: number[]) =>
  createHash('sha256')
    .update(ids.map((id) => `one\t${id}\n`).join(''))
    .digest('hex');

/** A service with a bookmark of items 1 and 2. While the case is read for a certificate, item 3 replaces item 1 in it. */
async function changingMine() {
  const { facts, service } = await certifying(ITEMS);
  await service.post('/bookmarks/Mine');
  await service.put('/bookmarks/Mine/add', [ref(1), ref(2)]);
  facts.meanwhile = async () => {
    await service.put('/bookmarks/Mine/remove', [ref(1)]);
    await service.put('/bookmarks/Mine/add', [ref(3)]);
  };
  return service;
}

describe('a certificate', () => {
  test('of a case that changed since it was indexed is refused until the source is opened again', async () => {
    const { service } = await certifying(ITEMS);
    replaceItems(service, 'one', (lines) => lines.replaceAll('heron', 'a heron'));
    const { status, json } = await service.post('/certificates', { q: 'heron' });
    expect([status, json.error]).toEqual([
      409,
      'The case of source "one" has changed since it was indexed. Open the source again (POST /sources/one/refresh), then start again.',
    ]);
    for (const path of [
      '/export?q=heron&format=ndjson&certificate=true',
      '/export?q=heron&format=zip&certificate=true',
    ]) {
      expect((await service.get(path)).status).toBe(409);
    }
    await service.post('/sources/one/refresh');
    expect((await service.post('/certificates', { q: 'heron' })).json).toMatchObject({ total: 3, complete: true });
  });

  test('of a case that changes while it is read is refused', async () => {
    const { facts, service } = await certifying(ITEMS);
    facts.meanwhile = async () => replaceItems(service, 'one', (lines) => lines.replaceAll('heron', 'a heron'));
    expect((await service.post('/certificates', { q: 'heron' })).status).toBe(409);
  });

  test('of a case that is opened again before the search and changes during it leaves no hits open', async () => {
    const { facts, service } = await certifying(ITEMS);
    const change = () => replaceItems(service, 'one', (lines) => lines.replaceAll('heron', 'a heron'));
    let engine = service.engine('one');
    // The facts of the old state are read without an error.
    await service.post('/certificates', { q: 'heron' });
    facts.meanwhile = async () => {
      change();
      await service.post('/sources/one/refresh');
      engine = service.engine('one');
      engine.unread = 0;
      engine.beforeSearch = change;
    };
    expect((await service.post('/certificates', { q: 'heron' })).status).toBe(409);
    await until(() => engine.unread === 0);
  });

  test('is about the exported members of a bookmark, although others replaced them meanwhile', async () => {
    const service = await changingMine();
    const { text } = await service.get('/export?q=bookmark:Mine&format=ndjson&certificate=true');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { certificate } = lines.pop();
    expect(lines.map(({ id }) => id)).toEqual([1, 2]);
    expect(certificate).toMatchObject({
      total: 2,
      digest: digestOf(1, 2),
      bookmarks: [{ name: 'Mine', items: 2, digest: digestOf(1, 2) }],
    });
  });

  test('is about the reported members of a bookmark, although others replaced them meanwhile', async () => {
    const service = await changingMine();
    const { bytes } = await service.post('/report', { bookmarks: ['Mine'], certificate: true });
    const files = await unzipped(bytes);
    expect(JSON.parse(files.get('certificate.json')!.toString())).toMatchObject({ total: 2, digest: digestOf(1, 2) });
  });
});

test('a report has one state of a source, although it was opened again meanwhile', async () => {
  const { facts, service } = await certifying(ITEMS);
  for (const [name, id] of [
    ['A', 1],
    ['B', 2],
  ] as const) {
    await service.post(`/bookmarks/${name}`);
    await service.put(`/bookmarks/${name}/add`, [ref(id)]);
  }
  const { identity } = service.sources.getReady('one').summary;
  facts.meanwhile = async () => {
    replaceItems(service, 'one', (lines) => lines.replaceAll('old ', 'new '));
    expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
  };
  const { bytes } = await service.post('/report', { bookmarks: ['A', 'B'], keywords: ['name:old', 'name:new'] });
  const pages = [...(await unzipped(bytes))]
    .filter(([name]) => name.endsWith('.html'))
    .map(([, page]) => page.toString());
  const text = pages.join('\n');
  expect(text).toContain(identity);
  expect(text).toContain('old 2');
  expect(text).not.toContain('new 2');
});

test('a review is not grouped by the families of a later state', async () => {
  const child = (id: number) => ({ ...named(id, `old ${id}`), parentId: 1 });
  const { service } = await certifying([named(1, 'old 1'), child(2), child(3)]);
  const engine = service.engine('one');
  engine.beforeBatch = async () => {
    engine.beforeBatch = null;
    replaceItems(service, 'one', (lines) => lines.replaceAll('"parentId":1', '"parentId":null'));
    expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
  };
  await service.put('/codings/P', { choices: [{ bookmark: 'yes' }] });
  const asked = { name: 'R', codings: ['P'], batch: 1, together: 'family', q: 'heron' };
  const { json } = await service.post('/reviews', asked);
  expect([engine.beforeBatch, json.review.total, json.review.batches.total]).toEqual([null, 3, 1]);
});

test('a facet of bookmarks counts the members that the query found, although others left meanwhile', async () => {
  const { service } = await certifying(ITEMS);
  await service.post('/bookmarks/Mine');
  await service.put('/bookmarks/Mine/add', [ref(1), ref(2)]);
  const { bookmarks } = service;
  const read = bookmarks.readMembers.bind(bookmarks);
  bookmarks.readMembers = async (...given) => {
    bookmarks.readMembers = read;
    const members = await read(...given);
    await service.put('/bookmarks/Mine/remove', [ref(1)]);
    return members;
  };
  const { json } = await service.post('/facets', { q: 'bookmark:Mine', facets: [{ field: 'bookmark' }] });
  expect([json.total, json.facets[0].values]).toEqual([2, [expect.objectContaining({ value: 'Mine', items: 2 })]]);
});
