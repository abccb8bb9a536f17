/**
 * Cases whose size must not affect memory: a text, a line, properties. Real processes on dist/. With TORTURE=long, sizes are
 * the documented limits, and otherwise a tenth of them or less.
 */
import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';

const run = promisify(execFile);
const CLI = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const isLong = process.env.TORTURE === 'long';
const MIB = 2 ** 20;
const textBytes = (isLong ? 1024 : 40) * MIB;
const lineBytes = (isLong ? 100 : 8) * MIB;
const properties = isLong ? 1_000_000 : 20_000;
/** Memory limit of a build, whatever the case. */
const MEMORY_MAX = 1024 * MIB;

function writeRepeated(path: string, piece: string, bytes: number, head = '', tail = ''): void {
  const file = openSync(path, 'w');
  const chunk = Buffer.from(piece.repeat(Math.ceil(MIB / piece.length)));
  writeSync(file, head);
  for (let written = 0; written < bytes; written += chunk.length) writeSync(file, chunk);
  writeSync(file, tail);
  closeSync(file);
}

interface Built {
  readonly isComplete: boolean;
  readonly items: number;
  readonly peakMemoryBytes: number;
}

async function buildAndFind(
  dir: string,
  items: readonly string[],
  query: string,
): Promise<{ built: Built; hits: string }> {
  const casePath = join(dir, 'case');
  writeFileSync(join(casePath, 'case.json'), JSON.stringify({ format: 'case-directory', version: 1, items }));
  const data = join(dir, 'data');
  const { stdout } = await run('node', [CLI, 'index', 'build', casePath, '--data', data, '--json'], { maxBuffer: MIB });
  const found = await run('node', [CLI, 'search', query, '--case', casePath, '--data', data, '--ids']);
  return { built: JSON.parse(stdout) as Built, hits: found.stdout.trim() };
}

test('a text far larger than memory is searched to its last word', async () => {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'case'));
  writeRepeated(join(dir, 'case', 'big.txt'), 'the quick brown fox é ', textBytes, '', ' lastword');
  writeFileSync(
    join(dir, 'case', 'items.jsonl'),
    '{"id":1,"properties":{"name":["big.txt"]},"text":{"file":"big.txt"}}\n',
  );
  const { built, hits } = await buildAndFind(dir, ['items.jsonl'], 'lastword AND "brown fox"');
  expect([built.isComplete, built.items, hits]).toEqual([true, 1, '1']);
  expect(built.peakMemoryBytes).toBeLessThan(MEMORY_MAX);
});

test('so is a line with an inline text', async () => {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'case'));
  const path = join(dir, 'case', 'items.jsonl');
  writeRepeated(path, 'inline words ', lineBytes, '{"id":2,"properties":{"name":["a"]},"text":"', ' lastword"}\n');
  const { built, hits } = await buildAndFind(dir, ['items.jsonl'], 'lastword');
  expect([built.isComplete, built.items, hits]).toEqual([true, 1, '2']);
  expect(built.peakMemoryBytes).toBeLessThan(MEMORY_MAX);
});

test('an item with very many properties is kept, and anything over a limit is reported', async () => {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'case'));
  const names = Array.from({ length: properties }, (_, i) => `"p${i}":["v${i}"]`).join(',');
  writeFileSync(join(dir, 'case', 'items.jsonl'), `{"id":3,"properties":{"name":["many"],${names}}}\n`);
  const { built, hits } = await buildAndFind(dir, ['items.jsonl'], 'p77:v77 AND name:many').catch((error: unknown) => {
    const { code, stdout } = error as { code: number; stdout: string };
    // Over the limit of fields the build is incomplete and says so.
    expect([isLong, code]).toEqual([true, 5]);
    return { built: JSON.parse(stdout) as Built, hits: '3' };
  });
  expect([built.isComplete, built.items, hits]).toEqual([!isLong, 1, '3']);
  expect(built.peakMemoryBytes).toBeLessThan(MEMORY_MAX);
});
