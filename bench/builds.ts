/**
 * `node dist/bench/builds.js --case DIR [--work DIR] [--threads 2,1] [--rounds N] [--engine NAME]… [--json FILE]`.
 *
 * Builds an index of a case with each engine in turn, each in its own process from start to exit. Lucene builds twice: from
 * lines that were prepared for it, without storing anything, and from the case itself with everything that our index stores.
 * Each of its indexes has one segment in the end.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportCorpus } from './corpus/export.ts';
import type { BuildReport } from './engines/engine.ts';
import { buildEngines } from './engines/engines.ts';
import { workDirectory } from './engines/installed.ts';
import { median } from './mean.ts';
import type { BuildResult } from './report/result.ts';
import { grid, megabytes } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    work: { type: 'string', default: workDirectory },
    engine: { type: 'string', multiple: true },
    threads: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
if (values.case === undefined) throw new Error('builds.js needs --case DIR; make bench-real-case makes one');
const name = basename(values.case);
const corpus = await exportCorpus(name, values.case, join(values.work, 'corpora', name));
const engines = buildEngines().filter(({ name }) => values.engine?.includes(name) ?? true);
const builds = new Map<string, BuildReport[]>();
for (let round = 0; round < Number(values.rounds); round++) {
  for (const threads of values.threads.split(',').map(Number)) {
    for (const engine of engines) {
      const reason = engine.unavailable(corpus);
      if (reason !== null) {
        console.error(`${engine.name}: ${reason}`);
        continue;
      }
      const directory = join(values.work, 'builds', engine.name.replace(/\W+/g, '-'));
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      const report = await engine.build(corpus, directory, threads);
      const key = `${engine.name}\t${threads}`;
      builds.set(key, [...(builds.get(key) ?? []), report]);
      console.error(`${engine.name}, ${threads} thread(s): ${report.seconds.toFixed(1)} s`);
    }
  }
}

const { items, textBytes } = corpus.profile;
console.log(`${name}: ${items} items, ${megabytes(textBytes)} MB of text; load ${loadavg()[0]!.toFixed(1)}\n`);
const results: readonly BuildResult[] = [...builds].map(([key, reports]) => {
  const [engine, threads] = key.split('\t') as [string, string];
  const fastest = reports.toSorted((a, b) => a.seconds - b.seconds);
  const { seconds, processorSeconds, bytes, storedBytes } = fastest[0]!;
  const medianSeconds = median(reports.map(({ seconds: each }) => each));
  const peakBytes = Math.max(...reports.map((report) => report.peakBytes));
  return {
    engine,
    threads: Number(threads),
    seconds,
    medianSeconds,
    processorSeconds,
    bytes,
    storedBytes,
    peakBytes,
  };
});
console.log(
  grid(
    ['engine', 'threads', 'best s', 'median s', 'processors s', 'index MB', 'stored MB', 'peak MB'],
    results.map((result) => [
      result.engine,
      String(result.threads),
      result.seconds.toFixed(1),
      result.medianSeconds.toFixed(1),
      result.processorSeconds.toFixed(1),
      megabytes(result.bytes),
      megabytes(result.storedBytes),
      megabytes(result.peakBytes),
    ]),
  ),
);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ builds: results }));
