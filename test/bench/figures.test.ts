/** Records of figures fill the documents, and every figure has a command and a place. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FIGURES } from '../../bench/figures/figures.ts';
import { fillRecorded } from '../../bench/figures/fill.ts';
import { carryOver, readRun } from '../../bench/figures/pages.ts';
import type { Recorded } from '../../bench/figures/recorded.ts';

const recorded: Recorded = {
  id: 'loops',
  command: 'node dist/bench/loops.js',
  date: '2026-01-02',
  commit: 'abcdef0',
  machine: { cpu: 'Some  Processor', cores: 2, memoryBytes: 8 * 2 ** 30, system: 'Linux 6' },
  node: 'v26.1.0',
  load: { before: 0.25, after: 1 },
  seconds: 63,
  output: ['gaps: 1.00 ns', 'front: 2.00 ns'],
};
const record = (id: string): Recorded | null => (id === 'loops' ? recorded : null);
const page = (what: string, inside: string): string =>
  `before\n<!-- figure ${what} -->\n${inside}\n<!-- end of figure -->\nafter\n`;

describe('a page is filled', () => {
  test('with the conditions of a record', () => {
    expect(fillRecorded(page('loops: conditions', 'old'), record)).toBe(
      page(
        'loops: conditions',
        '`node dist/bench/loops.js` on 2026-01-02, commit abcdef0, 2 cores of Some Processor, 8 GiB, Linux 6, Node 26.1.0; load 0.3 before it, 1.0 after it; 63 s.',
      ),
    );
  });

  test('with the output of a program', () => {
    expect(fillRecorded(page('loops: output', 'old'), record)).toContain('```text\ngaps: 1.00 ns\nfront: 2.00 ns\n```');
  });

  test('with a list of all figures, recorded or not', () => {
    const filled = fillRecorded(page('all: list', 'old'), record);
    expect(filled).toContain(
      '| `loops` | inner loops beside their shorter versions | bench/README.md | 63 s | 2026-01-02, abcdef0, load 0.3 to 1.0 |',
    );
    expect(filled.match(/\| not yet \|/g)).toHaveLength(FIGURES.length - 1);
  });

  test('with tables of a result', () => {
    const peers = { lucene: { meanUs: 4, geometric: 0.5, ofMeans: 0.75 } };
    const row = { ask: 'again', command: 'COUNT', class: 'sbg-union', queries: 3, meanUs: 3, medianUs: 2, peers };
    const rows = [row, { ...row, class: 'all', queries: 9 }, { ...row, ask: 'first', class: 'all' }];
    const result = { name: 'real', items: 5, textBytes: 6, commands: ['COUNT'], rows };
    const of = (what: string): string =>
      fillRecorded(page(`real: ${what}`, 'old'), () => ({ ...recorded, id: 'real', result }));
    expect(of('again beside lucene')).toContain('| public unions | 3 | 2.0 | 0.50 |\n| all | 9 | 2.0 | 0.50 |');
    expect(of('summary to lucene')).toContain('| repeated query | 0.50 |');
    expect(of('again to tantivy')).toContain('| public unions | – |');
    expect(() => of('something else')).toThrow('no table something else');
  });

  test('with builds by number of threads', () => {
    const build = { medianSeconds: 2, processorSeconds: 3.25, bytes: 2_600_000, storedBytes: 0, peakBytes: 1.5e9 };
    const builds = [1, 2].map((threads) => ({ ...build, engine: 'tantivy', threads, seconds: 4 / threads }));
    const of = (what: string): string =>
      fillRecorded(page(`builds: ${what}`, 'old'), () => ({ ...recorded, id: 'builds', result: { builds } }));
    expect(of('with 2 threads')).toContain('stores nothing | 2.0 | 3.3 | 3 | – | 1,500 |');
    expect(of('with 1 thread')).toContain('stores nothing | 4.0 |');
    expect(() => of('with 3 threads')).toThrow('no table with 3 threads');
  });

  test('only if there is a record; an unknown figure is an error', () => {
    expect(fillRecorded(page('page: delays', 'old'), record)).toBe(page('page: delays', 'old'));
    expect(() => fillRecorded(page('nothing: output', 'old'), record)).toThrow('no figure is called nothing');
  });
});

test('a run that measures fewer corpora keeps the others from the earlier run, with its date', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-runs-'));
  try {
    const run = (date: string, corpora: object[]): object => ({
      date,
      commit: 'abc',
      machine: {},
      node: 'v26',
      corpora,
    });
    const of = (corpus: string, items: number): object => ({ corpus, items });
    writeFileSync(join(directory, 'old.json'), JSON.stringify(run('2026-01-01', [of('library', 1), of('large', 2)])));
    writeFileSync(join(directory, 'new.json'), JSON.stringify(run('2026-02-02', [of('library', 3)])));
    expect(carryOver(readRun('old.json', directory), 'new.json', directory)).toEqual(['large']);
    const carried = { ...of('large', 2), carriedFrom: '2026-01-01, abc' };
    expect(readRun('new.json', directory)).toEqual(run('2026-02-02', [of('library', 3), carried]));
    // The second time nothing is missing. A third run keeps the time at which it was measured.
    expect(carryOver(readRun('old.json', directory), 'new.json', directory)).toEqual([]);
    writeFileSync(join(directory, 'third.json'), JSON.stringify(run('2026-03-03', [])));
    carryOver(readRun('new.json', directory), 'third.json', directory);
    expect(readRun('third.json', directory).corpora[1]).toEqual(carried);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('each figure has a unique name, an existing program, and a section that shows it', () => {
  const places = { real: 'R', synthetic: 'S', library: 'L', iped: 'I', newestRun: 'N' };
  expect(new Set(FIGURES.map(({ id }) => id)).size).toBe(FIGURES.length);
  for (const { id, command, shownIn } of FIGURES) {
    const [, program] = command(places, 'FILE');
    expect({ id, has: existsSync(program!.replace(/^dist\//, '').replace(/\.js$/, '.ts')) }).toEqual({ id, has: true });
    for (const shown of shownIn.split(', ')) {
      const [file, section] = shown.split('#') as [string, string?];
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title]) => anchorOf(title!));
      if (section !== undefined) expect({ id, headings }).toEqual({ id, headings: expect.arrayContaining([section]) });
    }
  }
});

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
}
