/** A report whose search takes too long, or whose client goes away meanwhile: it ends, and no part of it passes for the whole. */
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import type { HookedEngine, SearchHook } from '../support/hooked-engine.ts';
import { Service } from '../support/http-service.ts';

let service: Service;
let engine: HookedEngine;
beforeAll(async () => {
  service = await Service.start({ cases: { a: [{ id: 1, text: 'alpha' }] }, searchMsMax: 3000 });
  engine = service.engine('a');
});
afterAll(() => service.stop());

function begin(): ClientRequest {
  const asked = request(`${service.server.url}/report`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json' },
  });
  asked.on('error', () => undefined);
  asked.end('{"q":"alpha"}');
  return asked;
}

async function eventually(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
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

test('ends its search when its client goes away', async () => {
  let signal: AbortSignal | undefined;
  engine.beforeSearch = (query, options) => {
    signal = options.signal;
    return untilAborted(query, options);
  };
  const asked = begin();
  await eventually(() => signal !== undefined);
  asked.destroy();
  await eventually(() => signal?.aborted === true);
  engine.beforeSearch = () => undefined;
  expect((await service.post('/report', { q: 'alpha' })).status).toBe(200);
});
