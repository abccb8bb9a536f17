/**
 * The command line in a checkout that was never compiled. Node strips the types, in the command and in the processes that it
 * starts.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { until } from '../support/until.ts';

const root = temporaryDir();
const command = join(root, 'bin/case-access.mjs');
const data = join(root, 'data');
const sources = join(root, 'sources.json');

beforeAll(() => {
  for (const path of ['src', 'grammar', 'bin', 'package.json']) cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const path = resolve('data-samples/usb-stick');
  writeFileSync(sources, JSON.stringify([{ id: 'usb', path }]));
  run('index', 'build', path, '--data', data);
});

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

test('an index is built, and a query counted', () => {
  expect(run('search', 'heron', '--count', '--sources', sources, '--data', data).trim()).toBe('9');
});

test('a server searches in a separate process, and draws a picture in another one', async () => {
  const args = ['serve', '--sources', sources, '--data', data, '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, [command, ...args, '--engine-processes', '1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  try {
    const url = await addressOf(child);
    await until(async () => (await fetch(`${url}/search?q=heron`)).status !== 503);
    const { docs } = (await (await fetch(`${url}/search?q=heron`)).json()) as { docs: readonly unknown[] };
    expect(docs).toHaveLength(9);
    const drawn = await fetch(`${url}/sources/usb/docs/34/thumb`);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  } finally {
    child.kill('SIGTERM');
  }
  expect((await ended)[0]).toBe(0);
});

test('a Node that cannot strip types gets a message', () => {
  expect(() => execFileSync(process.execPath, ['--no-strip-types', command, '--version'], { stdio: 'pipe' })).toThrow(
    'case-access needs Node 22.18 or later to run uncompiled',
  );
});

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, fail) => {
    let said = '';
    child.stderr!.on('data', (bytes) => {
      said += bytes;
      const url = /listens on (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) found(url);
    });
    child.on('exit', () => fail(new Error(said)));
  });
}
