/**
 * Runs the suite on every engine: the embedded one, over indexes that are written and opened for it, the same in separate
 * processes, and the naive evaluator.
 *
 * RUNS= sets the number of random groups of sources (default 2), QUERIES= that of requests on each (default 100), SEED= repeats
 * a run.
 */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe } from '@jest/globals';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { EnginePool } from '../../src/processes/engine-pool.ts';
import { ProcessEngine } from '../../src/processes/process-engine.ts';
import { ProcessItems } from '../../src/processes/process-items.ts';
import { toTinyItem } from '../property/random-case.ts';
import { temporaryDir } from '../support/endings.ts';
import { NaiveEngine } from '../support/naive/naive-engine.ts';
import { writeCase } from '../support/tiny-case.ts';
import { testAgreement } from './agreement.ts';
import { testMatching } from './matching.ts';
import { openEmbedded } from './open-embedded.ts';
import { describeSearchEngine } from './search-engine.ts';
import type { OpenSubject } from './subject.ts';

const trials = {
  seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
  runs: Number(process.env.RUNS ?? 2),
  queries: Number(process.env.QUERIES ?? 100),
};

const compiled = (name: string): URL => pathToFileURL(resolve('dist/src/processes', name));

const openProcesses: OpenSubject = async (sources) => {
  const path = temporaryDir();
  const entries = { entry: compiled('engine-process.js'), checkEntry: compiled('index-check-process.js') };
  const pool = new EnginePool({ processes: 2, ...entries });
  for (const [name, items] of sources) {
    const casePath = await writeCase(join(path, `case-${name}`), items.map(toTinyItem));
    const { indexPath } = await buildIndex({ casePath, dataDir: join(path, 'data') });
    await pool.open(name, indexPath);
  }
  return {
    engine: new ProcessEngine(pool),
    items: new ProcessItems(pool),
    async close() {
      await pool.close();
      await rm(path, { recursive: true, force: true });
    },
  };
};

const openNaive: OpenSubject = async (sources) => {
  const engine = new NaiveEngine(sources);
  return { engine, items: engine, close: () => engine.close() };
};

describe('conformance', () => {
  describeSearchEngine('embedded', openEmbedded);
  describeSearchEngine('of processes', openProcesses);
  describeSearchEngine('naive', openNaive);
  testAgreement('the embedded engine', openEmbedded, trials);
  testAgreement('the engine of processes', openProcesses, { ...trials, runs: 1 });
  testMatching('the embedded engine', openEmbedded, { ...trials, runs: Math.ceil(trials.runs / 4) });
  testMatching('the engine of processes', openProcesses, {
    ...trials,
    runs: 1,
    queries: Math.ceil(trials.queries / 5),
  });
});
