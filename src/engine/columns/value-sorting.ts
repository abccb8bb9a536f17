/** Values that another thread sorts while more are collected: what goes to it, and what comes back. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { HeldValues } from '../../kernel/values/held-values.ts';
import { writeValueRun } from './value-run.ts';

/** Threads that sort. */
export interface ValueCrew {
  /** Whether somebody is there. */
  readonly takesValues: boolean;
  /** Gives a log of values (logged-values.ts) away with its memory, and `done` what becomes of it. */
  sortValues(log: Uint8Array<ArrayBuffer>, done: (sorted: SortedValues) => void): void;
}

export interface SortedValues {
  /** See value-run.ts. */
  readonly run: Uint8Array<ArrayBuffer>;
  /** Bytes of its longest value. */
  readonly longest: number;
  /** The log, for its memory alone. */
  readonly log: Uint8Array<ArrayBuffer>;
}

/** Sorts in a memory of its own, which it keeps for the next values. */
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
