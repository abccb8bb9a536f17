/**
 * `node dist/bench/growth.js --case DIR [--items N,N,…] [--work DIR] [--again]`.
 *
 * Measures beginnings of one case of several sizes with our engine: building, opening, memory, requests. Prints each measure
 * with its slope: the exponent of its growth with the items, by least squares of the logarithms. A slope of 1 is growth in
 * proportion. Finished measures are kept in the work directory; `--again` measures everything but the builds again.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ours } from './engines/engines.ts';
import { workDirectory } from './engines/installed.ts';
import type { LineProcess } from './engines/line-process.ts';
import { ownBytesOf } from './engines/measured-process.ts';
import { askServer, type Measures } from './growth/asked-server.ts';
import { writeBeginning } from './growth/case-beginning.ts';
import { slopeOf } from './growth/slope.ts';
import { processorTime } from './interface/processor-time.ts';
import { grid } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    items: { type: 'string', default: '1200000,2400000,4800000,10000000' },
    work: { type: 'string', default: join(workDirectory, 'growth') },
    again: { type: 'boolean', default: false },
  },
});
if (values.case === undefined)
  throw new Error('growth.js needs --case DIR; make bench-real-case ITEMS=10000000 makes one');
const OPENINGS = 7;
const sizes = values.items.split(',').map(Number);
const results: Measures[] = [];
for (const items of sizes) {
  results.push(await measured(items));
  console.error(`${items} items: done; load ${loadavg()[0]!.toFixed(1)}`);
}
const names = Object.keys(results.at(-1)!);
console.log(
  grid(
    ['', ...sizes.map((items) => items.toLocaleString('en')), 'slope'],
    names.map((name) => {
      const all = results.map((result) => result[name] ?? Number.NaN);
      return [name, ...all.map(shown), slopeOf(sizes, all).toFixed(2)];
    }),
  ),
);

async function measured(items: number): Promise<Measures> {
  const directory = join(values.work, String(items));
  const casePath = join(directory, 'case');
  const data = join(directory, 'data');
  const kept = join(directory, 'measures.json');
  const before = existsSync(kept)
    ? (JSON.parse(readFileSync(kept, 'utf8')) as { build: Measures; use?: Measures })
    : null;
  if (before?.use !== undefined && !values.again) return { ...before.build, ...before.use };
  if (!existsSync(join(casePath, 'case.json'))) writeBeginning(resolve(values.case!), items, casePath);
  const build = before?.build ?? (await timedBuild(casePath, data, items));
  writeFileSync(kept, JSON.stringify({ build }));
  const use = { ...(await timedOpenings(casePath, data)), ...(await askServer(casePath, data, items)) };
  writeFileSync(kept, JSON.stringify({ build, use }));
  return { ...build, ...use };
}

async function timedBuild(casePath: string, data: string, items: number): Promise<Measures> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const profile = { items, textBytes: 0, terms: [], runs: [], lengths: [], dates: [], categories: [] };
  const corpus = { name: String(items), casePath, textsFile: '', tokensFile: '', profile };
  const report = await ours.build(corpus, data, 2);
  return {
    'build, s': report.seconds,
    'build, s of processor time': report.processorSeconds,
    'build, peak MB': report.peakBytes / 1e6,
    'index, MB': report.bytes / 1e6,
    'items and texts, MB': report.storedBytes / 1e6,
    ...Object.fromEntries(Object.entries(report.parts ?? {}).map(([name, bytes]) => [`${name}, MB`, bytes / 1e6])),
  };
}

/**
 * Opens the index in new processes. The memory does not include mapped files, or what the program takes before it opens an
 * index.
 */
async function timedOpenings(casePath: string, data: string): Promise<Measures> {
  const milliseconds: number[] = [];
  const bytes: number[] = [];
  const processors: number[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    const asked = ours.serve({ casePath } as Parameters<typeof ours.serve>[0], data, 1) as LineProcess;
    const opened = await asked.ask('OPEN', '');
    if (opened.kind !== 'answer') throw new Error(opened.reason);
    milliseconds.push(opened.count / 1000);
    bytes.push(ownBytesOf(asked.pid));
    processors.push(processorTime(asked.pid!)!);
    await asked.end();
  }
  return {
    'opening, ms': Math.min(...milliseconds),
    'a process until it has opened, ms': Math.min(...processors),
    'MB of a process, opened': Math.min(...bytes) / 1e6,
  };
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}
