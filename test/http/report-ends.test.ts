/**
 * A report whose search takes too long, or whose client or source disappears meanwhile. It ends, and no part of it looks
 * complete.
 */
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { rename, truncate } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import type { HookedEngine, SearchHook } from '../support/hooked-engine.ts';
import { refs, Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';
import { manifestOf, unzipped } from '../support/unzipped.ts';

const service = Service.beforeTests({ cases: { a: [{ id: 1, text: 'alpha' }] }, searchMsMax: 3000 });
let engine: HookedEngine;
beforeAll(async () => {
  engine = service.engine('a');
});

function begin(of = service, body: object = { q: 'alpha' }): ClientRequest {
  const asked = request(`${of.server.url}/report`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json' },
  });
  asked.on('error', () => undefined);
  asked.end(JSON.stringify(body));
  return asked;
}

/** Ends with its signal. */
const untilAborted: SearchHook = (_query, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'cancelled')));
  });

test('is 503 if its search takes too long', async () => {
  engine.beforeSearch = untilAborted;
  const { status, json, headers } = await service.post('/report', { q: 'alpha' });
  expect([status, headers['content-type']]).toEqual([503, expect.stringContaining('json')]);
  expect(json.error).toContain('3 seconds');
  engine.beforeSearch = () => undefined;
});

test('ends its search when its client leaves', async () => {
  let signal: AbortSignal | undefined;
  engine.beforeSearch = (query, options) => {
    signal = options.signal;
    return untilAborted(query, options);
  };
  const asked = begin();
  await until(() => signal !== undefined);
  asked.destroy();
  await until(() => signal?.aborted === true);
  engine.beforeSearch = () => undefined;
  expect((await service.post('/report', { q: 'alpha' })).status).toBe(200);
});

/** More than the buffers of a connection take. Until it is read, most of it is not made yet. */
describe('a report being written', () => {
  const COUNT = 600;
  const CONTENT = 'x'.repeat(20_000);
  const LONG_NAME = 'n'.repeat(180);
  let source: HookedEngine;
  const item = (id: number) => ({ id, properties: { name: `${id}${LONG_NAME}` }, text: 'alpha', content: CONTENT });
  const cases = { large: Array.from({ length: COUNT }, (_, i) => item(i + 1)) };
  const large = Service.beforeTests({ cases, searchMsMax: 3000 });
  beforeAll(async () => {
    source = large.engine('large');
    for (const name of ['first', 'second']) await large.post(`/bookmarks/${name}`);
    await large.put('/bookmarks/first/add', refs('large', ...Array.from({ length: 300 }, (_, i) => i + 1)));
    await large.put('/bookmarks/second/add', refs('large', 500));
  });

  /**
   * Returns the number of open files without a name. A report needs some until its end, and a case keeps some contents open.
   */
  function temporaryFiles(): number {
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return [];
      }
    });
    return open.filter((path) => path.includes('case-access-export-')).length;
  }

  /** Reads this many bytes, then waits. */
  async function readSome(asked: ClientRequest, bytes: number): Promise<IncomingMessage> {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    for (let read = 0; read < bytes; ) {
      const piece = response.read() as Buffer | null;
      if (piece === null) await once(response, 'readable');
      else read += piece.length;
    }
    return response;
  }

  async function rest(response: IncomingMessage): Promise<boolean> {
    response.on('error', () => undefined);
    response.resume();
    await new Promise((resolve) => response.once('close', resolve));
    return response.complete;
  }

  test('ends with its client: no work continues, and no file or memory is left', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used: number[] = [];
    for (let round = 0; round < 8; round++) {
      const asked = begin(large, { q: 'alpha', files: true });
      await readSome(asked, 9_000_000);
      if (round === 0) expect(temporaryFiles()).toBeGreaterThan(0);
      asked.destroy();
      await until(() => temporaryFiles() === 0);
      collect();
      const { heapUsed, external } = process.memoryUsage();
      used.push(heapUsed + external);
    }
    expect(Math.min(...used.slice(4)) - Math.max(...used.slice(0, 2))).toBeLessThan(4_000_000);
    expect((await large.get('/health')).status).toBe(200);
  });

  test('is cut if its source goes out of service', async () => {
    const response = await readSome(begin(large, { q: 'alpha', files: true }), 100_000);
    source.readFault = new AppError('SOURCE_UNAVAILABLE', 'the source is out');
    expect(await rest(response)).toBe(false);
    source.readFault = null;
    await until(() => temporaryFiles() === 0);
  });

  test('is cut if the search for a later part takes too long', async () => {
    const response = await readSome(begin(large, { bookmarks: ['first', 'second'], files: true }), 100_000);
    source.beforeSearch = untilAborted;
    expect(await rest(response)).toBe(false);
    source.beforeSearch = () => undefined;
    await until(() => temporaryFiles() === 0);
  });

  test('names a content that became shorter while it was read, and is otherwise complete', async () => {
    const reader = large.sources.getReady('large').caseReader;
    const { openPart } = reader;
    let opened = 0;
    reader.openPart = async (ref) => {
      const input = await openPart.call(reader, ref);
      if (input.bytes === CONTENT.length && ++opened === 2) {
        await truncate(join(large.dir, 'cases', 'large', 'content', '2'), 20);
      }
      return input;
    };
    const { bytes } = await large.post('/report', { q: 'id:[1 TO 4]', files: true, template: 'en' });
    reader.openPart = openPart;
    const files = await unzipped(bytes);
    const told = manifestOf(files.get('manifest.csv')!).filter(({ error }) => error !== '');
    expect(told.map(({ id, kind, error }) => [id, kind, error])).toEqual([
      ['2', 'content', 'the file was truncated while it was read'],
    ]);
    expect(files.get('index.html')!.toString()).toContain('This report is not complete:');
    expect(files.get('items/1.html')!.toString()).toContain('the file was truncated');
  });

  test('reports for each item that its content is missing if the case disappears', async () => {
    const [here, away] = ['content', 'away'].map((name) => join(large.dir, 'cases', 'large', name)) as [string, string];
    const asked = begin(large, { q: 'alpha', files: true });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await rename(here, away);
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece as Buffer);
    await rename(away, here);
    const files = await unzipped(Buffer.concat(pieces));
    const told = manifestOf(files.get('manifest.csv')!).filter(({ error }) => error !== '');
    expect(told.length).toBeGreaterThan(100);
    expect(files.get('index.html')!.toString()).toMatch(/not complete:[\s\S]*Problems: \d/);
    expect([...files.keys()].filter((path) => path.startsWith('files/')).length + told.length).toBeGreaterThanOrEqual(
      COUNT,
    );
  });
});
