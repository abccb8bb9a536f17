/** Values that another thread sorts while more are collected: what goes to it, and what comes back. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { type HeldValues, writeValueRun } from './value-run.ts';

/** Threads that sort. */
export interface ValueCrew {
  /** Gives values away with their memory, and `done` what becomes of them; false where nobody takes them. */
  sortValues(values: HeldValues, done: (sorted: SortedValues) => void): boolean;
}

export interface SortedValues {
  /** See value-run.ts. */
  readonly run: Uint8Array<ArrayBuffer>;
  /** For its memory alone. */
  readonly values: HeldValues;
}

export function sortValues(values: HeldValues): SortedValues {
  const out = new ByteWriter(RUN_BYTES);
  writeValueRun(values, out, () => undefined);
  return { run: out.bytes.subarray(0, out.length), values };
}

const RUN_BYTES = 1 << 16;

/** What goes to another thread without a copy. */
export function memoryOf({ texts, values, docs }: HeldValues): ArrayBuffer[] {
  return [texts.bytes.buffer, texts.starts.buffer, texts.columns.buffer, values.buffer, docs.buffer];
}
