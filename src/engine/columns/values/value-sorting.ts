/** The messages for sorting values in another thread while more are collected. */
import { ByteWriter } from '../../../codec/byte-writer.ts';
import { type CountedValues, countColumnValues } from './column-counts.ts';
import { HeldValues } from './held-values.ts';
import { writeValueRun } from './value-run.ts';

/** Threads that sort. */
export interface ValueThreadPool {
  /** Whether a thread is available. */
  readonly takesValues: boolean;
  /** Transfers a log with its memory. `done` receives the result. */
  sortValues(logged: ValuesToSort, done: (sorted: SortedValues) => void): void;
}

export interface ValuesToSort {
  /** See logged-values.ts. */
  readonly log: Uint8Array<ArrayBuffer>;
  /** Columns to count. */
  readonly counted: ReadonlySet<number>;
}

export interface SortedValues {
  /** See value-run.ts. */
  readonly run: Uint8Array<ArrayBuffer>;
  /** Bytes of its longest value. */
  readonly longest: number;
  readonly counts: readonly CountedValues[];
  /** The log, returned so that its memory can be reused. */
  readonly log: Uint8Array<ArrayBuffer>;
}

/** Sorts values in its own memory, which it reuses. */
export class ValueSorter {
  readonly #held = new HeldValues();

  sort({ log, counted }: ValuesToSort): SortedValues {
    const out = new ByteWriter(RUN_BYTES);
    this.#held.takeLog(log);
    writeValueRun(this.#held, (bytes) => out.copy(bytes));
    const counts = countColumnValues(this.#held, counted);
    return { run: out.bytes.subarray(0, out.length), longest: this.#held.longest, counts, log };
  }
}

const RUN_BYTES = 1 << 16;
