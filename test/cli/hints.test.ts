/** Commands report on stderr which parts of a query were not searched. Output for programs has them as a member. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';

const HINT = '"..." has no searchable character: the clause is ignored';

let dir: string;
let options: readonly string[];
beforeAll(async () => {
  dir = temporaryDir();
  const path = await writeCase(join(dir, 'case'), [{ id: 1, text: 'money', properties: { name: 'a' } }]);
  options = ['--case', path, '--data', join(dir, 'data')];
  await runCli(['index', 'build', path, '--data', join(dir, 'data')]);
  writeFileSync(join(dir, 'list.txt'), 'money\nmoney AND ...\n');
});

test('search, with a count, and in JSON', async () => {
  for (const how of [[], ['--ids'], ['--count']]) {
    const { code, stderr } = await runCli(['search', 'money AND ...', ...options, ...how]);
    expect([how, code, stderr]).toEqual([how, 0, expect.stringContaining(`hint: ${HINT}`)]);
  }
  for (const how of [['--json'], ['--json', '--count']]) {
    const { stdout } = await runCli(['search', 'money AND ...', ...options, ...how]);
    expect(JSON.parse(stdout)).toMatchObject({ hints: [HINT] });
  }
});

test('a list names the line, a report counts lines, an export prints hints', async () => {
  const list = await runCli(['search', '--list', join(dir, 'list.txt'), ...options]);
  expect(list.stderr).toBe(`line 2: hint: ${HINT}\n`);
  const report = await runCli(['report', join(dir, 'list.txt'), ...options]);
  expect(report.stderr).toContain('1 of 2 lines have hints');
  expect(JSON.parse(report.stdout.split('\n')[1]!).hints).toEqual([HINT]);
  const out = join(dir, 'out.ndjson');
  const exported = await runCli(['export', 'money AND ...', ...options, '--format', 'ndjson', '--out', out]);
  expect(exported.stderr).toContain(`hint: ${HINT}`);
  expect(JSON.parse(readFileSync(out, 'utf8').trim().split('\n').at(-1)!).hints).toEqual([HINT]);
});
