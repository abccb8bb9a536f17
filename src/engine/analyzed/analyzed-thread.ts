/**
 * The work of a thread that helps to take over the terms of a case: it encodes their lists, or puts texts together from them. And
 * the messages between it and analyzed-crew.ts.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { ListRecorder } from '../inversion/encoded-lists.ts';
import type { ThreadPort } from '../inversion/indexing-thread.ts';
import { type ExpectedTexts, TextSpeller } from '../inversion/text-speller.ts';
import { type FieldLengths, Impacts } from '../postings/field-lengths.ts';
import { type Impact, PostingListWriter } from '../postings/posting-list-writer.ts';
import { type BatchMemory, type BatchReader, readBatch } from './term-batch.ts';
import { type SpelledTexts, TextFile } from './text-file.ts';

/** Messages to a thread: `encode` or `spell`, then batches, then `end`. */
export type AnalyzedOrder =
  | ({ readonly kind: 'encode' } & EncodeOrder)
  | ({ readonly kind: 'spell' } & SpellOrder)
  | { readonly kind: 'batch'; readonly number: number; readonly terms: number }
  | { readonly kind: 'end' };

/** Both see the memory of batches, by number. */
interface Batches {
  readonly batches: readonly BatchMemory[];
}

export interface EncodeOrder extends Batches {
  readonly fields: readonly FieldLengths[];
  readonly documentCount: number;
}

export interface SpellOrder extends Batches, ExpectedTexts {
  readonly textField: number;
  readonly overlapUnits: number;
  /** A temporary file. */
  readonly path: string;
}

/** Its answers, in the order of the messages. */
export type AnalyzedAnswer =
  | { readonly kind: 'used'; readonly number: number }
  | { readonly kind: 'piece'; readonly piece: Uint8Array }
  | { readonly kind: 'encoded' }
  | { readonly kind: 'spelled'; readonly texts: SpelledTexts }
  | { readonly kind: 'fault'; readonly text: string; readonly code: string | undefined };

interface Work extends BatchReader {
  end(): Promise<AnalyzedAnswer>;
}

export class AnalyzedThread {
  readonly #port: ThreadPort;
  #batches: readonly BatchMemory[] = [];
  #work: Work | null = null;

  constructor(port: ThreadPort) {
    this.#port = port;
    port.on('message', (order: AnalyzedOrder) => {
      try {
        this.#obey(order);
      } catch (error) {
        this.#tellFault(error);
      }
    });
  }

  #obey(order: AnalyzedOrder): void {
    if (order.kind === 'batch') {
      readBatch(this.#batches[order.number]!, order.terms, this.#work!);
      this.#post({ kind: 'used', number: order.number });
    } else if (order.kind === 'end') {
      this.#work!.end().then(
        (answer) => this.#post(answer),
        (error) => this.#tellFault(error),
      );
    } else {
      this.#batches = order.batches;
      const give = (piece: Uint8Array<ArrayBuffer>): void => this.#post({ kind: 'piece', piece }, [piece.buffer]);
      this.#work = order.kind === 'encode' ? new Encoding(order, give) : new Spelling(order);
    }
  }

  #tellFault(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#post({ kind: 'fault', text, code: (error as NodeJS.ErrnoException).code });
  }

  #post(answer: AnalyzedAnswer, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(answer, transfer);
  }
}

/** Encodes the lists of all terms. */
class Encoding implements Work {
  readonly #recorder: ListRecorder;
  readonly #postings: PostingListWriter;
  readonly #impacts: Impacts;
  readonly #fields: readonly FieldLengths[];
  #impact: Impact = () => 1;
  #field = -1;
  #isOpen = false;

  constructor({ fields, documentCount }: EncodeOrder, give: (piece: Uint8Array<ArrayBuffer>) => void) {
    this.#recorder = new ListRecorder(give);
    this.#postings = new PostingListWriter(this.#recorder);
    this.#impacts = new Impacts(documentCount);
    this.#fields = fields;
  }

  take(batch: BatchMemory, field: number, isRest: boolean, start: number, end: number, from: number, to: number): void {
    if (!isRest) {
      this.#endTerm();
      if (field !== this.#field) this.#impact = this.#impacts.of(this.#fields[field]!);
      this.#field = field;
      this.#recorder.begin(field, batch.texts, start, end);
      this.#postings.begin(this.#impact);
      this.#isOpen = true;
    }
    this.#postings.add(batch.docs, batch.positions, from, to - from);
  }

  async end(): Promise<AnalyzedAnswer> {
    this.#endTerm();
    this.#recorder.flush();
    return { kind: 'encoded' };
  }

  #endTerm(): void {
    if (this.#isOpen) this.#recorder.end(this.#postings.end());
    this.#isOpen = false;
  }
}

/** Puts texts together, and leaves them in a file. */
class Spelling implements Work {
  readonly #speller: TextSpeller;
  readonly #textField: number;
  readonly #path: string;

  constructor(order: SpellOrder) {
    this.#speller = new TextSpeller(`${order.path}-tokens`, order.overlapUnits);
    this.#textField = order.textField;
    this.#path = order.path;
    this.#speller.expectAll(order);
  }

  take(batch: BatchMemory, field: number, isRest: boolean, start: number, end: number, from: number, to: number): void {
    if (field !== this.#textField) return;
    this.#speller.takeTerm(batch.texts, start, end, isRest);
    this.#speller.takeOccurrences(batch.docs, batch.positions, from, to);
  }

  async end(): Promise<AnalyzedAnswer> {
    const file = new TextFile(this.#path);
    try {
      await this.#speller.write(file, turn);
    } finally {
      this.#speller.close();
      file.close();
    }
    return { kind: 'spelled', texts: file.texts };
  }
}
