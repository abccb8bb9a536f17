import type { Disagreement } from '../compare/agreement.ts';
import type { ClassSummary } from '../compare/summary.ts';
import type { BuildReport } from '../engines/engine.ts';
import type { HttpResult } from '../http/http-bench.ts';

/**
 * The result that a run writes to bench/results/. Times of queries are in microseconds, as means over the queries of a class.
 */
export interface RunResult {
  readonly date: string;
  readonly commit: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryBytes: number;
    readonly system: string;
  };
  readonly node: string;
  readonly corpora: readonly CorpusResult[];
}

export interface CorpusResult {
  readonly corpus: string;
  /** Date and commit of the run that measured it, if that is an earlier one. */
  readonly carriedFrom?: string;
  readonly items: number;
  readonly textBytes: number;
  readonly skipped: readonly { readonly engine: string; readonly reason: string }[];
  readonly builds: readonly (BuildReport & { readonly engine: string })[];
  /**
   * Time from the start of the process to the answer of its first query, and time of opening within the process, if reported.
   */
  readonly opening: readonly {
    readonly engine: string;
    readonly firstAnswerMs: number;
    readonly openMs: number | null;
    /** The first query in-process, after opening. Missing in older runs. */
    readonly firstQueryMs?: number | null;
  }[];
  readonly unsupported: readonly string[];
  readonly disagreements: readonly Disagreement[];
  readonly classes: readonly ClassSummary[];
  readonly geometricMeans: readonly { readonly engine: string; readonly command: string; readonly ratio: number }[];
  /** Terms of a list that are searched one after the other: seconds for all their hits. */
  readonly termLists: readonly {
    readonly engine: string;
    readonly terms: number;
    readonly countSeconds: number;
    readonly idsSeconds: number;
  }[];
  readonly memory: readonly { readonly engine: string; readonly servePeakBytes: number }[];
  readonly http: HttpResult | null;
}

/** Builds of one engine with this many threads: the time of the fastest round, and the largest peak of memory. */
export interface BuildResult {
  readonly engine: string;
  readonly threads: number;
  readonly seconds: number;
  readonly medianSeconds: number;
  readonly processorSeconds: number;
  readonly bytes: number;
  /** Bytes of stored items, texts and values. */
  readonly storedBytes: number;
  readonly peakBytes: number;
}
