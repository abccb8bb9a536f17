/** A helper thread of a build, and the messages between it and indexing-thread-pool.ts. */
import { lengthened } from '../../shared/longer-arrays.ts';
import type { TermSpan } from '../../shared/term-cursor.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { type SortedValues, ValueSorter, type ValuesToSort } from '../columns/values/value-sorting.ts';
import { ROW_WORDS, type SketchEnd } from '../neardup/sketch-row.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import { compressBatch, type FrameBatch } from '../store/frames/frame-batch.ts';
import { END_NUMBERS, type InversionBatch, replay } from './inversion-batch.ts';
import type { FieldEnd } from './inverter.ts';
import { type RangeAnswer, RunRangeEncoder } from './range-encoder.ts';
import type { RangeOrder } from './range-workers.ts';
import type { RunLimits } from './run-builder.ts';
import type { RunFile } from './runs/run-file.ts';
import type { SequenceFields } from './sequences/sequence-runs.ts';
import { SpillingInverter } from './spilling-inverter.ts';
import { type ThreadFault, type ThreadPort, threadFault } from './thread-pool.ts';

/** Creates runs from a task. The sender of tasks and the code that starts threads must agree on their format. */
export type RunMaker = (task: unknown) => readonly RunFile[];

/**
 * Messages to a helper thread: batches, frames and values, then `endRuns`, then `merge` and ranges. Runs of tasks are
 * merged in the same way.
 */
export type ThreadOrder =
  | {
      readonly kind: 'begin';
      readonly directory: string;
      readonly prefix: string;
      readonly limits: RunLimits;
      readonly sequences: SequenceFields | null;
    }
  | { readonly kind: 'batch'; readonly batch: InversionBatch }
  | { readonly kind: 'compress'; readonly frames: FrameBatch }
  | { readonly kind: 'sort'; readonly logged: ValuesToSort }
  | { readonly kind: 'endRuns' }
  | {
      readonly kind: 'merge';
      readonly runs: readonly RunFile[];
      readonly fields: readonly FieldLengths[];
      readonly documentCount: number;
      readonly hasPositions: boolean;
    }
  | { readonly kind: 'task'; readonly task: unknown }
  | RangeOrder<TermSpan>;

/** Its answers, in the order of the orders. */
export type ThreadAnswer =
  /**
   * For each field that ended in a batch: field, document, tokens, long words, flags (1: positions ran out; 2: tokens share a
   * position). The batch comes along so that its memory can be reused.
   */
  | {
      readonly kind: 'fields';
      readonly ends: Uint32Array;
      readonly sketches: Uint32Array;
      readonly batch: InversionBatch;
    }
  | { readonly kind: 'compressed'; readonly frames: FrameBatch }
  | { readonly kind: 'sorted'; readonly sorted: SortedValues }
  | { readonly kind: 'runs'; readonly runs: readonly RunFile[] }
  /** Answer to a task. */
  | { readonly kind: 'made'; readonly runs: readonly RunFile[] }
  | RangeAnswer;

const ENDS_FIRST = END_NUMBERS << 10;
/** Numbers of a sketch in an answer. */
export const SKETCH_NUMBERS = 1 + ROW_WORDS;
const SKETCHES_FIRST = SKETCH_NUMBERS << 10;

/** Inverts batches into runs, compresses frames and sorts values, then merges and encodes ranges of terms. */
export class IndexingThread {
  readonly #port: ThreadPort;
  readonly #make: RunMaker;
  #runs: SpillingInverter | null = null;
  /** See `ThreadAnswer`. */
  #ends: Uint32Array<ArrayBuffer> = new Uint32Array(ENDS_FIRST);
  #endLength = 0;
  #sketches: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  #sketchLength = 0;
  #sorter: ValueSorter | null = null;
  #merged: readonly RunFile[] = [];
  #encoder: RunRangeEncoder | null = null;
  /** Ranges are processed one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(port: ThreadPort, make: RunMaker) {
    this.#port = port;
    this.#make = make;
    port.on('message', (order: ThreadOrder) => {
      try {
        this.#obey(order);
      } catch (error) {
        this.#post(threadFault(error));
      }
    });
  }

  #obey(order: ThreadOrder): void {
    if (order.kind === 'begin') {
      const onFieldEnd: FieldEnd = (field, doc, tokens) => {
        const n = this.#endLength;
        if (n + END_NUMBERS > this.#ends.length) this.#ends = lengthened(this.#ends, 2 * this.#ends.length);
        this.#ends[n] = field;
        this.#ends[n + 1] = doc;
        this.#ends[n + 2] = tokens.positions;
        this.#ends[n + 3] = tokens.longWords;
        this.#ends[n + 4] = (tokens.isCut ? 1 : 0) | (tokens.isShared ? 2 : 0);
        this.#endLength = n + END_NUMBERS;
      };
      const onSketch: SketchEnd = (doc, rows, at) => {
        const n = this.#sketchLength;
        const end = n + SKETCH_NUMBERS;
        if (end > this.#sketches.length) this.#sketches = lengthened(this.#sketches, Math.max(SKETCHES_FIRST, 2 * n));
        this.#sketches[n] = doc;
        this.#sketches.set(rows.subarray(at, at + ROW_WORDS), n + 1);
        this.#sketchLength = end;
      };
      const { directory, prefix, limits, sequences } = order;
      this.#runs = new SpillingInverter(directory, prefix, limits, onFieldEnd, sequences, onSketch);
    } else if (order.kind === 'batch') {
      const { batch } = order;
      replay(batch, this.#runs!);
      const ends = this.#ends.slice(0, this.#endLength);
      const sketches = this.#sketches.slice(0, this.#sketchLength);
      const transfer = [batch.steps.buffer, batch.bytes.buffer, ends.buffer, sketches.buffer];
      this.#post({ kind: 'fields', ends, sketches, batch }, transfer);
      this.#endLength = 0;
      this.#sketchLength = 0;
    } else if (order.kind === 'compress') {
      const frames = compressBatch(order.frames);
      this.#post({ kind: 'compressed', frames }, [frames.bytes.buffer]);
    } else if (order.kind === 'sort') {
      this.#sorter ??= new ValueSorter();
      const sorted = this.#sorter.sort(order.logged);
      this.#post({ kind: 'sorted', sorted }, [sorted.run.buffer, sorted.log.buffer]);
    } else if (order.kind === 'endRuns') {
      this.#post({ kind: 'runs', runs: this.#runs!.finishFiles() });
      void this.#runs!.close();
      this.#runs = null;
      this.#sorter = null;
      collectGarbage();
    } else if (order.kind === 'merge') {
      this.#merged = order.runs;
      const post = (answer: RangeAnswer, transfer: readonly ArrayBuffer[]): void => this.#post(answer, transfer);
      this.#encoder = new RunRangeEncoder(order.fields, order.documentCount, post, order.hasPositions);
    } else if (order.kind === 'task') {
      if (this.#encoder !== null) {
        // Tasks need its memory.
        this.#encoder = null;
        collectGarbage();
      }
      this.#post({ kind: 'made', runs: this.#make(order.task) });
    } else if (order.kind === 'range') {
      this.#last = this.#last
        .then(() => this.#encoder!.encode(order.number, this.#merged, order.range))
        .catch((error) => this.#post(threadFault(error)));
    } else this.#encoder!.used();
  }

  #post(answer: ThreadAnswer | ThreadFault, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(answer, transfer);
  }
}
