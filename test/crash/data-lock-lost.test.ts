/** A server that is suspended for longer than its lease, while another takes over its data directory. Real processes. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { CASE, ITEM, ServedData } from '../support/served-data.ts';
import { pause } from '../support/until.ts';

const root = temporaryDir();
const lease = ['--lock-lease', '1'];
const LEASE_MS = 1_000;
const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 1);

let number = 0;
let data: string;
let first: ServedData;

beforeAll(async () => {
  expect(await runCli(['index', 'build', CASE, '--data', join(root, 'built')])).toMatchObject({ code: 0 });
});

async function startFirst(): Promise<void> {
  data = join(root, String(number++), 'data');
  cpSync(join(root, 'built'), data, { recursive: true });
  first = await ServedData.start(data, lease);
  expect((await first.ask('POST', '/bookmarks/before')).status).toBe(200);
}

const changes = [
  ['POST', '/bookmarks/mine'],
  ['PUT', '/bookmarks/before/add', [ITEM]],
  ['PUT', '/selection/add', [ITEM]],
  ['DELETE', '/bookmarks/before'],
  ['POST', '/sources', { id: 'other', path: CASE }],
] as const;

describe('a server that was stopped for longer than its lease', () => {
  test('changes nothing when it resumes after another took over, and reports that until it is restarted', async () => {
    await startFirst();
    first.child.kill('SIGSTOP');
    await pause(LEASE_MS * 2);
    const second = await ServedData.start(data, lease);
    expect((await second.ask('POST', '/bookmarks/theirs')).status).toBe(200);
    first.child.kill('SIGCONT');
    for (let round = 0; round < 2; round++) {
      for (const [method, path, body] of changes) {
        const { status, json } = await first.ask(method, path, body === undefined ? {} : { body });
        expect([method, path, status, json.error]).toEqual([
          method,
          path,
          503,
          expect.stringMatching(/another.*Restart/i),
        ]);
      }
      expect((await first.get('/health')).status).toBe(503);
      expect((await first.get('/search?q=heron')).status).toBe(200);
      expect((await second.ask('POST', `/bookmarks/theirs%20${round}`)).status).toBe(200);
    }
    expect((await second.get('/health')).json).toEqual({ status: 'ok' });
    expect((await second.get('/bookmarks')).json.data).toEqual(['before', 'theirs', 'theirs 0', 'theirs 1']);
    expect(await first.stop()).toBe(0);
    // When the first server ends, it does not release the lock of the second.
    expect((await second.ask('POST', '/bookmarks/last')).status).toBe(200);
    await second.kill();
    expect(await runCli(['bookmarks', 'verify', '--data', data])).toMatchObject({ code: 0 });
    const third = await ServedData.start(data, lease);
    expect((await third.get('/bookmarks')).json.data).toEqual(['before', 'last', 'theirs', 'theirs 0', 'theirs 1']);
    expect(await third.stop()).toBe(0);
  });

  test('stopped in the middle of changes, it acknowledges none that the other one lacks', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await startFirst();
      const acknowledged: string[] = [];
      let isOver = false;
      const changing = (async () => {
        for (let n = 0; !isOver; n++) {
          const { status } = await first.ask('POST', `/bookmarks/${n}`);
          if (status === 200) acknowledged.push(String(n));
        }
      })();
      await pause(100 + round * 7);
      first.child.kill('SIGSTOP');
      const before = acknowledged.length;
      await pause(LEASE_MS * 1.5);
      const second = await ServedData.start(data, lease);
      first.child.kill('SIGCONT');
      await pause(200);
      isOver = true;
      await changing;
      const { data: names } = (await second.get('/bookmarks')).json;
      expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
      // Only work that was in progress when the process was suspended.
      expect(acknowledged.length).toBeLessThanOrEqual(before + 1);
      expect(await first.stop()).toBe(0);
      expect(await second.stop()).toBe(0);
      expect(await runCli(['bookmarks', 'verify', '--data', data])).toMatchObject({ code: 0 });
    }
  });

  test('continues if no other process took over', async () => {
    await startFirst();
    first.child.kill('SIGSTOP');
    await pause(LEASE_MS * 2);
    first.child.kill('SIGCONT');
    expect((await first.ask('POST', '/bookmarks/after')).status).toBe(200);
    expect((await first.get('/health')).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  test('keeps its directory as long as it is not stopped, and within its lease', async () => {
    await startFirst();
    const refused = async () => {
      const { code, stderr } = await runCli(['bookmarks', 'undo', '1', '--data', data]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`process ${first.child.pid} writes`)]);
    };
    await pause(LEASE_MS * 2);
    await refused();
    first.child.kill('SIGSTOP');
    first.child.kill('SIGCONT');
    await refused();
    expect(await first.stop()).toBe(0);
  });
});
