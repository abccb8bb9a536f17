/** A command started on a Node that is too old runs on the Node of the checkout, as if it had been started there. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { until } from '../support/until.ts';

const root = temporaryDir();
const main = join(root, 'dist/src/cli/main.mjs');
const fetched = join(root, `.node/node_modules/node-${process.platform}-${process.arch}/bin/node`);
const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.4' } })`;
const preload = join(root, 'older.mjs');

beforeAll(() => {
  mkdirSync(dirname(main), { recursive: true });
  cpSync('dist/src/cli/needed-node.js', join(dirname(main), 'needed-node.mjs'));
  writeFileSync(preload, older);
  writeFileSync(
    main,
    `import './needed-node.mjs';
     const [way] = process.argv.slice(2);
     if (way === 'code') process.exitCode = 7;
     if (way === 'wait') setInterval(() => undefined, 1000);
     if (way === 'stop') process.on('SIGTERM', () => process.exit(4)), setInterval(() => undefined, 1000);
     console.log(process.pid);`,
  );
});

function onOlder(way: string): ChildProcess {
  return spawn(process.execPath, ['--import', preload, main, way], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function pidOf(child: ChildProcess): Promise<number> {
  return Number(String((await once(child.stdout!, 'data'))[0]));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('without a fetched one, a message names the required version', () => {
  const run = () => execFileSync(process.execPath, ['--import', preload, main, 'code'], { stdio: 'pipe' });
  expect(run).toThrow('case-access needs Node 22.18 or later, but this is 20.19.4');
});

describe('with a fetched one', () => {
  beforeAll(() => {
    mkdirSync(dirname(fetched), { recursive: true });
    symlinkSync(process.execPath, fetched);
  });

  test('its exit code is passed on', async () => {
    const child = onOlder('code');
    const pid = await pidOf(child);
    expect(pid).not.toBe(child.pid);
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  test('signals are passed on', async () => {
    const child = onOlder('stop');
    await pidOf(child);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([4, null]);
    const waiting = onOlder('wait');
    await pidOf(waiting);
    waiting.kill('SIGTERM');
    expect(await once(waiting, 'exit')).toEqual([null, 'SIGTERM']);
  });

  test('the command does not outlive its killed parent', async () => {
    const child = onOlder('wait');
    const pid = await pidOf(child);
    child.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});
