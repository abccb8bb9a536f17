/**
 * Other viewers of an item: compared with a naive twin for random pages of random people; who may not see them; and that
 * nothing is stored.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { PRESENT_NAMES_MAX } from '../../src/http/limits.ts';
import { EventStream } from '../support/event-stream.ts';
import { Service } from '../support/http-service.ts';
import { askingAs, knowing } from '../support/token-users.ts';
import { until } from '../support/until.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(performance.now() * 1000) % 1_000_000);
const items = [1, 2, 3].map((id) => ({ id, text: `item ${id}` }));
const many = Array.from({ length: PRESENT_NAMES_MAX + 3 }, (_, n) => `user${String(n).padStart(2, '0')}`);
const users = [
  { name: 'anna', sources: undefined },
  { name: 'ben', sources: undefined },
  { name: 'half', sources: ['one'] },
  { name: 'ann', sources: undefined },
  ...many.map((name) => ({ name, sources: undefined })),
];

interface Item {
  readonly source: string;
  readonly id: number;
}

interface OpenPage {
  readonly name: string;
  readonly page: string;
  readonly stream: EventStream;
  item: Item | null;
}

describe('people at items', () => {
  let count = 0;
  let marks = 0;
  const pages: OpenPage[] = [];
  const own = users.map((user) => ({ ...user, role: user.name === 'ann' ? 'annotator' : 'reader' }) as const);
  const service = Service.beforeTests({ cases: { one: items, two: items }, server: knowing(own) });
  afterAll(async () => {
    for (const { stream } of pages) stream.close();
  });

  const as = askingAs(service);

  async function open(name: string): Promise<OpenPage> {
    const page = `page-${count++}`;
    const headers = { Authorization: `Bearer token-of-${name}` };
    const stream = await EventStream.open(service.server.url, `/changes?page=${page}`, headers);
    expect(await stream.next()).toMatchObject({ name: 'ready', data: { presence: true } });
    const opened = { name, page, stream, item: null };
    pages.push(opened);
    return opened;
  }

  async function look(one: OpenPage, item: Item | null): Promise<void> {
    expect((await as(one.name, 'PUT', '/presence', { page: one.page, item })).status).toBe(200);
    one.item = item;
  }

  /** Resolves when the server knows that it is gone. */
  async function close(one: OpenPage): Promise<void> {
    one.stream.close();
    pages.splice(pages.indexOf(one), 1);
    const open = new RegExp(`^case_access_change_streams ${pages.length}$`, 'm');
    await until(async () => open.test((await as('anna', 'GET', '/metrics')).text));
  }

  async function closeAll(): Promise<void> {
    for (const one of [...pages]) await close(one);
  }

  /** The last message to the page about its item. */
  function told({ stream, item }: OpenPage): unknown {
    const { data } = stream.events.findLast(({ name }) => name === 'presence') ?? {};
    if (item === null || data?.source !== item.source || data.id !== item.id) return { names: [], count: 0 };
    return { names: data.names ?? [], count: data.count ?? 0 };
  }

  /** The naive twin examines everyone. */
  function expected(own: OpenPage): unknown {
    const names = new Set<string>();
    for (const { name, item } of pages) {
      const isThere = own.item !== null && item !== null && item.source === own.item.source && item.id === own.item.id;
      if (isThere && name !== own.name) names.add(name);
    }
    return { names: [...names].sort().slice(0, PRESENT_NAMES_MAX), count: names.size };
  }

  /**
   * Waits until every page has its messages. A stream sends a change and then the viewers, so the second of two changes comes
   * after everything before the first.
   */
  const agree = async (): Promise<void> => {
    for (let mark = 0; mark < 2; mark++) {
      const { seq } = await as('ann', 'POST', `/bookmarks/mark${marks++}`).then(async () => {
        const [last] = (await as('ann', 'GET', '/log?limit=1')).json.changes;
        return last as { seq: number };
      });
      for (const { stream } of pages) await stream.until(() => stream.sequences.includes(seq));
    }
    expect(pages.map((one) => told(one))).toEqual(pages.map(expected));
  };

  test(`each page gets the others at its item, and nobody else (SEED=${SEED})`, async () => {
    const random = new Random(SEED);
    for (let step = 0; step < 150; step++) {
      const one = pages.length === 0 ? undefined : random.pick(pages);
      if (one === undefined || (pages.length < 12 && random.below(4) === 0))
        await open(random.pick(['anna', 'ben', 'half']));
      else if (random.below(8) === 0) await close(one);
      else {
        const source = one.name === 'half' ? 'one' : random.pick(['one', 'two']);
        await look(one, random.below(5) === 0 ? null : { source, id: 1 + random.below(2) });
      }
      await agree();
    }
    await closeAll();
  });

  test('a page that returns to an item which everyone has left gets the current state', async () => {
    const [own, other] = [await open('anna'), await open('ben')];
    for (const one of [own, other]) await look(one, { source: 'two', id: 3 });
    await agree();
    await look(own, { source: 'two', id: 1 });
    await agree();
    await look(other, null);
    await look(own, { source: 'two', id: 3 });
    await agree();
    expect(told(own)).toEqual({ names: [], count: 0 });
    await look(other, { source: 'two', id: 3 });
    await look(own, { source: 'two', id: 1 });
    await look(own, { source: 'two', id: 3 });
    await agree();
    await closeAll();
  });

  test('some names are listed, and the rest are counted', async () => {
    const own = await open('anna');
    await look(own, { source: 'two', id: 3 });
    for (const name of many) await look(await open(name), { source: 'two', id: 3 });
    await agree();
    expect(told(own)).toEqual({ names: many.slice(0, PRESENT_NAMES_MAX), count: many.length });
    await closeAll();
  });

  test('presence at items of a hidden source is neither accepted nor reported', async () => {
    const [own, other] = [await open('half'), await open('anna')];
    await look(other, { source: 'two', id: 1 });
    const refused = await as('half', 'PUT', '/presence', { page: own.page, item: { source: 'two', id: 1 } });
    const nowhere = await as('half', 'PUT', '/presence', { page: own.page, item: { source: 'none', id: 1 } });
    expect([refused.status, refused.json.error.replace('two', 'none')]).toEqual([404, nowhere.json.error]);
    await look(own, { source: 'one', id: 1 });
    await look(other, { source: 'one', id: 1 });
    await agree();
    for (const { stream } of [own, other]) expect(JSON.stringify(stream.events)).not.toContain('two');
    await closeAll();
  });

  test('a page of another person, one without a stream, and invalid names are refused', async () => {
    const own = await open('anna');
    for (const [name, page] of [
      ['ben', own.page],
      ['anna', 'nothing'],
    ] as const) {
      const { status, json } = await as(name, 'PUT', '/presence', { page, item: null });
      expect([status, json.error]).toEqual([404, expect.stringContaining(`Open GET /changes?page=${page} first`)]);
    }
    for (const page of ['', 'a b', 'x'.repeat(65)]) {
      expect((await as('anna', 'PUT', '/presence', { page, item: null })).status).toBe(400);
      expect((await as('anna', 'GET', `/changes?follow=false&page=${encodeURIComponent(page)}`)).status).toBe(400);
    }
    await close(own);
  });
});

test('can be switched off by the server, and is never in an audit', async () => {
  const service = await Service.start({ cases: { one: items } });
  const file = join(service.dir, 'audit.log');
  const audit = await AuditLog.open(file, { onState: () => undefined });
  const audited = await Service.start({
    cases: { one: items },
    server: { audit: { log: audit, isRequired: false } },
  });
  const stream = await EventStream.open(audited.server.url, '/changes?page=own');
  const other = await EventStream.open(audited.server.url, '/changes?page=other');
  await stream.next();
  for (const page of ['own', 'other']) {
    const { status } = await audited.put('/presence', { page, item: { source: 'one', id: 2 } });
    expect(status).toBe(200);
  }
  // Nobody has a name here, so viewers are counted.
  expect(await stream.next()).toEqual({
    name: 'presence',
    id: stream.lastId,
    data: { source: 'one', id: 2, names: [], count: 1 },
  });
  stream.close();
  other.close();
  await audited.stop();
  await audit.close();
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('/presence'));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).not.toContain('"one"');
  await service.stop();

  const off = await Service.start({ cases: { one: items }, server: { hasPresence: false } });
  const quiet = await EventStream.open(off.server.url, '/changes?page=own');
  expect(await quiet.next()).toMatchObject({ data: { presence: false } });
  const { status, json } = await off.put('/presence', { page: 'own', item: { source: 'one', id: 2 } });
  expect([status, json.error]).toEqual([403, expect.stringContaining('--no-presence')]);
  quiet.close();
  await off.stop();
});
