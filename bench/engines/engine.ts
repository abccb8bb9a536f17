import type { Corpus } from '../corpus/export.ts';
import type { BenchQuery } from '../queries/tree.ts';
import { LineProcess } from './line-process.ts';
import { type ProcessRun, runMeasured } from './measured-process.ts';

/** One engine of the benchmark: a program that builds an index of a corpus and then answers the line protocol. */
export interface Engine {
  readonly name: string;
  /** Returns null if it can run here on this corpus, otherwise the reason, for display. */
  unavailable(corpus: Corpus): string | null;
  build(corpus: Corpus, directory: string, threads: number): Promise<BuildReport>;
  serve(corpus: Corpus, directory: string, iterations: number): LineProcess;
  /** Returns the query in this engine's syntax, or the reason why the engine does not support it. */
  query(query: BenchQuery): string | { readonly unsupported: string };
}

export interface BuildReport {
  /** Wall time of the whole process, from start to exit. */
  readonly seconds: number;
  /** Time until the index could be searched, as reported by the program. A merge to one segment comes after that. */
  readonly searchableSeconds: number;
  readonly threads: number;
  /** Bytes used for searching. Stored items and texts are `storedBytes`. */
  readonly bytes: number;
  readonly storedBytes: number;
  /** Bytes of each structure, if the engine reports them. */
  readonly parts?: Readonly<Record<string, number>>;
  readonly peakBytes: number;
  /** User and system time of the process when it was last sampled. */
  readonly processorSeconds: number;
  readonly version: string;
}

export type ToldByEngine = Omit<BuildReport, 'seconds' | 'threads' | 'peakBytes' | 'processorSeconds'>;

/** The commands of a program. Everything else is the same for all programs. */
export interface EngineCommands {
  readonly name: string;
  unavailable(corpus: Corpus): string | null;
  build(corpus: Corpus, directory: string, threads: number): readonly string[];
  serve(corpus: Corpus, directory: string, iterations: number): readonly string[];
  query(query: BenchQuery): string | { readonly unsupported: string };
  report?(run: ProcessRun, corpus: Corpus, directory: string): Promise<ToldByEngine>;
}

export function engineOf(commands: EngineCommands): Engine {
  return {
    name: commands.name,
    unavailable: (corpus) => commands.unavailable(corpus),
    query: (query) => commands.query(query),
    serve: (corpus, directory, iterations) => new LineProcess(commands.serve(corpus, directory, iterations)),
    async build(corpus, directory, threads) {
      const run = await runMeasured(commands.build(corpus, directory, threads), threads);
      if (run.exitCode !== 0)
        throw new Error(`${commands.name} did not build (exit ${run.exitCode}): ${run.errors.slice(-2000)}`);
      const report = (await commands.report?.(run, corpus, directory)) ?? reportOfPeer(run);
      const processorSeconds = run.processorMs / 1000;
      return { ...report, seconds: run.seconds, threads, peakBytes: run.peakBytes, processorSeconds };
    },
  };
}

/** Returns the line of JSON that every peer prints after a build. */
function reportOfPeer(run: ProcessRun): ToldByEngine {
  const line = run.output.trim().split('\n').at(-1) ?? '';
  const report = JSON.parse(line) as { seconds: number; mergedBytes: number; storedBytes?: number; version: string };
  const { seconds, mergedBytes, storedBytes = 0, version } = report;
  return { searchableSeconds: seconds, bytes: mergedBytes - storedBytes, storedBytes, version };
}
