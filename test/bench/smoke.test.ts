/** Runs the whole benchmark on a tiny corpus with the peers that npm installs, so that it keeps working. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { RunResult } from '../../bench/report/result.ts';
import { writeSyntheticCase } from '../../bench/synthetic/write-case.ts';
import { temporaryDir } from '../support/endings.ts';

const run = promisify(execFile);

describe('the benchmark', () => {
  test('runs, and every engine gives the same answers', async () => {
    if (!existsSync('dist/bench/main.js')) throw new Error('dist/ is not built: run `npm run build` first');
    const work = temporaryDir();
    // If answers disagree, the exit code is 1 and the promise rejects.
    const { stdout } = await run('node', ['dist/bench/main.js', '--smoke', '--work', work]);
    for (const engine of ['case-access', 'flexsearch', 'minisearch']) expect(stdout).toContain(engine);
    for (const command of ['COUNT', 'IDS', 'TOP_10', 'TOP_10_COUNT', 'GET /search']) expect(stdout).toContain(command);
    expect(stdout).toContain('whole to engine and bytes');
    expect(stdout).not.toContain('DISAGREES');
    expect(stdout).not.toMatch(/NaN|Infinity/);
  });

  test('of inner loops finds that both variants give the same results', async () => {
    if (!existsSync('dist/bench/loops.js')) throw new Error('dist/ is not built: run `npm run build` first');
    // If answers differ, the exit code is 1 and the promise rejects.
    const { stdout } = await run('node', ['dist/bench/loops.js', '--milliseconds', '20']);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatch(/^[a-z -]+: \d+\.\d\d ns, with shorter code \d+\.\d\d ns \(\d+\.\d\d x\)$/);
  });

  test('of engine processes has the same answers for any number of processes', async () => {
    const work = temporaryDir();
    const { stdout } = await run('node', ['dist/bench/processes.js', '--smoke', '--work', work]);
    expect(stdout).toMatch(/throughput of 2: \d+\.\d\d x that of 1; light p50 of 2: -?\d+\.\d\d ms more than of 0/);
  });

  test('takes part in the search-benchmark-game: a folder with a Makefile, a line in, a line out', async () => {
    const engines = temporaryDir();
    const entry = join(engines, 'case-access');
    cpSync('bench/game/case-access', entry, { recursive: true });
    const corpus = join(engines, 'corpus.json');
    const texts = ['the quick brown fox', 'the lazy dog', 'quick quick dog fox', 'brown dog the fox'];
    writeFileSync(corpus, texts.map((text, n) => `${JSON.stringify({ id: `page ${n}`, text })}\n`).join(''));
    const options = { env: { ...process.env, CASE_ACCESS: process.cwd(), CORPUS: corpus, MAKEFLAGS: '' } };
    const make = ['--no-print-directory', '-C', entry];
    await run('make', [...make, 'index'], options);
    const asked: readonly (readonly [string, string])[] = [
      ['COUNT\t+quick +fox', '2'],
      ['COUNT\tquick dog', '4'],
      ['COUNT\t"brown fox"', '1'],
      ['UNOPTIMIZED_COUNT\t+dog -lazy', '2'],
      ['TOP_10\tquick dog', '1'],
      ['TOP_10_COUNT\t+the +dog', '2'],
      ['TOP_1000_COUNT\tfox', '3'],
      ['TOP_100\tnothing', '1'],
      ['TOP_10_FF\tfox', 'UNSUPPORTED'],
      ['COUNT\t(fox', 'UNSUPPORTED'],
    ];
    const serving = run('make', [...make, 'serve'], options);
    serving.child.stdin!.end(asked.map(([question]) => `${question}\n`).join(''));
    const { stdout } = await serving;
    expect(stdout.split('\n').slice(0, -1)).toEqual(asked.map(([, answer]) => answer));
  });

  test('of a large case prints every figure that the bars need, and adds it to a recorded run', async () => {
    if (!existsSync('dist/bench/large-case.js')) throw new Error('dist/ is not built: run `npm run build` first');
    const work = temporaryDir();
    const casePath = join(work, 'few');
    const recorded = join(work, 'result.json');
    await writeSyntheticCase(casePath, { items: 200, seed: 3, words: 20, vocabulary: 300 });
    writeFileSync(recorded, JSON.stringify({ corpora: [{ corpus: 'other' }] }));
    const where = ['--case', casePath, '--data', join(work, 'data'), '--add-to', recorded];
    const how = ['--seconds', '0.25', '--rounds', '2', '--terms', '20'];
    const { stdout } = await run('node', ['dist/bench/large-case.js', ...where, ...how]);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    const { corpora } = JSON.parse(readFileSync(recorded, 'utf8')) as RunResult;
    expect(corpora.map(({ corpus }) => corpus)).toEqual(['other', 'few']);
    const { largeAnswer } = corpora[1]!.http!;
    expect(largeAnswer).toMatchObject({ query: '*:*', items: 200, rounds: 2 });
    expect(corpora[1]!.termLists[0]!.terms).toBe(20);
  });
});
