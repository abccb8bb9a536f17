import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import { Service } from '../support/http-service.ts';
import { expectSameBytes } from '../support/same-bytes.ts';
import { pause, until } from '../support/until.ts';

let service: Service;
beforeEach(async () => {
  service = await Service.start({ cases: { a: [{ id: 1, text: 'alpha' }], b: [{ id: 1, text: 'alpha' }] } });
});

async function open(path: string): Promise<IncomingMessage> {
  const request = httpGet(`${service.server.url}${path}`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function drained(response: IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return { bytes, isWhole: response.complete };
  } catch {
    return { bytes, isWhole: false };
  }
}

describe('a large answer', () => {
  test('equals the output of JSON.stringify for ids of any length', async () => {
    service.engine('a').hugeCount = 120_000;
    const { text } = await service.get('/search?q=x', { isDescribed: false });
    const docs = [...Array.from({ length: 120_000 }, (_, id) => ({ source: 'a', id }))];
    expectSameBytes(Buffer.from(text), Buffer.from(JSON.stringify({ docs })), 'the whole answer');
    const limited = await service.get('/search?q=x&limit=70001', { isDescribed: false });
    const expected = JSON.stringify({ docs: docs.slice(0, 70_001) });
    expectSameBytes(Buffer.from(limited.text), Buffer.from(expected), 'the limited answer');
  });

  test('has no more listeners than Node takes without a warning', async () => {
    const warned: string[] = [];
    const onWarning = ({ name }: Error): void => void warned.push(name);
    process.on('warning', onWarning);
    try {
      const text = '/sources/a/docs/1/text';
      const paths = [
        '/search?q=x',
        '/hits?q=alpha&properties=*',
        '/facets?q=alpha&facet=source',
        '/export?q=alpha&format=ndjson',
        text,
      ];
      for (const path of paths) {
        if (path === paths.at(-1)) service.engine('a').hugeCount = 120_000;
        const encoded = httpGet(`${service.server.url}${path}`, {
          agent: false,
          headers: { 'accept-encoding': 'gzip' },
        });
        const [response] = (await once(encoded, 'response')) as [IncomingMessage];
        expect([path, response.statusCode, (await drained(response)).isWhole]).toEqual([path, 200, true]);
      }
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('warning', onWarning);
    }
    expect(warned).toEqual([]);
  });

  test('waits for a slow client instead of filling memory', async () => {
    service.engine('a').hugeCount = 2 ** 31;
    const before = process.memoryUsage().rss;
    const response = await open('/search?q=x');
    response.once('readable', () => undefined);
    await pause(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect((await service.get('/health')).status).toBe(200);
    response.destroy();
  });

  test('ends when its client leaves', async () => {
    service.engine('a').hugeCount = 2 ** 31;
    const response = await open('/search?q=x');
    response.once('data', () => response.destroy());
    await until(() => service.log.some(({ cut }) => cut === true));
  });

  test('is cut off by a fault, so that no partial answer looks complete', async () => {
    const engine = service.engine('a');
    engine.hugeCount = 500_000;
    engine.batchFault = new Error('the disk is gone: /secret/path');
    const { bytes, isWhole } = await drained(await open('/search?q=x'));
    expect(bytes).toBeGreaterThan(1000);
    expect(isWhole).toBe(false);
    await until(() => service.log.some(({ msg }) => msg === 'answer cut off'));
    engine.batchFault = null;
    expect((await drained(await open('/search?q=x'))).isWhole).toBe(true);
  });

  test('is cut off by damage found on the way, and the source goes out of service', async () => {
    service.engine('b').hugeCount = 500_000;
    service.engine('b').batchFault = new AppError('INDEX_CORRUPT', 'a block has a wrong checksum');
    expect((await drained(await open('/search?q=x'))).isWhole).toBe(false);
    expect(service.sources.get('b').state.kind).toBe('failed');
    expect((await service.get('/search?q=alpha')).json.incomplete).toHaveLength(1);
  });
});

describe('a running search', () => {
  test('is cancelled when its client leaves', async () => {
    let signal: AbortSignal | undefined;
    service.engine('a').beforeSearch = (_query, options) => {
      signal = options.signal;
      return new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'cancelled')));
      });
    };
    const request = httpGet(`${service.server.url}/search?q=x`, { agent: false });
    request.on('error', () => undefined);
    await until(() => signal !== undefined);
    expect(signal?.aborted).toBe(false);
    request.destroy();
    await until(() => signal?.aborted === true);
    expect((await service.get('/search?q=alpha&sourceID=b')).status).toBe(200);
  });

  test('if heavy waits in a separate queue, and is 503 with Retry-After when that is full', async () => {
    const waiting: (() => void)[] = [];
    service.engine('a').beforeSearch = (query) =>
      query.kind === 'regexp' ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined;
    const heavy = Array.from({ length: 70 }, () => service.get('/search?q=/al.*/&sourceID=a'));
    const light = await Promise.all(Array.from({ length: 20 }, () => service.get('/search?q=alpha')));
    expect(light.filter(({ status }) => status !== 200)).toEqual([]);
    await until(() => waiting.length === 2);
    const refused = await service.get('/search?q=/al.*/&sourceID=a');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { text } = await service.get('/metrics');
    expect(text).toContain('case_access_searches{lane="heavy",state="waiting"} 64');
    const sweep = setInterval(() => {
      for (const resolve of waiting.splice(0)) resolve();
    }, 1);
    const statuses = (await Promise.all(heavy)).map(({ status }) => status);
    clearInterval(sweep);
    expect(statuses.filter((status) => status === 200)).toHaveLength(66);
    expect(statuses.filter((status) => status === 503)).toHaveLength(4);
  });

  test('that exceeds its time is 503, without a partial answer', async () => {
    const slow = await Service.start({ cases: { a: [{ id: 1, text: 'alpha' }] }, searchMsMax: 50 });
    slow.engine('a').beforeSearch = (_query, options) =>
      new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'cancelled')));
      });
    const { status, headers, json } = await slow.get('/search?q=alpha');
    expect(status).toBe(503);
    // It would again take too long.
    expect(headers['retry-after']).toBeUndefined();
    expect(json.error).toContain('0.05 seconds');
    await slow.stop();
  });

  test('that fails is 500 and reveals nothing about the machine; the log has everything', async () => {
    service.engine('a').beforeSearch = () => {
      throw new Error('EIO: /secret/path/data.mdb');
    };
    const { status, json, headers } = await service.get('/search?q=alpha');
    expect(status).toBe(500);
    expect(JSON.stringify(json)).not.toContain('secret');
    const line = service.log.find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ id: headers['x-request-id'] });
    expect(JSON.stringify(line)).toContain('/secret/path/data.mdb');
  });
});
