/**
 * Writes the pairs of all fields after the lists of all terms. Finds pairs in these lists, sorts them on disk, and writes them
 * like terms. If threads encoded the terms, they do most of this, too. The bytes are the same.
 */
import { TermAssembly, type TermStreams } from '../dictionary/term-assembly.ts';
import type { DictionaryHeader } from '../format.ts';
import { ListReplay, type RunThreadPool } from '../inversion/encoded-lists.ts';
import { encodedRuns } from '../inversion/range-encoder.ts';
import type { RunFile } from '../inversion/runs/run-file.ts';
import { BLOCK_SIZE } from '../postings/doc-block.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { FrequentLists } from './frequent-lists.ts';
import { findPairs, type PairTask } from './pair-task.ts';

export interface PairSources {
  readonly frequent: Pick<FrequentLists, 'byField' | 'spooled'>;
  /** Returns the lengths of a field, by its id. */
  readonly lengths: (field: number) => FieldLengths;
  readonly documentCount: number;
  /** Folder for runs; removed by the caller. */
  readonly directory: string;
  /** If null, the calling thread does everything. */
  readonly pool: RunThreadPool | null;
  /** Called regularly with the progress, 0 to 1. */
  readonly onPart: (part: number) => Promise<void>;
}

/** A search for pairs, possibly in threads. */
export interface BegunPairs {
  /** Returns the dictionaries of pairs of all fields with frequent terms. */
  write(): Promise<ReadonlyMap<number, DictionaryHeader>>;
}

/** Starts the threads' search. */
export function beginPairs(streams: TermStreams, sources: PairSources): BegunPairs {
  const fields = [...sources.frequent.byField.keys()];
  if (fields.length === 0) return { write: async () => new Map() };
  const { pool } = sources;
  const begun = pool === null ? null : beginTasks(sources, pool);
  return {
    async write() {
      const terms = new TermAssembly(streams, fields, false);
      const runs = await (begun === null ? found(sources) : foundByThreads(begun, sources));
      await writeFound(streams, sources, terms, runs);
      return terms.finish();
    },
  };
}

interface BegunTasks {
  readonly count: number;
  readonly runs: AsyncGenerator<readonly RunFile[]>;
}

function beginTasks(sources: PairSources, pool: RunThreadPool): BegunTasks {
  const tasks = tasksOf(sources, TASKS_EACH * pool.threads);
  return { count: tasks.length, runs: pool.runsOf(tasks) };
}

/** Divides the blocks of each field into `parts` tasks. */
function tasksOf({ frequent, documentCount, directory }: PairSources, parts: number): PairTask[] {
  const blocks = Math.ceil(documentCount / BLOCK_SIZE);
  const lists = frequent.spooled();
  const each = Math.ceil(blocks / parts);
  const tasks: PairTask[] = [];
  for (const [field, terms] of frequent.byField) {
    for (let from = 0; from < blocks; from += each) {
      const range = { from, to: Math.min(from + each, blocks), blocks };
      tasks.push({ field, terms, lists, range, directory, prefix: `pairs-${field}-${from}-` });
    }
  }
  return tasks;
}

/** Finds pairs in this thread. */
async function found(sources: PairSources): Promise<readonly RunFile[]> {
  const runs: RunFile[] = [];
  const tasks = tasksOf(sources, 1);
  for (const [n, task] of tasks.entries()) {
    const finding = findPairs(task);
    for (;;) {
      const { done, value } = finding.next();
      if (done === true) {
        runs.push(...value);
        break;
      }
      await sources.onPart((FOUND_PART * (n + Math.min(1, value / sources.documentCount))) / tasks.length);
    }
  }
  return runs;
}

/** Finds pairs in the threads that encoded the terms. */
async function foundByThreads(
  { count, runs: making }: BegunTasks,
  { onPart }: PairSources,
): Promise<readonly RunFile[]> {
  const runs: RunFile[] = [];
  let done = 0;
  for await (const made of making) {
    runs.push(...made);
    await onPart((FOUND_PART * ++done) / count);
  }
  return runs;
}

/** Encodes the pairs in the threads that found them. */
async function writeFound(
  streams: TermStreams,
  { pool, lengths, documentCount, onPart }: PairSources,
  terms: TermAssembly,
  runs: readonly RunFile[],
): Promise<void> {
  const replay = new ListReplay(streams, terms);
  const all = runs.reduce((sum, { bytes }) => sum + bytes, 0);
  const pieces =
    pool === null
      ? encodedRuns(runs, { fields: lengths, documentCount, hasPositions: false })
      : pool.encoded(runs, documentCount);
  for await (const piece of pieces) {
    replay.play(piece);
    await onPart(writtenPart(replay.occurrences, all));
  }
}

/** Returns the overall progress after writing this many pairs from runs of `runBytes`. */
function writtenPart(written: number, runBytes: number): number {
  return FOUND_PART + (1 - FOUND_PART) * Math.min(1, (written * PAIR_BYTES) / Math.max(1, runBytes));
}

/** Tasks per thread, so that all end at about the same time. */
const TASKS_EACH = 8;
/** Fraction of the work of finding and writing pairs that finding takes. */
const FOUND_PART = 0.5;
/** Approximate bytes of a pair in a run. */
const PAIR_BYTES = 4;
