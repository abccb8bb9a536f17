/**
 * Parallel inversion: divides documents, and later ranges of terms, among threads. The index is byte for byte the same
 * as from a single thread. indexing-thread.ts runs in the threads.
 */
import { rm } from 'node:fs/promises';
import type { Analysis } from '../../schema/field-types.ts';
import type { TermSpan } from '../../shared/term-cursor.ts';
import { collectGarbage } from '../collect-garbage.ts';
import type { SortedValues, ValuesToSort, ValueThreadPool } from '../columns/values/value-sorting.ts';
import { SHORT_LIST_MAX } from '../format.ts';
import type { SketchEnd } from '../neardup/sketch-row.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { FrameBatch } from '../store/frames/frame-batch.ts';
import { FRAME_BATCH_BYTES, type FrameThreadPool } from '../store/frames/frame-queue.ts';
import type { RecordKernel } from '../store/records/record-kernel.ts';
import type { EncodedTerms, RunThreadPool } from './encoded-lists.ts';
import { SKETCH_NUMBERS, type ThreadAnswer, type ThreadOrder } from './indexing-thread.ts';
import { BatchWriter, END_NUMBERS, replay } from './inversion-batch.ts';
import type { FieldEnd, Inverter } from './inverter.ts';
import { RangeWorkers } from './range-workers.ts';
import type { RunLimits } from './run-builder.ts';
import type { RunFile } from './runs/run-file.ts';
import { type DividedRuns, dividedRuns } from './runs/run-ranges.ts';
import type { SequenceFields } from './sequences/sequence-runs.ts';
import { SpillingInverter } from './spilling-inverter.ts';
import { type PoolThread, ThreadPool } from './thread-pool.ts';

export interface ThreadPoolOptions {
  readonly threads: number;
  readonly open: () => PoolThread;
  /** Size of a batch, see `BatchWriter`. A smaller build does not use threads. */
  readonly batchSize?: number;
  /** Minimum bytes of runs in a range of terms. */
  readonly rangeBytes?: number;
  /** See `FrameThreadPool`. */
  readonly frameBatchBytes?: number;
}

const BATCH_SIZE = 2 * 2 ** 20;

/** A batch ends between documents, but within a document that makes it this many times as large. */
const DOCUMENT_BATCHES = 4;

/** Maximum number of batches per thread, queued or in progress. */
const BATCHES_AHEAD = 2;

/** Approximate number of frame batches, or value batches, that take as long as a batch of documents. */
const FRAMES_IN_BATCH = 10;
const FRAMES_IN_SORTING = 20;

/** Tasks given to a thread at a time. More than one, because their durations vary. */
const TASKS_AHEAD = 2;

/** Only a text with more units than this can have more tokens than the format has positions. */
const UNCUT_UNITS_MAX = 2 ** 31 - 2;

/**
 * Inverts with several threads, merges and encodes with them, and lets them compress and sort. A batch of complete documents
 * goes to the thread with the least work. The division does not affect the index: runs are merged by document, and ranges
 * are concatenated in order.
 */
export class IndexingThreadPool implements Inverter, FrameThreadPool, ValueThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #directory: string;
  readonly #limits: RunLimits;
  readonly #onFieldEnd: FieldEnd;
  readonly #sequences: SequenceFields | null;
  readonly #onSketch: SketchEnd | null;
  readonly #writer = new BatchWriter();
  readonly #pool = new ThreadPool<ThreadOrder, ThreadAnswer>((thread, answer) => this.#hear(thread, answer));
  readonly #members: Member[] = [];
  /** Inverts in this thread if the build is too small for threads. */
  #alone: SpillingInverter | null = null;
  /** The thread that got the beginning of the current document. */
  #holder: number | null = null;
  #isWithinDocument = false;
  #textUnits = 0;
  /** Indexed by batch: its answer. Answers are reported in order. */
  readonly #ends = new Map<number, Pick<BatchAnswer, 'ends' | 'sketches'>>();
  #batches = 0;
  #batchesReported = 0;
  #ranges: RangeWorkers<TermSpan> | null = null;
  #removal: Promise<unknown> | null = null;
  /** Tasks that are not assigned yet. */
  readonly #tasks: unknown[] = [];
  /** Runs of completed tasks that were not consumed yet. */
  readonly #made: (readonly RunFile[])[] = [];

  constructor(
    options: ThreadPoolOptions,
    directory: string,
    limits: RunLimits,
    onFieldEnd: FieldEnd,
    sequences: SequenceFields | null = null,
    onSketch: SketchEnd | null = null,
  ) {
    this.#onSketch = onSketch;
    this.#sequences = sequences;
    this.#options = options;
    this.#directory = directory;
    this.#limits = limits;
    this.#onFieldEnd = onFieldEnd;
  }

  beginField(doc: number, field: number): void {
    this.#isWithinDocument = true;
    this.#writer.beginField(doc, field);
  }

  addValue(value: string, analysis: Analysis): void {
    this.#writer.addValue(value, analysis);
  }

  /** Adds fields of the current document that a kernel has taken. */
  addFields(record: RecordKernel): void {
    this.#isWithinDocument = true;
    this.#writer.addFields(record);
  }

  beginText(): void {
    this.#textUnits = 0;
    this.#writer.beginText();
  }

  addText(piece: string): void {
    this.#textUnits += piece.length;
    this.#writer.addText(piece);
  }

  endText(): void {
    this.#writer.endText();
  }

  endField(): void {
    this.#writer.endField();
  }

  endDocument(): void {
    this.#writer.endDocument();
    this.#isWithinDocument = false;
  }

  get isBusy(): boolean {
    if (this.#textUnits > UNCUT_UNITS_MAX) return true;
    const size = this.#options.batchSize ?? BATCH_SIZE;
    if (this.#isWithinDocument) return this.#writer.size >= size * DOCUMENT_BATCHES;
    // The rest of a divided document forms a separate batch, so that the next document can go to another thread.
    return this.#holder !== null || this.#writer.size >= size;
  }

  async settle(): Promise<void> {
    await this.#send();
    if (this.#textUnits <= UNCUT_UNITS_MAX || this.#isWithinDocument) return;
    // Reports the possible cuts first.
    this.#textUnits = 0;
    await this.#pool.until(() => this.#batchesReported === this.#batches);
  }

  get frameBatchBytes(): number {
    return this.#options.frameBatchBytes ?? FRAME_BATCH_BYTES;
  }

  /**
   * Passes frames to the least busy thread. Refuses the first frames, because a build with no more than these is too
   * small for threads.
   */
  compress(batch: FrameBatch, done: (compressed: FrameBatch) => void): boolean {
    if (this.#members.length === 0) return false;
    const thread = this.#leastLoaded();
    this.#members[thread]!.framing.push(done);
    this.#pool.send(thread, { kind: 'compress', frames: batch }, [batch.bytes.buffer]);
    return true;
  }

  /** Returns false for a build that is too small for threads. */
  get takesValues(): boolean {
    return this.#members.length > 0;
  }

  /** Passes values to the least busy thread. All results arrive before `finish` returns. */
  sortValues(logged: ValuesToSort, done: (sorted: SortedValues) => void): void {
    const thread = this.#leastLoaded();
    this.#members[thread]!.sorting.push(done);
    this.#pool.send(thread, { kind: 'sort', logged }, [logged.log.buffer]);
  }

  #leastLoaded(): number {
    const loads = this.#members.map(
      ({ batches, framing, sorting }) =>
        batches.length * FRAMES_IN_BATCH + framing.length + sorting.length * FRAMES_IN_SORTING,
    );
    return loads.indexOf(Math.min(...loads));
  }

  async until(holds: () => boolean): Promise<void> {
    await this.#pool.until(holds);
  }

  async #send(): Promise<void> {
    if (this.#members.length === 0) this.#open();
    await this.#pool.until(() => this.#freeMember() >= 0);
    const thread = this.#freeMember();
    this.#members[thread]!.batches.push(this.#batches++);
    this.#holder = this.#isWithinDocument ? thread : null;
    const batch = this.#writer.take();
    this.#pool.send(thread, { kind: 'batch', batch }, [batch.steps.buffer, batch.bytes.buffer]);
  }

  /** Returns the least busy thread, or -1 if all have enough work. */
  #freeMember(): number {
    const loads = this.#members.map(({ batches }) => batches.length);
    const least = this.#holder ?? loads.indexOf(Math.min(...loads));
    return loads[least]! < BATCHES_AHEAD ? least : -1;
  }

  #open(): void {
    for (let n = 0; n < this.#options.threads; n++) {
      this.#members.push({ batches: [], framing: [], sorting: [], runs: null });
      this.#pool.open(this.#options.open());
      const prefix = `run-${n}-`;
      const order = { directory: this.#directory, prefix, limits: this.#limits, sequences: this.#sequences };
      this.#pool.send(n, { kind: 'begin', ...order });
    }
  }

  #hear(thread: number, answer: ThreadAnswer): void {
    const member = this.#members[thread]!;
    if (answer.kind === 'fields') {
      this.#writer.reuse(answer.batch);
      this.#ends.set(member.batches.shift()!, answer);
      this.#reportEnds();
    } else if (answer.kind === 'compressed') member.framing.shift()!(answer.frames);
    else if (answer.kind === 'sorted') member.sorting.shift()!(answer.sorted);
    else if (answer.kind === 'runs') member.runs = answer.runs;
    else if (answer.kind === 'made') {
      this.#made.push(answer.runs);
      this.#sendTask(thread);
    } else this.#ranges!.hear(thread, answer);
  }

  #reportEnds(): void {
    for (
      let batch = this.#ends.get(this.#batchesReported);
      batch !== undefined;
      batch = this.#ends.get(this.#batchesReported)
    ) {
      this.#ends.delete(this.#batchesReported++);
      const { ends, sketches } = batch;
      for (let i = 0; i < ends.length; i += END_NUMBERS) {
        const flags = ends[i + 4]!;
        this.#onFieldEnd(ends[i]!, ends[i + 1]!, {
          positions: ends[i + 2]!,
          isCut: (flags & 1) !== 0,
          isShared: (flags & 2) !== 0,
          longWords: ends[i + 3]!,
        });
      }
      for (let i = 0; i < sketches.length; i += SKETCH_NUMBERS) this.#onSketch?.(sketches[i]!, sketches, i + 1);
    }
  }

  async finish(fields: () => readonly FieldLengths[]): Promise<EncodedTerms> {
    if (this.#members.length === 0) return this.#finishAlone(fields);
    await this.#send();
    this.#pool.sendAll({ kind: 'endRuns' });
    await this.#pool.until(() => this.#members.every((member) => member.runs !== null));
    const divided = this.#divided(this.#members.flatMap((member) => member.runs!));
    for (const member of this.#members) member.runs = null;
    collectGarbage();
    const pool: RunThreadPool = {
      threads: this.#members.length,
      runsOf: (tasks) => this.#runsOf(tasks),
      encoded: (made, documentCount) => this.#encoded(this.#divided(made), fields(), documentCount, false),
    };
    return { pieces: (documentCount) => this.#encodedOnce(divided, fields(), documentCount), inThreads: true, pool };
  }

  #divided(runs: readonly RunFile[]): DividedRuns {
    return dividedRuns(runs, this.#options.rangeBytes);
  }

  #runsOf(tasks: readonly unknown[]): AsyncGenerator<readonly RunFile[]> {
    this.#tasks.push(...tasks);
    for (let n = 0; n < TASKS_AHEAD; n++) for (const thread of this.#members.keys()) this.#sendTask(thread);
    return this.#madeOf(tasks.length);
  }

  #sendTask(thread: number): void {
    const task = this.#tasks.shift();
    if (task !== undefined) this.#pool.send(thread, { kind: 'task', task });
  }

  async *#madeOf(tasks: number): AsyncGenerator<readonly RunFile[]> {
    for (let done = 0; done < tasks; done++) {
      await this.#pool.until(() => this.#made.length > 0);
      yield this.#made.shift()!;
    }
  }

  async #finishAlone(fields: () => readonly FieldLengths[]): Promise<EncodedTerms> {
    this.#alone = new SpillingInverter(
      this.#directory,
      'run-',
      this.#limits,
      this.#onFieldEnd,
      this.#sequences,
      this.#onSketch,
    );
    replay(this.#writer.take(), this.#alone);
    return this.#alone.finish(fields);
  }

  /** Also removes the runs concurrently, because freeing so many pages takes a while. */
  async *#encodedOnce(
    divided: DividedRuns,
    lengths: readonly FieldLengths[],
    documentCount: number,
  ): AsyncGenerator<Uint8Array> {
    yield* this.#encoded(divided, lengths, documentCount, true);
    this.#removal = Promise.allSettled(divided.runs.map(({ path }) => rm(path)));
  }

  /** Lets the threads merge and encode ranges of terms, and returns their output in the order of the ranges. */
  #encoded(
    { runs, ranges }: DividedRuns,
    lengths: readonly FieldLengths[],
    documentCount: number,
    hasPositions: boolean,
  ): AsyncGenerator<Uint8Array> {
    const fields = lengths.map(withoutUnused);
    this.#pool.sendAll({ kind: 'merge', runs, fields, documentCount, hasPositions });
    this.#ranges = new RangeWorkers(this.#pool);
    return this.#ranges.encoded(ranges);
  }

  async close(): Promise<void> {
    await this.#alone?.close();
    // Other files will be removed with their folder.
    await this.#removal;
    await this.#pool.close();
  }
}

type BatchAnswer = Extract<ThreadAnswer, { kind: 'fields' }>;

/** The state of a thread. */
interface Member {
  /** Batches still without an answer. */
  readonly batches: number[];
  /** Callbacks for compressed batches of frames. */
  readonly framing: ((compressed: FrameBatch) => void)[];
  /** Callbacks for sorted values. */
  readonly sorting: ((sorted: SortedValues) => void)[];
  runs: readonly RunFile[] | null;
}

/** Lengths are needed only for long lists, and only if they are not all equal. */
export function withoutUnused(field: FieldLengths): FieldLengths {
  if (field.docCount > SHORT_LIST_MAX && !field.isUnitLength) return field;
  const none = { ...field.exists, pages: [], tail: new Uint8Array(0) };
  return { ...field, exists: none, lengths: none };
}
