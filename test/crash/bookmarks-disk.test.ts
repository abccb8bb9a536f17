/** A server whose disk fills up, and then has room again. Mounts a small tmpfs, which needs root. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { ended, runCli } from '../support/run-cli.ts';
import { ITEM, ServedData } from '../support/served-data.ts';

const root = temporaryDir();
const disk = join(root, 'disk');
mkdirSync(disk);

const mount = (): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', disk]).status === 0;
const unmount = () => spawnSync('umount', [disk]);

const canMount = mount();
if (canMount) unmount();
const onSmallDisk = canMount ? test : test.skip;

/** Fills the disk to the last page. */
function fill(): () => void {
  const path = join(disk, 'filler');
  const fd = openSync(path, 'w');
  const page = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(fd, page);
  } catch (error) {
    expect((error as { code: string }).code).toBe('ENOSPC');
  }
  closeSync(fd);
  return () => rmSync(path);
}

describe('a full disk under a server', () => {
  onSmallDisk(
    'answers changes with 507 and the cause, does none of them by half, and takes them again when there is room (wants root)',
    async () => {
      expect(mount()).toBe(true);
      const started: ServedData[] = [];
      try {
        const data = join(disk, 'data');
        let server = await ServedData.start(data);
        started.push(server);
        const file = join(data, 'bookmarks', 'data.mdb');
        const acknowledged: string[] = [];
        const create = async (name: string) => {
          const answer = await server.ask('POST', `/bookmarks/${encodeURIComponent(name)}`);
          if (answer.status === 200) acknowledged.push(name);
          return answer;
        };
        expect((await create('first')).status).toBe(200);
        expect((await server.ask('PUT', '/bookmarks/first/add', { body: [ITEM] })).status).toBe(200);
        for (let round = 0; round < 3; round++) {
          const makeRoom = fill();
          let refused = await create(`${round} 0`);
          // Free pages in the file have room for some changes.
          for (let n = 1; refused.status === 200; n++) refused = await create(`${round} ${n}`);
          const bytes = statSync(file).size;
          expect(refused.json).toEqual({
            status: 507,
            error: expect.stringMatching(/disk .* is full.*Free some space/),
          });
          // These are larger than the rest of the last page, whatever its size is.
          const long = [
            ['PUT', `/bookmarks/first/rename/${'x'.repeat(250)}`],
            ['POST', `/bookmarks/${'y'.repeat(250)}`],
          ] as const;
          for (const [method, path] of long) {
            const { status } = await server.ask(method, path);
            expect([path, status]).toEqual([path, 507]);
          }
          const added = await server.ask('POST', '/sources', {
            body: { id: 'more', path: resolve('data-samples/seized-laptop') },
          });
          expect(added.json).toEqual({ status: 507, error: expect.stringMatching(/disk .* is full.*Free some space/) });
          expect(statSync(file).size).toBe(bytes);
          expect((await server.get('/bookmarks')).json.data.sort()).toEqual([...acknowledged].sort());
          expect((await server.get('/bookmarks/first')).json.docs).toEqual([ITEM]);
          expect((await server.get('/health')).json).toEqual({ status: 'ok' });
          makeRoom();
          expect((await create(`${round} again`)).status).toBe(200);
        }
        await server.kill();
        expect(await runCli(['bookmarks', 'verify', '--data', data])).toMatchObject({ code: 0 });
        server = await ServedData.start(data);
        started.push(server);
        expect((await server.get('/bookmarks')).json.data.sort()).toEqual([...acknowledged].sort());
        expect(await server.stop()).toBe(0);
      } finally {
        for (const one of started) one.child.kill('SIGKILL');
        await Promise.all(started.map((one) => ended(one.child)));
        unmount();
      }
    },
  );
});
