/**
 * The stream of changes: contents, exact resumption, visibility compared with a naive twin, limits, and how streams end.
 * Everything goes over real HTTP.
 */
import { writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { Access } from '../../src/access/access.ts';
import { hashOfToken, printTokenFile, type TokenEntry } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import type { HashedRecord } from '../../src/bookmarks/change-log.ts';
import { eventText } from '../../src/http/changes/event-text.ts';
import { EVENT_BYTES_MAX, REPLAYED_CHANGES_MAX, STREAMS_MAX, STREAMS_OF_PERSON_MAX } from '../../src/http/limits.ts';
import { shownChange } from '../../src/http/output/shown-change.ts';
import { EventStream } from '../support/event-stream.ts';
import { refs, Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(performance.now() * 1000) % 1_000_000);
const items = [1, 2, 3, 4].map((id) => ({ id, text: `item ${id}` }));
const nobody = { remoteAddress: null, requestId: null };

const open = (service: Service, path = '/changes', headers: Record<string, string> = {}): Promise<EventStream> =>
  EventStream.open(service.server.url, path, headers);
const from = (service: Service, id: string | null): Promise<EventStream> =>
  open(service, '/changes', id === null ? {} : { 'Last-Event-ID': id });

describe('on a server without authentication', () => {
  const service = Service.beforeTests({ cases: { one: items, two: items } });

  test('sends each kind of change as the log has it', async () => {
    const stream = await open(service);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await stream.next()).toMatchObject({ name: 'ready', data: { resumed: false } });
    await service.post('/bookmarks/a');
    await service.put('/bookmarks/a/add', refs('one', 1, 2));
    await service.put('/bookmarks/a/rename/b');
    await service.post('/sources/one/docs/1/notes', { text: 'seen before' });
    await service.put('/codings/Panel', { choices: [{ bookmark: 'b', key: 'r' }], exclusive: true });
    await service.put('/reviewed/add', refs('two', 1));
    await service.put('/searches/Birds', { q: 'heron' });
    await service.post('/reviews', { name: 'First', q: 'item', codings: ['Panel'] });
    await service.put('/selection/add', refs('one', 3));
    await service.post('/bookmarks/undo', { seq: 1 + (await stream.next()).data.seq });
    const { changes } = (await service.get('/log')).json;
    await stream.until(() => stream.sequences.length === changes.length);
    const sent = stream.events.filter(({ name }) => name === 'change').map(({ data }) => data);
    expect(sent).toEqual([...changes].reverse());
    const kinds = new Set(sent.flatMap((data) => Object.keys(data)));
    for (const kind of ['bookmark', 'note', 'coding', 'reviewed', 'search', 'review']) expect(kinds).toContain(kind);
    stream.close();
  });

  test('resumes after any event, to the end or further, with nothing repeated and nothing missing', async () => {
    const all = await open(service, '/changes?after=0&follow=false');
    await all.ended();
    expect(all.sequences.length).toBeGreaterThan(5);
    expect(new Set(all.events.map(({ id }) => id)).size).toBe(all.events.length);
    for (const [i, { id, name }] of all.events.entries()) {
      const rest = await open(service, `/changes?after=${id}&follow=false`);
      await rest.ended();
      expect([name, rest.events[0]]).toMatchObject([name, { name: 'ready', data: { resumed: true }, id }]);
      expect(rest.events.slice(1)).toEqual(all.events.slice(i + 1));
      // The header takes precedence over the parameter.
      const byHeader = await open(service, '/changes?after=0&follow=false', { 'Last-Event-ID': id! });
      await byHeader.ended();
      expect(byHeader.events).toEqual(rest.events);
    }
  });

  test('reports that it cannot resume', async () => {
    const { lastId } = await open(service, '/changes?follow=false').then(async (stream) => {
      await stream.ended();
      return stream;
    });
    const [seq, time, view, sources] = lastId!.split('-');
    for (const id of [
      'x',
      '',
      '-1',
      `${Number(seq) + 1}-${time}-${view}-${sources}`,
      `${Number(seq) - 1}-${time}x-${view}-${sources}`,
      `${seq}-${time}-00000000-${sources}`,
      '9'.repeat(100_000),
    ]) {
      if (id === '') continue;
      const stream = await open(service, '/changes?follow=false', { 'Last-Event-ID': id });
      await stream.ended();
      expect(stream.events.map(({ name, data }) => [name, data])).toEqual([
        ['ready', { resumed: false, presence: true }],
        ['reload', { why: 'unknown-point' }],
      ]);
      expect(stream.lastId).toBe(lastId);
      // The first event has no id. A client that is cut off after it repeats its request unchanged.
      expect(stream.events[0]!.id).toBeNull();
    }
  });

  test.each(['/changes?after=x', '/changes?after=', '/changes?follow=yes', '/changes?q=x'])(
    '%s is refused',
    async (path) => {
      const { status, json } = await service.get(path);
      expect([status, json.status]).toEqual([400, 400]);
    },
  );

  test('HEAD has the headers of the stream, and keeps none open', async () => {
    const { status, headers } = await service.request('HEAD', '/changes');
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await until(async () => (await streamCount(service)) === 0);
  });

  test('a source that disappears or appears is an event, also for clients that were away', async () => {
    const stream = await open(service);
    const { id } = await stream.next();
    service.sources.takeOut('two', new Error('broken'));
    expect(await stream.next()).toMatchObject({ name: 'source', data: { source: 'two', state: 'failed' } });
    const between = stream.lastId;
    await service.sources.add('three', join(service.dir, 'cases', 'one'));
    expect(await stream.next()).toMatchObject({ name: 'source', data: { source: 'three', state: 'ready' } });
    const states = ['one', 'two', 'three'].map((source) => [source, source === 'two' ? 'failed' : 'ready']);
    for (const before of [id, between]) {
      const again = await open(service, '/changes?follow=false', { 'Last-Event-ID': before! });
      await again.ended();
      const told = again.events.filter(({ name }) => name === 'source').map(({ data }) => [data.source, data.state]);
      expect(told).toEqual(states);
      expect(again.lastId).toBe(stream.lastId);
    }
    const upToDate = await open(service, '/changes?follow=false', { 'Last-Event-ID': stream.lastId! });
    await upToDate.ended();
    expect(upToDate.events).toHaveLength(1);
    stream.close();
  });

  test('a reader that reads nothing delays nobody, and misses nothing once it reads', async () => {
    const stream = await open(service);
    const first = (await stream.next()).id!;
    stream.response.pause();
    const before = process.memoryUsage().arrayBuffers;
    const name = 'n'.repeat(240);
    for (let i = 0; i < 40; i++) {
      await Promise.all(Array.from({ length: 100 }, (_, n) => service.bookmarks.create(`${name} ${i} ${n}`, nobody)));
    }
    const last = service.bookmarks.head.count;
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    stream.response.resume();
    await stream.until(() => stream.sequences.at(-1) === last);
    expect(stream.sequences).toEqual(
      Array.from({ length: last - Number(first.split('-')[0]) }, (_, i) => last - i).reverse(),
    );
    stream.close();
  });

  test('with too many earlier changes, it reports that, and continues with new ones', async () => {
    const stream = await open(service, '/changes?follow=false');
    await stream.ended();
    const start = service.bookmarks.head.count;
    const add = (count: number, prefix: string): Promise<unknown> =>
      Promise.all(Array.from({ length: count }, (_, n) => service.bookmarks.create(`${prefix} ${n}`, nobody)));
    await add(REPLAYED_CHANGES_MAX, 'old');
    const whole = await open(service, '/changes?follow=false', { 'Last-Event-ID': stream.lastId! });
    await whole.ended();
    expect(whole.events.map(({ name }) => name)).not.toContain('reload');
    expect(whole.sequences).toEqual(Array.from({ length: REPLAYED_CHANGES_MAX }, (_, i) => start + 1 + i));
    await add(1, 'one more');
    const late = await from(service, stream.lastId);
    expect(await late.next()).toMatchObject({ name: 'ready', data: { resumed: true } });
    expect(await late.next()).toMatchObject({ name: 'reload', data: { why: 'too-many-changes' } });
    await add(1, 'another');
    expect((await late.next()).data.seq).toBe(service.bookmarks.head.count);
    late.close();
  });

  test(`no more than ${STREAMS_MAX} streams are open, and each closed one makes room`, async () => {
    const streams: EventStream[] = [];
    for (let i = 0; i < STREAMS_MAX; i += 50) {
      streams.push(...(await Promise.all(Array.from({ length: 50 }, () => open(service)))));
    }
    const { status, json, headers } = await service.get('/changes');
    expect([status, json.error]).toEqual([503, expect.stringContaining('follow=false')]);
    expect(headers['retry-after']).toBeTruthy();
    // All of them get the next change.
    await service.post('/bookmarks/for-all');
    const last = service.bookmarks.head.count;
    for (const stream of streams) await stream.until(() => stream.sequences.at(-1) === last);
    streams.pop()!.close();
    await until(async () => (await streamCount(service)) === STREAMS_MAX - 1);
    const another = await open(service);
    expect(another.response.statusCode).toBe(200);
    for (const stream of [...streams, another]) stream.close();
    await until(async () => (await streamCount(service)) === 0);
  });
});

async function streamCount(service: Service, headers: Record<string, string> = {}): Promise<number> {
  const { text } = await service.get('/metrics', { headers });
  return Number(/^case_access_change_streams (\d+)$/m.exec(text)![1]);
}

const users = [
  { name: 'whole', role: 'administrator', sources: undefined },
  { name: 'anna', role: 'annotator', sources: undefined },
  { name: 'half', role: 'annotator', sources: ['one'] },
  { name: 'other', role: 'annotator', sources: ['two'] },
  { name: 'none', role: 'reader', sources: [] },
] as const;
const bearer = (name: string): Record<string, string> => ({ Authorization: `Bearer token-of-${name}` });

async function withUsers(): Promise<{ service: Service; write: (left?: readonly TokenEntry[]) => Promise<void> }> {
  const entries = users.map(({ name, role, sources }): TokenEntry => {
    const hash = hashOfToken(`token-of-${name}`);
    return { name, role, hash, ...(sources !== undefined && { sources: [...sources] }) };
  });
  let file = '';
  const service = await Service.start({
    cases: { one: items, two: items },
    server: (dir) => {
      file = join(dir, 'tokens.json');
      writeFileSync(file, printTokenFile(entries));
      return { access: new Access(new Tokens(file)) };
    },
  });
  const write = async (left: readonly TokenEntry[] = entries): Promise<void> => {
    writeFileSync(`${file}.new`, printTokenFile([...left]));
    await rename(`${file}.new`, file);
  };
  return { service, write };
}

describe('viewers', () => {
  let service: Service;
  let write: (left?: readonly TokenEntry[]) => Promise<void>;
  beforeAll(async () => {
    ({ service, write } = await withUsers());
  });

  const as = (name: string, method: string, path: string, body?: unknown) =>
    service.request(method, path, { headers: bearer(name), body });

  test(`random changes by random viewers: each gets what the log shows them, across random reconnects (SEED=${SEED})`, async () => {
    const random = new Random(SEED);
    const streams = new Map<string, { stream: EventStream; got: unknown[]; ids: Set<string> }>();
    for (const { name } of users) {
      streams.set(name, { stream: await open(service, '/changes?after=0', bearer(name)), got: [], ids: new Set() });
    }
    const take = (name: string): void => {
      const { stream, got, ids } = streams.get(name)!;
      for (const { name: kind, data, id } of stream.events.splice(0)) {
        if (kind === 'reload') throw new Error(`${name} was sent to the beginning`);
        if (kind !== 'change') continue;
        expect(ids.has(id!)).toBe(false);
        ids.add(id!);
        got.push(data);
      }
    };
    const bookmarks = ['a', 'b', 'c'];
    const source = (): string => random.pick(['one', 'two']);
    const some = () => refs(source(), 1 + random.below(items.length));
    const changes: ((who: string) => Promise<unknown>)[] = [
      (who) => as(who, 'POST', `/bookmarks/${random.pick(bookmarks)}`),
      (who) => as(who, 'PUT', `/bookmarks/${random.pick(bookmarks)}/add`, some()),
      (who) => as(who, 'PUT', `/bookmarks/${random.pick(bookmarks)}/add`, [...refs('one', 1), ...refs('two', 2)]),
      (who) => as(who, 'PUT', `/bookmarks/${random.pick(bookmarks)}/remove`, some()),
      (who) => as(who, 'PUT', `/bookmarks/${random.pick(bookmarks)}`, { comment: `said ${random.below(1000)}` }),
      (who) => as(who, 'DELETE', `/bookmarks/${random.pick(bookmarks)}`),
      (who) => as(who, 'POST', `/sources/${source()}/docs/1/notes`, { text: 'a note' }),
      (who) => as(who, 'PUT', '/reviewed/add', some()),
      (who) => as(who, 'PUT', '/selection/add', some()),
      (who) => as(who, 'PUT', `/searches/s${random.below(3)}`, { q: 'heron', shared: random.below(3) === 0 }),
      (who) => as(who, 'DELETE', `/searches/s${random.below(3)}`),
      (who) => as(who, 'POST', '/bookmarks/undo', { seq: 1 + random.below(service.bookmarks.head.count || 1) }),
    ];
    for (let step = 0; step < 400; step++) {
      await random.pick(changes)(random.pick(users).name);
      if (random.below(8) > 0) continue;
      const { name } = random.pick(users);
      const own = streams.get(name)!;
      own.stream.close();
      await own.stream.ended().catch(() => undefined);
      take(name);
      const headers = {
        ...bearer(name),
        ...(own.stream.lastId === null ? {} : { 'Last-Event-ID': own.stream.lastId }),
      };
      own.stream = await open(service, '/changes?after=0', headers);
    }
    expect(service.bookmarks.head.count).toBeGreaterThan(100);
    for (const { name } of users) {
      // The naive twin: what the log shows this viewer, page by page.
      const log: unknown[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const page: { changes: unknown[]; next: string | null } = (
          await as(name, 'GET', `/log?limit=50${next === '' ? '' : `&after=${next}`}`)
        ).json;
        log.push(...page.changes);
        next = page.next;
      }
      const { stream, got } = streams.get(name)!;
      take(name);
      while (got.length < log.length) {
        await stream.until(() => stream.events.length > 0);
        take(name);
      }
      expect([name, got]).toEqual([name, log.reverse()]);
      stream.close();
    }
    expect(streams.get('none')!.got.length).toBeLessThan(streams.get('half')!.got.length);
    expect(streams.get('half')!.got.length).toBeLessThan(service.bookmarks.head.count);
  });

  test('a change that a viewer may not see is invisible: no event, no id, no source', async () => {
    const stream = await open(service, '/changes', bearer('half'));
    const { id } = await stream.next();
    await as('whole', 'PUT', '/selection/add', refs('two', 3));
    await as('whole', 'PUT', '/searches/hidden', { q: 'heron', shared: false });
    await service.sources.add('later', join(service.dir, 'cases', 'two'));
    const again = await open(service, '/changes?follow=false', { ...bearer('half'), 'Last-Event-ID': id! });
    await again.ended();
    expect(again.events.map(({ name }) => name)).toEqual(['ready']);
    await as('half', 'POST', '/bookmarks/for-half');
    await as('whole', 'PUT', '/bookmarks/for-half/add', [...refs('one', 3), ...refs('two', 1, 2)]);
    expect(await stream.next()).toMatchObject({ name: 'change', data: { what: 'create', bookmark: 'for-half' } });
    expect(await stream.next()).toMatchObject({ name: 'change', data: { what: 'add', items: 1 } });
    stream.close();
  });

  test('an id of another person, or of other sources, cannot be resumed', async () => {
    const stream = await open(service, '/changes?follow=false', bearer('half'));
    await stream.ended();
    for (const { name } of users) {
      const other = await open(service, '/changes?follow=false', { ...bearer(name), 'Last-Event-ID': stream.lastId! });
      await other.ended();
      expect([name, other.events.map((one) => one.name)]).toEqual([
        name,
        name === 'half' ? ['ready'] : ['ready', 'reload'],
      ]);
    }
  });

  test(`one person has no more than ${STREAMS_OF_PERSON_MAX} streams`, async () => {
    const streams = await Promise.all(
      Array.from({ length: STREAMS_OF_PERSON_MAX }, () => open(service, '/changes', bearer('anna'))),
    );
    const { status, json, headers } = await as('anna', 'GET', '/changes');
    expect([status, json.error]).toEqual([429, expect.stringMatching(/"anna" has 16 .*Close one/)]);
    expect(headers['retry-after']).toBeTruthy();
    const other = await open(service, '/changes', bearer('whole'));
    expect(other.response.statusCode).toBe(200);
    for (const stream of [...streams, other]) stream.close();
    await until(async () => (await streamCount(service, bearer('whole'))) === 0);
  });

  test('a revoked or restricted token ends the stream before anything else is sent', async () => {
    const entries = users.map(({ name, role, sources }): TokenEntry => {
      const hash = hashOfToken(`token-of-${name}`);
      return { name, role, hash, ...(sources !== undefined && { sources: [...sources] }) };
    });
    for (const left of [
      entries.filter(({ name }) => name !== 'anna'),
      entries.map((entry) => (entry.name === 'anna' ? { ...entry, sources: ['two'] } : entry)),
    ]) {
      const stream = await open(service, '/changes', bearer('anna'));
      const { id } = await stream.next();
      await write(left);
      await as('whole', 'PUT', '/selection/add', refs('one', 4));
      await as('whole', 'PUT', '/selection/remove', refs('one', 4));
      expect(await stream.next()).toMatchObject({ name: 'end', data: { why: 'access' }, id });
      await stream.ended();
      expect(stream.events).toHaveLength(2);
      await write();
    }
  });

  test('an ended session ends its stream', async () => {
    const { headers } = await service.post('/session', { token: 'token-of-anna' });
    const cookie = { Cookie: headers['set-cookie']![0]!.split(';')[0]! };
    const stream = await open(service, '/changes', cookie);
    await stream.next();
    await service.delete('/session', { headers: { ...cookie, Origin: service.server.url } });
    await as('whole', 'PUT', '/selection/add', refs('one', 2));
    await as('whole', 'PUT', '/selection/remove', refs('one', 2));
    expect(await stream.next()).toMatchObject({ name: 'end', data: { why: 'access' } });
    await stream.ended();
  });
});

test('a stopping server ends its streams at once, and a stream resumes at the next one', async () => {
  const service = await Service.start({ cases: { one: items } });
  await service.post('/bookmarks/a');
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(service)));
  for (const stream of streams) await stream.next();
  await service.server.stop();
  for (const stream of streams) {
    expect(await stream.next()).toMatchObject({ name: 'end', data: { why: 'stopping' } });
    await stream.ended();
  }
  await service.stop();
});

test('the longest record of the log fits into an event', () => {
  // A text with the size that each part has in JSON.
  const text = (units: number): string => '\u0001'.repeat(units);
  const record: HashedRecord = {
    sequence: 10 ** 15,
    time: new Date().toISOString(),
    action: 'unselect',
    bookmark: text(255),
    newName: text(255),
    undoes: 10 ** 15,
    changed: 2 ** 32,
    references: 0,
    digest: null,
    hash: '',
    who: text(200),
    remoteAddress: text(200),
    requestId: text(200),
  };
  const id = '9'.repeat(50);
  expect(Buffer.byteLength(eventText('change', shownChange(record), id))).toBeLessThan(EVENT_BYTES_MAX);
});
