/** Compressed answers: the same bytes in each coding, rows as they are written, and the ends of streams on both sides. */
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED_UNITS_MAX, COMPRESSED_BYTES_MIN, COMPRESSED_STREAMS_MAX } from '../../src/http/limits.ts';
import type { Answer } from '../support/http-client.ts';
import { Service } from '../support/http-service.ts';
import { expectSameBytes } from '../support/same-bytes.ts';
import { pause, until } from '../support/until.ts';

const COUNT = 400;
const ITEMS = 500_000;
const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync, identity: (bytes: Buffer) => bytes };
type Coding = keyof typeof decoders;
const items = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  text: `heron ${'by the quiet water '.repeat(50)}${i}`,
  content: Buffer.from(`contents ${i} `.repeat(3000)),
  properties: {
    name: `item ${i}.txt`,
    path: `/case/of/birds/${i % 7}/item ${i}.txt`,
    hash: `${i}`.padStart(32, 'ab'),
  },
}));
const service = Service.beforeTests({ cases: { a: items } });
afterEach(() => {
  Object.assign(service.engine('a'), { hugeCount: null, batchFault: null, beforeBatch: null });
});

function ask(path: string, accepted: string | null, method = 'GET'): Promise<Answer> {
  const headers = accepted === null ? {} : { 'Accept-Encoding': accepted };
  return service.request(method, path, { headers, isDescribed: false });
}

function codingOf({ headers }: Pick<Answer, 'headers'>): Coding {
  return (headers['content-encoding'] ?? 'identity') as Coding;
}

/** Headers that do not depend on the coding or the time. */
function otherHeaders({ headers }: Answer): object {
  const own = /^(date|x-request-id|transfer-encoding|content-(length|encoding))$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name)));
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function untimed(bytes: Buffer): string {
  return bytes.toString().replace(/"tookMs":[\d.]+/, '');
}

async function open(path: string, coding: string): Promise<IncomingMessage> {
  const request = httpGet(`${service.server.url}${path}`, { agent: false, headers: { 'Accept-Encoding': coding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

function decoded(response: IncomingMessage): Readable {
  const coding = codingOf(response);
  if (coding === 'identity') return response;
  return response.pipe(coding === 'gzip' ? createGunzip() : createZstdDecompress());
}

const large = [
  '/hits?q=heron&limit=400&properties=*',
  '/hits?q=heron&limit=400&properties=*&snippets=2',
  '/export?q=heron&format=ndjson',
  '/export?q=heron&format=csv',
  '/search?q=heron',
  '/openapi.json',
  '/application.wadl',
];

describe('an answer over the smallest size', () => {
  test.each(large)('%s has the same bytes in each coding, and is much shorter', async (path) => {
    const plain = await ask(path, null);
    expect([plain.status, codingOf(plain), plain.headers.vary]).toEqual([200, 'identity', 'Accept-Encoding']);
    for (const coding of ['gzip', 'zstd'] as const) {
      const answer = await ask(path, coding);
      const length = plain.headers['content-length'];
      const isCompressed = length === undefined || Number(length) >= COMPRESSED_BYTES_MIN;
      expect([answer.status, codingOf(answer)]).toEqual([200, isCompressed ? coding : 'identity']);
      expect(untimed(decoders[codingOf(answer)](answer.bytes))).toBe(untimed(plain.bytes));
      expect(answer.headers.vary).toBe('Accept-Encoding');
      if (plain.bytes.length > 50_000) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(otherHeaders(answer)).toEqual(otherHeaders(plain));
    }
  });

  test.each(large)('%s has the same headers for HEAD', async (path) => {
    for (const coding of ['gzip', 'zstd', 'identity']) {
      const [head, got] = [await ask(path, coding, 'HEAD'), await ask(path, coding)];
      expect([head.status, head.bytes.length, codingOf(head)]).toEqual([200, 0, codingOf(got)]);
      const length = got.headers['content-length'];
      // Except for the digits of `tookMs`.
      if (length !== undefined)
        expect(Math.abs(Number(head.headers['content-length']) - Number(length))).toBeLessThan(16);
      expect(head.headers.vary).toBe('Accept-Encoding');
    }
  });

  test.each([
    ['gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['deflate, gzip;q=0.8', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0, *', 'zstd'],
    ['gzip;q=0', 'identity'],
    ['zstd;q=0, gzip', 'gzip'],
    ['gzip;q=0, zstd;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['br', 'identity'],
    ['nonsense', 'identity'],
    [';;q,=', 'identity'],
  ])('for %j comes as %s', async (accepted, coding) => {
    expect(codingOf(await ask('/hits?q=heron&limit=400&properties=*', accepted))).toBe(coding);
  });
});

test('a small answer is compressed for a client that accepts nothing else', async () => {
  const path = '/hits?q=heron&limit=1';
  const plain = await ask(path, null);
  for (const [accepted, coding] of [
    ['identity;q=0, gzip', 'gzip'],
    ['zstd, *;q=0', 'zstd'],
    ['identity;q=0', 'identity'],
    ['gzip;q=0, identity;q=0', 'identity'],
  ] as const) {
    const answer = await ask(path, accepted);
    expect([accepted, answer.status, codingOf(answer)]).toEqual([accepted, 200, coding]);
    expect(untimed(decoders[coding](answer.bytes))).toBe(untimed(plain.bytes));
    expect((await ask(path, accepted, 'HEAD')).headers['content-encoding']).toBe(answer.headers['content-encoding']);
  }
});

describe('is unchanged', () => {
  test('with more codings in the request than are read', async () => {
    const accepted = `${'x,'.repeat(ACCEPTED_UNITS_MAX / 2)}gzip`;
    expect(codingOf(await ask('/hits?q=heron&limit=400&properties=*', accepted))).toBe('identity');
  });

  test('a small answer, and an error, which still have the same Vary', async () => {
    for (const path of ['/health', '/hits?q=heron&limit=1', '/hits?q=(heron', '/nowhere']) {
      const answer = await ask(path, 'gzip');
      expect([path, codingOf(answer), answer.headers.vary]).toEqual([path, 'identity', 'Accept-Encoding']);
    }
  });

  test('a content, its ranges and its 304, a text with a validator, an archive', async () => {
    const content = '/sources/a/docs/1/content';
    const whole = await ask(content, 'gzip, zstd');
    expect([whole.status, codingOf(whole), whole.headers.vary]).toEqual([200, 'identity', undefined]);
    const tag = whole.headers.etag!;
    const headers = { 'Accept-Encoding': 'gzip' };
    const part = await service.get(content, { headers: { ...headers, Range: 'bytes=2-20005' } });
    expect([part.status, codingOf(part), part.bytes.length]).toEqual([206, 'identity', 20_004]);
    expectSameBytes(part.bytes, whole.bytes.subarray(2, 20_006), 'the range');
    const known = await service.get(content, { headers: { ...headers, 'If-None-Match': tag } });
    expect([known.status, known.bytes.length, codingOf(known)]).toEqual([304, 0, 'identity']);
    const text = await ask('/sources/a/docs/1/text', 'gzip');
    expect([text.status, codingOf(text), text.headers['accept-ranges']]).toEqual([200, 'identity', 'bytes']);
    expect(codingOf(await ask('/export?q=heron&format=zip', 'gzip'))).toBe('identity');
  });

  test('a stream of changes, which stays open', async () => {
    const response = await open('/changes', 'gzip, zstd');
    expect([response.statusCode, codingOf(response)]).toEqual([200, 'identity']);
    response.destroy();
  });
});

describe.each(['gzip', 'zstd', 'identity'] as const)('a stream in %s', (coding) => {
  test('arrives as it is written: everything that was made before the next row', async () => {
    const engine = service.engine('a');
    engine.hugeCount = ITEMS;
    const held = withResolver();
    let isHeld = false;
    engine.beforeBatch = async (before) => {
      if (before < ITEMS / 2) return;
      isHeld = true;
      await held.promise;
    };
    const response = await open('/search?q=x', coding);
    expect(codingOf(response)).toBe(coding);
    const texts: Buffer[] = [];
    const stream = decoded(response).on('data', (bytes: Buffer) => void texts.push(bytes));
    await until(() => isHeld);
    // Pieces have 64 KiB, so less than one piece of the rows made so far is pending.
    const row = '{"source":"a","id":100000},'.length;
    const received = () => texts.reduce((sum, { length }) => sum + length, 0);
    await until(() => received() > (row * ITEMS) / 2 - 200_000);
    held.resolve();
    await once(stream, 'end');
    const { docs } = JSON.parse(Buffer.concat(texts).toString());
    expect([docs.length, docs.at(-1)]).toEqual([ITEMS, { source: 'a', id: ITEMS - 1 }]);
  });

  test('ends its work with its client, and waits for a client that does not read', async () => {
    const engine = service.engine('a');
    engine.hugeCount = 2 ** 31;
    let made = 0;
    engine.beforeBatch = (before) => {
      made = before;
    };
    const cutBefore = service.log.filter(({ cut }) => cut === true).length;
    const response = await open('/search?q=x', coding);
    response.once('readable', () => undefined);
    let last = -1;
    for (let rounds = 0; made !== last; rounds++) {
      if (rounds > 100) throw new Error('it goes on without its client');
      last = made;
      await pause(100);
    }
    expect((await service.get('/health')).status).toBe(200);
    response.destroy();
    await until(() => service.log.filter(({ cut }) => cut === true).length > cutBefore);
    last = made;
    await pause(50);
    expect(made).toBe(last);
  });

  test('is cut off by a fault, and logged once', async () => {
    const engine = service.engine('a');
    engine.hugeCount = ITEMS;
    engine.batchFault = new Error('the disk is gone');
    const cut = () => service.log.filter(({ msg }) => msg === 'answer cut off').length;
    const before = cut();
    const response = await open('/search?q=x', coding);
    let bytes = 0;
    const read = async (): Promise<void> => {
      for await (const piece of response) bytes += (piece as Buffer).length;
    };
    await expect(read()).rejects.toThrow('aborted');
    expect([response.complete, bytes > 1000]).toEqual([false, true]);
    await until(() => cut() > before);
    await pause(20);
    expect(cut()).toBe(before + 1);
  });
});

test('streams beyond the limit of compressed ones are sent uncompressed, and later ones are compressed again', async () => {
  const engine = service.engine('a');
  engine.hugeCount = ITEMS;
  const held = withResolver();
  engine.beforeBatch = (before) => (before < ITEMS / 2 ? undefined : held.promise);
  const responses: IncomingMessage[] = [];
  for (let i = 0; i < COMPRESSED_STREAMS_MAX + 2; i++) {
    const response = await open('/search?q=x', 'gzip');
    response.resume();
    responses.push(response);
  }
  expect(responses.map(codingOf).filter((coding) => coding === 'identity')).toHaveLength(2);
  for (const response of responses) response.destroy();
  held.resolve();
  engine.beforeBatch = null;
  await until(() => service.log.filter(({ cut }) => cut === true).length >= responses.length);
  const again = await open('/search?q=x', 'gzip');
  expect(codingOf(again)).toBe('gzip');
  again.destroy();
});
