/**
 * Served sources whose cases grow, shrink and change at random, with parts that are merged in some histories. After each step,
 * random requests get the answers of a server that indexed the same case at once. RUNS= sets the number of histories.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { listedParts } from '../../src/engine/index-parts.ts';
import { currentGeneration, indexDirectory } from '../../src/indexing/generations.ts';
import { comparable } from '../support/comparable-answer.ts';
import { temporaryDir } from '../support/endings.ts';
import { GrowingCase } from '../support/growing-case.ts';
import type { Answer } from '../support/http-client.ts';
import { Service } from '../support/http-service.ts';
import { type RandomRequest, randomRequest } from '../support/random-requests.ts';
import { seeded } from '../support/seeded.ts';
import { until } from '../support/until.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.RUNS ?? 4);
const STEPS = 5;
const REQUESTS = 25;
const PAGES_MAX = 6;

const ask = (service: Service, { path, body }: RandomRequest): Promise<Answer> =>
  body === undefined ? service.get(path) : service.post(path, body);

/** Expects the same answer, and the same next pages. Returns the status. */
async function expectSame(grown: Service, whole: Service, request: RandomRequest, where: string): Promise<number> {
  let [a, b] = [await ask(grown, request), await ask(whole, request)];
  const { status } = b;
  for (let page = 0; ; page++) {
    expect([where, request, page, ...comparable(a)]).toEqual([where, request, page, ...comparable(b)]);
    const isPaged = request.path.startsWith('/hits') || request.path.startsWith('/events');
    if (!isPaged || status !== 200 || b.json.next === null || b.json.next === undefined || page === PAGES_MAX) break;
    const path = request.path.replace(/&offset=\d+/, '');
    a = await grown.get(`${path}&after=${encodeURIComponent(a.json.next)}`);
    b = await whole.get(`${path}&after=${encodeURIComponent(b.json.next)}`);
  }
  return status;
}

describe(`a served source that grew (SEED=${SEED})`, () => {
  test('answers like a source of the same case that was indexed at once', async () => {
    const seen = { parts: 0, struck: 0, merged: 0, found: 0, refused: 0 };
    for (let history = 0; history < HISTORIES; history++) {
      const random = seeded(SEED + history);
      const items = new GrowingCase(random, history % 4 === 3 ? 'mixed' : 'calm');
      const dir = join(temporaryDir(), 'case');
      const merges = history % 2 === 1;
      await items.write(dir);
      const grown = await Service.start({ paths: { one: dir }, ...(merges ? { mergeAfter: 1 } : {}) });
      for (let step = 0; step < STEPS; step++) {
        for (let changes = 1 + Math.floor(random() * 2); changes > 0; changes--) {
          if (random() < 0.65) items.add();
          else items.change();
        }
        await items.write(dir);
        expect((await grown.post('/sources/one/refresh')).status).toBe(200);
        if (merges && grown.sources.getReady('one').isMergeDue === true) {
          await until(() => grown.sources.getReady('one').isMergeDue !== true);
          seen.merged++;
        }
        const parts = partsOf(grown, dir);
        if (parts.length > 1) seen.parts++;
        if (parts.some(({ struck }) => struck.length > 0)) seen.struck++;
        const copy = join(temporaryDir(), 'copy');
        cpSync(dir, copy, { recursive: true });
        const whole = await Service.start({ paths: { one: copy } });
        const ids = items.files.flatMap(({ lines }) => lines.map(({ id }) => id as number));
        for (let n = 0; n < REQUESTS; n++) {
          const status = await expectSame(grown, whole, randomRequest(random, ids), `history ${history}, step ${step}`);
          if (status === 200) seen.found++;
          else seen.refused++;
        }
        await whole.stop();
      }
      await grown.stop();
    }
    // Few seeds have no struck items, and few have no merges. None lacks both.
    expect(seen.parts).toBeGreaterThan(HISTORIES);
    expect(seen.struck + seen.merged).toBeGreaterThan(0);
    expect(seen.found).toBeGreaterThan(5 * seen.refused);
  });
});

function partsOf(service: Service, dir: string): ReturnType<typeof listedParts> {
  return listedParts(currentGeneration(indexDirectory(join(service.dir, 'data'), dir))!.path);
}
