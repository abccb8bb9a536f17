/**
 * The benchmark: `node dist/bench/main.js [--smoke] [--corpus library|small|DIR]… [--per-class N] [--rounds N]`. Prints tables,
 * writes bench/results/<date>-<commit>.json and .svg. Fails if answers differ without a known reason.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Corpus, exportCorpus } from './corpus/export.ts';
import { allEngines } from './engines/engines.ts';
import { workDirectory } from './engines/installed.ts';
import { generateQueries } from './queries/generate.ts';
import { readGameQueries } from './queries/search-benchmark-game.ts';
import type { BenchQuery } from './queries/tree.ts';
import { chartOf } from './report/chart.ts';
import { measuredHere } from './report/machine.ts';
import type { CorpusResult, RunResult } from './report/result.ts';
import { httpTableOf, tableOf } from './report/table.ts';
import { failuresOf, type RunOptions, runCorpus } from './run-corpus.ts';
import { writeSyntheticCase } from './synthetic/write-case.ts';

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    corpus: { type: 'string', multiple: true },
    engines: { type: 'string' },
    'per-class': { type: 'string' },
    rounds: { type: 'string' },
    work: { type: 'string', default: workDirectory },
    seed: { type: 'string', default: '1' },
  },
});
const isSmoke = values.smoke;
const smokeEngines = ['case-access', 'flexsearch', 'minisearch'];
const chosen = values.engines?.split(',') ?? (isSmoke ? smokeEngines : allEngines().map((engine) => engine.name));
const options: RunOptions = {
  engines: allEngines().filter((engine) => chosen.includes(engine.name)),
  workDirectory: values.work,
  iterations: isSmoke ? 1 : 10,
  rounds: Number(values.rounds ?? (isSmoke ? 1 : 3)),
  termListLength: isSmoke ? 50 : 10_000,
  threads: isSmoke ? [2] : [1, 2],
  httpSeconds: isSmoke ? 0.25 : 5,
  seed: Number(values.seed),
  say: (line) => console.error(line),
};

/** A real case of free texts, if available: SHARED names the folder that contains `cases/library`. */
const library = join(process.env.SHARED ?? '../shared', 'cases', 'library');

const results: CorpusResult[] = [];
for (const name of values.corpus ?? defaultCorpora()) {
  const corpus = await corpusOf(name);
  const queries = generateQueries(corpus.profile, Number(values['per-class'] ?? (isSmoke ? 2 : 12)), options.seed);
  const result = await runCorpus(corpus, [...queries, ...gameQueries(name)], options);
  console.log(tableOf(result));
  if (result.http !== null) console.log(`${httpTableOf(result.http)}\n`);
  results.push(result);
}
if (!isSmoke) writeResults(results);
const failures = results.reduce((sum, result) => sum + failuresOf(result), 0);
if (failures > 0) {
  console.error(`${failures} answers differ without a known reason`);
  process.exitCode = 1;
}

function defaultCorpora(): string[] {
  if (isSmoke) return ['smoke'];
  return [existsSync(library) ? 'library' : 'synthetic', 'small'];
}

async function corpusOf(name: string): Promise<Corpus> {
  const sizes: Record<string, number> = { smoke: 300, small: 20_000, synthetic: 200_000 };
  const exported = join(values.work, 'corpora', basename(name));
  if (name === 'library') return exportCorpus(name, library, exported);
  const items = sizes[name];
  if (items === undefined) return exportCorpus(basename(name), name, exported);
  const casePath = join(values.work, 'cases', name);
  if (!existsSync(join(casePath, 'case.json'))) {
    rmSync(exported, { recursive: true, force: true });
    await writeSyntheticCase(casePath, { items, seed: options.seed, words: 60, vocabulary: isSmoke ? 2000 : 100_000 });
  }
  return exportCorpus(name, casePath, exported);
}

/** The public queries are English, so they suit the library but no synthetic corpus. */
function gameQueries(corpus: string): BenchQuery[] {
  return corpus === 'library' ? readGameQueries(join('bench', 'queries', 'search-benchmark-game.tsv')) : [];
}

function writeResults(corpora: readonly CorpusResult[]): void {
  const run: RunResult = { ...measuredHere(), corpora };
  const base = join('bench', 'results', `${run.date}-${run.commit.split(' ')[0]}`);
  mkdirSync(join('bench', 'results'), { recursive: true });
  writeFileSync(`${base}.json`, `${JSON.stringify(run, null, 1)}\n`);
  for (const result of corpora) {
    writeFileSync(`${base}-${result.corpus}.svg`, chartOf(result, 'IDS', options.engines[0]!.name));
  }
  console.log(`written: ${base}.json and its charts`);
}
