/**
 * A case that is removed while it is served. Requests that need it say so, without details of the machine; other requests are
 * answered.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { Service } from '../support/http-service.ts';

let service: Service;

beforeAll(async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  service = await Service.start({
    cases: { s: [{ id: 4, properties: { contentType: 'image/png' }, text: 'heron', content: png }] },
    server: { certificates: { caseFacts: new CaseFactsReader(), key: null, analysis: '1' } },
  });
  const path = join(service.dir, 'cases', 's');
  await rename(path, `${path} elsewhere`);
});

describe('a case that is gone', () => {
  test.each(['content', 'thumb', 'view'])('has no %s, and says why', async (part) => {
    const { status, text } = await service.get(`/sources/s/docs/4/${part}`);
    expect([status, text]).toEqual([404, expect.stringMatching(/missing|can no longer be read|cannot be read/)]);
    expect(text).not.toContain(service.dir);
  });

  test('gives no certificate, and says why', async () => {
    const { status, json } = await service.request('POST', '/certificates', { body: { q: 'heron' } });
    expect([status, json.error]).toEqual([
      500,
      expect.stringMatching(/^The case of source "s" cannot be read again: case /),
    ]);
  });

  test('can still be searched', async () => {
    expect((await service.get('/search?q=heron')).json).toEqual({ docs: [{ source: 's', id: 4 }] });
  });
});
