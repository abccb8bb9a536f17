/**
 * Writes the pairs of all fields, once the lists of all terms are there: found in these, sorted on disk, written like terms. Where threads
 * encoded the terms, they do most of this, too; the bytes are the same.
 */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import { TermAssembly, type TermStreams } from '../dictionary/term-assembly.ts';
import type { DictionaryHeader } from '../format.ts';
import { ListReplay, type RunCrew } from '../inversion/encoded-lists.ts';
import { encodedRuns } from '../inversion/range-encoder.ts';
import type { RunFile } from '../inversion/run-file.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { FrequentLists } from './frequent-lists.ts';
import { findPairs, type PairTask } from './pair-task.ts';

export interface PairSources {
  readonly frequent: Pick<FrequentLists, 'byField' | 'spooled'>;
  /** The lengths of a field, by its id. */
  readonly lengths: (field: number) => FieldLengths;
  readonly documentCount: number;
  /** For runs; removed by the caller. */
  readonly directory: string;
  /** Null: all is done here. */
  readonly crew: RunCrew | null;
  /** Called now and then with how far it is, 0 to 1. */
  readonly onPart: (part: number) => Promise<void>;
}

/** Pairs that threads look for, if there are some. */
export interface BegunPairs {
  /** Returns where the pairs of each field are that has frequent terms. */
  write(): Promise<ReadonlyMap<number, DictionaryHeader>>;
}

/** Lets the threads begin. */
export function beginPairs(streams: TermStreams, sources: PairSources): BegunPairs {
  const fields = [...sources.frequent.byField.keys()];
  if (fields.length === 0) return { write: async () => new Map() };
  const { crew } = sources;
  const begun = crew === null ? null : beginTasks(sources, crew);
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

function beginTasks(sources: PairSources, crew: RunCrew): BegunTasks {
  const tasks = tasksOf(sources, TASKS_EACH * crew.threads);
  return { count: tasks.length, runs: crew.runsOf(tasks) };
}

/** Some of the blocks of a field at a time, of all fields: so many for each that does them. */
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

/** The same by the threads that encoded the terms. */
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

/** Encodes the pairs by those who found them. */
async function writeFound(
  streams: TermStreams,
  { crew, lengths, documentCount, onPart }: PairSources,
  terms: TermAssembly,
  runs: readonly RunFile[],
): Promise<void> {
  const replay = new ListReplay(streams, terms);
  const all = runs.reduce((sum, { bytes }) => sum + bytes, 0);
  const pieces =
    crew === null
      ? encodedRuns(runs, { fields: lengths, documentCount, hasPositions: false })
      : crew.encoded(runs, documentCount);
  for await (const piece of pieces) {
    replay.play(piece);
    await onPart(writtenPart(replay.occurrences, all));
  }
}

/** How far all of it is when so many pairs are written, of runs of so many bytes. */
function writtenPart(written: number, runBytes: number): number {
  return FOUND_PART + (1 - FOUND_PART) * Math.min(1, (written * PAIR_BYTES) / Math.max(1, runBytes));
}

/** Tasks for each thread, so that all end at about the same time. */
const TASKS_EACH = 8;
/** Of the work: to find them, not to write them. */
const FOUND_PART = 0.5;
/** What a pair takes in a run, about. */
const PAIR_BYTES = 4;
