/**
 * Parallel inversion: divides documents, and later ranges of terms, among threads. The index is byte for byte that of a
 * single thread. indexing-thread.ts is the other side.
 */
import type { Analysis } from '../../schema/field-types.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';
import { SHORT_LIST_MAX } from '../format.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { EncodedTerms } from './encoded-lists.ts';
import type { ThreadAnswer, ThreadOrder, ThreadPort } from './indexing-thread.ts';
import { BatchWriter, replay } from './inversion-batch.ts';
import type { FieldEnd, Inverter } from './inverter.ts';
import type { RunLimits } from './run-builder.ts';
import type { RunFile } from './run-file.ts';
import { rangesOf } from './run-ranges.ts';
import { SpillingInverter } from './spilling-inverter.ts';

/** Opens the connection to a thread of `indexing-thread.ts`. */
export interface CrewThread extends ThreadPort {
  on(event: 'message', listener: (answer: never) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

export interface CrewOptions {
  readonly threads: number;
  readonly open: () => CrewThread;
  /** Size of a batch, see `BatchWriter`. A smaller build is not worth a thread. */
  readonly batchSize?: number;
  /** Minimum bytes of runs in a range of terms. */
  readonly rangeBytes?: number;
}

const BATCH_SIZE = 2 * 2 ** 20;

/** A batch ends between documents, unless a single document makes it this many times as large. */
const DOCUMENT_BATCHES = 4;

/** Maximum batches that wait for a thread or are with it. */
const BATCHES_AHEAD = 2;

/** Ranges that a thread is given at a time, so that it need not wait for the next. */
const RANGES_AHEAD = 2;

/** A text can be cut only if it has more tokens than there are positions, and therefore more units. */
const UNCUT_UNITS_MAX = 2 ** 31 - 2;

/**
 * Inverts with several threads, and merges and encodes with them. A batch of whole documents goes to the thread with
 * the least work. The division leaves no trace in the index: runs are merged by document, and ranges are put in order.
 */
export class IndexingCrew implements Inverter {
  readonly #options: CrewOptions;
  readonly #directory: string;
  readonly #limits: RunLimits;
  readonly #onFieldEnd: FieldEnd;
  readonly #fields: () => readonly FieldLengths[];
  readonly #writer = new BatchWriter();
  #members: Member[] = [];
  /** The thread that got the beginning of the current document. */
  #holder: Member | null = null;
  #isWithinDocument = false;
  #textUnits = 0;
  /** Answers to batches, by batch; reported in order. */
  readonly #ends = new Map<number, Uint32Array>();
  #batches = 0;
  #batchesTold = 0;
  #fault: Error | null = null;
  #wake: () => void = () => undefined;
  readonly #pieces = new Map<number, { member: Member; pieces: Uint8Array[]; isEnded: boolean }>();

  /** `fields` provides the lengths of all fields, by id, once all are known. */
  constructor(
    options: CrewOptions,
    directory: string,
    limits: RunLimits,
    onFieldEnd: FieldEnd,
    fields: () => readonly FieldLengths[],
  ) {
    this.#options = options;
    this.#directory = directory;
    this.#limits = limits;
    this.#onFieldEnd = onFieldEnd;
    this.#fields = fields;
  }

  beginField(doc: number, field: number): void {
    this.#isWithinDocument = true;
    this.#writer.beginField(doc, field);
  }

  addValue(value: string, analysis: Analysis): void {
    this.#writer.addValue(value, analysis);
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
    // The rest of a divided document is a batch of its own, so that the next one can go to another thread.
    return this.#holder !== null || this.#writer.size >= size;
  }

  async settle(): Promise<void> {
    await this.#send();
    if (this.#textUnits <= UNCUT_UNITS_MAX || this.#isWithinDocument) return;
    // Possible cuts are reported before anything else.
    this.#textUnits = 0;
    await this.#until(() => this.#batchesTold === this.#batches);
  }

  async #send(): Promise<void> {
    if (this.#members.length === 0) this.#open();
    await this.#until(() => this.#freeMember() !== undefined);
    const member = this.#freeMember()!;
    member.batches.push(this.#batches++);
    this.#holder = this.#isWithinDocument ? member : null;
    member.send({ kind: 'batch', batch: this.#writer.take() });
  }

  #freeMember(): Member | undefined {
    const candidates = this.#holder === null ? this.#members : [this.#holder];
    const least = candidates.reduce((a, b) => (b.batches.length < a.batches.length ? b : a));
    return least.batches.length < BATCHES_AHEAD ? least : undefined;
  }

  #open(): void {
    for (let n = 0; n < this.#options.threads; n++) {
      const member = new Member(this.#options.open());
      this.#members.push(member);
      member.thread.on('message', (answer: ThreadAnswer) => this.#hear(member, answer));
      member.thread.on('error', (error) => this.#fail(error));
      member.thread.on('exit', () => this.#fail(new Error('a thread of the build ended without a word')));
      member.send({ kind: 'begin', directory: this.#directory, prefix: `run-${n}-`, limits: this.#limits });
    }
  }

  #hear(member: Member, answer: ThreadAnswer): void {
    if (answer.kind === 'fields') {
      this.#ends.set(member.batches.shift()!, answer.ends);
      this.#tellEnds();
    } else if (answer.kind === 'runs') member.runs = answer.runs;
    else if (answer.kind === 'piece') this.#pieces.get(answer.number)!.pieces.push(answer.piece);
    else if (answer.kind === 'rangeEnd') {
      this.#pieces.get(answer.number)!.isEnded = true;
      member.ranges--;
    } else this.#fail(Object.assign(new Error(answer.text), answer.code === undefined ? {} : { code: answer.code }));
    this.#wake();
  }

  #tellEnds(): void {
    for (let ends = this.#ends.get(this.#batchesTold); ends !== undefined; ends = this.#ends.get(this.#batchesTold)) {
      this.#ends.delete(this.#batchesTold++);
      for (let i = 0; i < ends.length; i += 4) {
        this.#onFieldEnd(ends[i]!, ends[i + 1]!, ends[i + 2]!, ends[i + 3] === 1);
      }
    }
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#wake();
  }

  async #until(holds: () => boolean): Promise<void> {
    for (;;) {
      if (this.#fault !== null) throw this.#fault;
      if (holds()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async finish(): Promise<TermCursor | EncodedTerms> {
    if (this.#members.length === 0) return this.#finishAlone();
    await this.#send();
    for (const member of this.#members) member.send({ kind: 'endRuns' });
    await this.#until(() => this.#members.every((member) => member.runs !== null));
    const runs = this.#members.flatMap((member) => member.runs!);
    return { pieces: (documentCount) => this.#encoded(runs, documentCount) };
  }

  async #finishAlone(): Promise<TermCursor> {
    const alone = new SpillingInverter(this.#directory, 'run-', this.#limits, this.#onFieldEnd);
    replay(this.#writer.take(), alone);
    return alone.finish();
  }

  /** Lets the threads merge and encode ranges of terms, and returns their output in the order of the ranges. */
  async *#encoded(runs: readonly RunFile[], documentCount: number): AsyncGenerator<Uint8Array> {
    const fields = this.#fields().map(withoutUnused);
    for (const member of this.#members) member.send({ kind: 'merge', runs, fields, documentCount });
    const ranges = rangesOf(runs, this.#options.rangeBytes);
    let begun = 0;
    const begin = (): void => {
      for (
        let member = this.#idleMember();
        member !== undefined && begun < ranges.length;
        member = this.#idleMember()
      ) {
        this.#pieces.set(begun, { member, pieces: [], isEnded: false });
        member.ranges++;
        member.send({ kind: 'range', number: begun, range: ranges[begun]! });
        begun++;
      }
    };
    for (let number = 0; number < ranges.length; number++) {
      for (;;) {
        begin();
        const range = this.#pieces.get(number)!;
        const piece = range.pieces.shift();
        if (piece !== undefined) {
          range.member.send({ kind: 'used' });
          yield piece;
        } else if (range.isEnded) break;
        else await this.#until(() => range.pieces.length > 0 || range.isEnded);
      }
      this.#pieces.delete(number);
    }
  }

  #idleMember(): Member | undefined {
    const least = this.#members.reduce((a, b) => (b.ranges < a.ranges ? b : a));
    return least.ranges < RANGES_AHEAD ? least : undefined;
  }

  async close(): Promise<void> {
    const members = this.#members;
    this.#members = [];
    await Promise.all(members.map((member) => member.thread.terminate()));
  }
}

class Member {
  readonly thread: CrewThread;
  /** Batches that it has not answered yet. */
  readonly batches: number[] = [];
  runs: readonly RunFile[] | null = null;
  /** Ranges that it has not finished yet. */
  ranges = 0;

  constructor(thread: CrewThread) {
    this.thread = thread;
  }

  send(order: ThreadOrder): void {
    this.thread.postMessage(order);
  }
}

/** Lengths are needed only for long lists, and only if they are not all the same. */
export function withoutUnused(field: FieldLengths): FieldLengths {
  if (field.docCount > SHORT_LIST_MAX && !field.isUnitLength) return field;
  const none = { ...field.exists, pages: [], tail: new Uint8Array(0) };
  return { ...field, exists: none, lengths: none };
}
