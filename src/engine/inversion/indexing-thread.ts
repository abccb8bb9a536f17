/** The work of one helper thread of a build, and the messages between it and indexing-crew.ts. */
import { type FieldLengths, Impacts } from '../postings/field-lengths.ts';
import { type Impact, PostingListWriter } from '../postings/posting-list-writer.ts';
import { ListRecorder } from './encoded-lists.ts';
import { type InversionBatch, replay } from './inversion-batch.ts';
import type { RunLimits } from './run-builder.ts';
import type { RunFile, TermRange } from './run-file.ts';
import { RunFileReader } from './run-file-reader.ts';
import { RunMerger } from './run-merger.ts';
import { SpillingInverter } from './spilling-inverter.ts';

/** Messages to a helper thread: batches, then `endRuns`, then `merge` and ranges. */
export type ThreadOrder =
  | { readonly kind: 'begin'; readonly directory: string; readonly prefix: string; readonly limits: RunLimits }
  | { readonly kind: 'batch'; readonly batch: InversionBatch }
  | { readonly kind: 'endRuns' }
  | {
      readonly kind: 'merge';
      readonly runs: readonly RunFile[];
      readonly fields: readonly FieldLengths[];
      readonly documentCount: number;
    }
  | { readonly kind: 'range'; readonly number: number; readonly range: TermRange }
  | { readonly kind: 'used' };

/** Its answers, in the order of the messages. */
export type ThreadAnswer =
  /** For every field that ended in a batch: field, document, tokens, 1 if positions ran out. */
  | { readonly kind: 'fields'; readonly ends: Uint32Array }
  | { readonly kind: 'runs'; readonly runs: readonly RunFile[] }
  | { readonly kind: 'piece'; readonly number: number; readonly piece: Uint8Array }
  | { readonly kind: 'rangeEnd'; readonly number: number }
  | { readonly kind: 'fault'; readonly text: string; readonly code: string | undefined };

/** One end of the connection between two threads: a worker, its parent port, or one port of a channel. */
export interface ThreadPort {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (value: never) => void): unknown;
}

/** Maximum pieces in transit that have not been used yet: then a thread waits. */
const PIECES_AHEAD = 8;

/** The work of a thread that helps to build: inverts batches into runs, then merges and encodes ranges of terms. */
export class IndexingThread {
  readonly #port: ThreadPort;
  #runs: SpillingInverter | null = null;
  #ends: number[] = [];
  #merge: (ThreadOrder & { kind: 'merge' }) | null = null;
  #impacts: Impacts | null = null;
  /** Ranges are processed one after the other. */
  #last: Promise<void> = Promise.resolve();
  #ahead = 0;
  #wake: () => void = () => undefined;

  constructor(port: ThreadPort) {
    this.#port = port;
    port.on('message', (order: ThreadOrder) => {
      try {
        this.#obey(order);
      } catch (error) {
        this.#tellFault(error);
      }
    });
  }

  #obey(order: ThreadOrder): void {
    if (order.kind === 'begin') {
      this.#runs = new SpillingInverter(order.directory, order.prefix, order.limits, (field, doc, tokens, isCut) =>
        this.#ends.push(field, doc, tokens, isCut ? 1 : 0),
      );
    } else if (order.kind === 'batch') {
      replay(order.batch, this.#runs!);
      this.#post({ kind: 'fields', ends: Uint32Array.from(this.#ends) });
      this.#ends = [];
    } else if (order.kind === 'endRuns') {
      this.#post({ kind: 'runs', runs: this.#runs!.finishFiles() });
      this.#runs = null;
    } else if (order.kind === 'merge') {
      this.#merge = order;
      this.#impacts = new Impacts(order.documentCount);
    } else if (order.kind === 'range') {
      this.#last = this.#last
        .then(() => this.#encode(order.number, order.range))
        .catch((error) => this.#tellFault(error));
    } else {
      this.#ahead--;
      this.#wake();
    }
  }

  async #encode(number: number, range: TermRange): Promise<void> {
    const { runs, fields } = this.#merge!;
    const recorder = new ListRecorder((piece) => {
      this.#ahead++;
      this.#post({ kind: 'piece', number, piece }, [piece.buffer]);
    });
    const cursor = new RunMerger(runs.map((run) => new RunFileReader(run, range)));
    const postings = new PostingListWriter(recorder);
    let impact: Impact = () => 1;
    let current = -1;
    try {
      while (cursor.next()) {
        if (cursor.field !== current) {
          current = cursor.field;
          impact = this.#impacts!.of(fields[current]!);
        }
        recorder.begin(current, cursor.bytes, cursor.termStart, cursor.termEnd);
        postings.begin(impact);
        for (let count = cursor.read(); count > 0; count = cursor.read()) {
          postings.add(cursor.docs, cursor.positions, cursor.from, count);
          while (this.#ahead >= PIECES_AHEAD) await this.#used();
        }
        recorder.end(postings.end());
        while (this.#ahead >= PIECES_AHEAD) await this.#used();
      }
      recorder.flush();
    } finally {
      cursor.close();
    }
    this.#post({ kind: 'rangeEnd', number });
  }

  #used(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #tellFault(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#post({ kind: 'fault', text, code: (error as NodeJS.ErrnoException).code });
  }

  #post(answer: ThreadAnswer, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(answer, transfer);
  }
}
