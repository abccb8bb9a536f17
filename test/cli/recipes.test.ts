/** The commands in README.md and docs/recipes.md run unchanged against the sample cases, one after the other. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { until } from '../support/until.ts';

const ADDRESS = 'http://localhost:8080';
const cli = resolve('dist/src/cli/main.js');
const readme = readFileSync('README.md', 'utf8');
const recipes = readFileSync('docs/recipes.md', 'utf8');

let folder: string;
let server: ChildProcess;
let url = '';

/** As for a user who ran `make serve` in a checkout: the data directory is the default of the commands. */
beforeAll(async () => {
  folder = temporaryDir();
  symlinkSync(resolve('data-samples'), join(folder, 'data-samples'));
  const options = ['serve', '--sources', 'data-samples/sources.json', '--host', '127.0.0.1', '--port', '0'];
  server = spawn(process.execPath, [cli, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  url = await new Promise<string>((found, failed) => {
    let said = '';
    server.stderr?.on('data', (chunk) => {
      said += chunk;
      const [, address] = /listens on (http:\S+)/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
    server.on('exit', () => failed(new Error(said)));
  });
  await until(async () => {
    const { sources } = (await (await fetch(`${url}/status`)).json()) as { sources: { state: string }[] };
    return sources.length > 0 && sources.every(({ state }) => state === 'ready');
  });
});

afterAll(async () => {
  const ended = new Promise((done) => server.on('exit', done));
  server.kill('SIGTERM');
  await ended;
});

/** Runs commands in a shell that stops at the first failure. An error of the server counts as a failure, too. */
function run(commands: string): string {
  const head = `set -eo pipefail
npx() { [ "$1" = case-access ] && shift && "${process.execPath}" "${cli}" "$@"; }
curl() { command curl --fail "$@"; }
`;
  writeFileSync(join(folder, 'commands.sh'), head + commands.replaceAll(ADDRESS, url));
  return execFileSync('bash', ['commands.sh'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

const blocks = (text: string): string[] => [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
const blockWith = (text: string, part: string): string => blocks(text).find((block) => block.includes(part))!;

test('README has 200 lines at most, and begins with a description, an animated picture and two commands', () => {
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThanOrEqual(200);
  expect(lines.findIndex((line) => line.startsWith('!['))).toBeLessThan(10);
  expect(lines.findIndex((line) => line === '## Two commands')).toBeLessThan(20);
});

test('the first request of README has the answer that README shows', () => {
  const [, shown] = /```json\n(\{"docs"[\s\S]*?)```/.exec(readme) ?? [];
  expect(JSON.parse(run(blockWith(readme, 'curl')))).toEqual(JSON.parse(shown!));
});

test('the examples of README find something', () => {
  const [definition = '', ...searches] = blockWith(readme, 'search()')
    .trim()
    .split('\n')
    .filter((line) => line !== '');
  expect(searches.length).toBeGreaterThanOrEqual(6);
  for (const search of searches) expect([search, run(`${definition}\n${search}`).trim()]).not.toEqual([search, '']);
});

test('every recipe runs, in the order of the page', () => {
  const [definitions = '', ...rest] = blocks(recipes);
  expect(rest.length).toBeGreaterThanOrEqual(9);
  for (const block of rest) {
    const said = run(`${definitions}\n${block}`);
    // A recipe that saves its output need not print any.
    const saves = /--out |-o heron\.zip|-sOJ|> bookmarks\.jsonl/.test(block);
    expect([block, saves || said.trim() !== '']).toEqual([block, true]);
  }
  for (const file of ['heron.csv', 'report.csv', 'heron.zip', 'pages.zip', 'bookmarks.jsonl', 'keywords.txt']) {
    expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  }
});
