import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkAgreement } from './compare/agreement.ts';
import { allClasses, geometricMean, summarize } from './compare/summary.ts';
import { timeQueries } from './compare/timing.ts';
import type { Corpus } from './corpus/export.ts';
import type { BuildReport, Engine } from './engines/engine.ts';
import { peakBytesOf } from './engines/measured-process.ts';
import { httpBench } from './http/http-bench.ts';
import { timeOpening } from './opening.ts';
import { termList } from './queries/generate.ts';
import type { BenchQuery } from './queries/tree.ts';
import type { CorpusResult } from './report/result.ts';
import { timeTermList } from './term-lists.ts';

export interface RunOptions {
  readonly engines: readonly Engine[];
  readonly workDirectory: string;
  readonly iterations: number;
  readonly rounds: number;
  readonly termListLength: number;
  /** Threads to build with, in turn. The index of the last build is searched. */
  readonly threads: readonly number[];
  /** Seconds of each HTTP measurement; 0 leaves HTTP out. */
  readonly httpSeconds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** Everything that is measured on one corpus: builds, answers, times, lists of terms, HTTP. */
export async function runCorpus(
  corpus: Corpus,
  queries: readonly BenchQuery[],
  options: RunOptions,
): Promise<CorpusResult> {
  const skipped = options.engines.flatMap((engine) => {
    const reason = engine.unavailable(corpus);
    return reason === null ? [] : [{ engine: engine.name, reason }];
  });
  for (const { engine, reason } of skipped) options.say(`skipped ${engine}: ${reason}`);
  const engines = options.engines.filter((engine) => !skipped.some((skip) => skip.engine === engine.name));
  const directoryOf = (engine: Engine) => join(options.workDirectory, 'indexes', corpus.name, engine.name);

  const builds: (BuildReport & { engine: string })[] = [];
  for (const threads of options.threads) {
    for (const engine of engines) {
      options.say(`${engine.name} builds ${corpus.name} with ${threads} thread(s)`);
      rmSync(directoryOf(engine), { recursive: true, force: true });
      mkdirSync(directoryOf(engine), { recursive: true });
      builds.push({ engine: engine.name, ...(await engine.build(corpus, directoryOf(engine), threads)) });
    }
  }

  const opening = [];
  for (const engine of engines)
    opening.push(await timeOpening(engine, corpus, directoryOf(engine), firstQuery(engine, queries)));

  const running = engines.map((engine) => ({
    engine,
    process: engine.serve(corpus, directoryOf(engine), options.iterations),
  }));
  options.say(`checking the answers to ${queries.length} queries`);
  const agreement = await checkAgreement(running, queries);
  options.say('timing');
  const timings = await timeQueries(running, agreement, options.rounds, options.seed);
  const classes = summarize(timings, engines[0]!.name);
  const memory = running.map(({ engine, process }) => ({
    engine: engine.name,
    servePeakBytes: peakBytesOf(process.pid),
  }));
  for (const { process } of running) await process.end();

  options.say(`hits of ${options.termListLength} terms`);
  const terms = termList(corpus.profile, options.termListLength, options.seed);
  const termLists = [];
  for (const engine of engines) termLists.push(await timeTermList(engine, corpus, directoryOf(engine), terms));
  const http =
    options.httpSeconds > 0 ? await runHttp(corpus, queries, agreement.hits, directoryOf(engines[0]!), options) : null;
  return {
    corpus: corpus.name,
    items: corpus.profile.items,
    textBytes: corpus.profile.textBytes,
    skipped,
    builds,
    opening,
    unsupported: [...agreement.unsupported],
    disagreements: agreement.disagreements,
    classes,
    geometricMeans: geometricMeansOf(classes),
    termLists,
    memory,
    http,
  };
}

function firstQuery(engine: Engine, queries: readonly BenchQuery[]): string {
  const texts = queries.filter((query) => query.class !== 'all items').map((query) => engine.query(query));
  return texts.find((text) => typeof text === 'string') ?? '';
}

function geometricMeansOf(classes: CorpusResult['classes']): CorpusResult['geometricMeans'] {
  return classes
    .filter((summary) => summary.class === allClasses)
    .map(({ command, engine }) => ({ command, engine, ratio: geometricMean(classes, command, engine) }));
}

async function runHttp(
  corpus: Corpus,
  queries: readonly BenchQuery[],
  hits: ReadonlyMap<BenchQuery, number>,
  dataDirectory: string,
  options: RunOptions,
) {
  options.say('HTTP');
  const byHits = queries
    .filter((query) => query.class === 'term')
    .sort((a, b) => (hits.get(a) ?? 0) - (hits.get(b) ?? 0));
  const [light, common] = [byHits[0]?.text ?? 'a', byHits.at(-1)?.text ?? 'a'];
  return httpBench({
    loads: options.rounds === 1 ? ['*:*'] : [light, common, '*:*'],
    casePath: corpus.casePath,
    dataDirectory,
    seconds: options.httpSeconds,
    rounds: options.rounds === 1 ? 2 : 10,
    light,
  });
}

export function failuresOf(result: CorpusResult): number {
  return result.disagreements.filter((disagreement) => disagreement.knownReason === null).length;
}
