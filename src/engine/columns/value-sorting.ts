/** The messages for sorting values in another thread while more are collected. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { HeldValues } from '../../kernel/values/held-values.ts';
import { writeValueRun } from './value-run.ts';

/** Threads that sort. */
export interface ValueThreadPool {
  /** Whether a thread is available. */
  readonly takesValues: boolean;
  /** Transfers a log of values (logged-values.ts) with its memory. `done` receives the result. */
  sortValues(log: Uint8Array<ArrayBuffer>, done: (sorted: SortedValues) => void): void;
}

export interface SortedValues {
  /** See value-run.ts. */
  readonly run: Uint8Array<ArrayBuffer>;
  /** Bytes of its longest value. */
  readonly longest: number;
  /** The log, returned so that its memory can be reused. */
  readonly log: Uint8Array<ArrayBuffer>;
}

/** Sorts values in memory of its own, which it reuses. */
export class ValueSorter {
  readonly #held = new HeldValues();

  sort(log: Uint8Array<ArrayBuffer>): SortedValues {
    const out = new ByteWriter(RUN_BYTES);
    this.#held.takeLog(log);
    writeValueRun(this.#held, (bytes) => out.copy(bytes));
    return { run: out.bytes.subarray(0, out.length), longest: this.#held.longest, log };
  }
}

const RUN_BYTES = 1 << 16;
