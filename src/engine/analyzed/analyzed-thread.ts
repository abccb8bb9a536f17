/**
 * The work of a thread that helps to take over the terms of a case, which it opens itself: it counts tokens, encodes ranges of
 * terms while it notes what they spell, and puts texts together. And the messages between it and analyzed-crew.ts.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { TermBound, TermRange } from '../../shared/term-cursor.ts';
import { AnalyzedCursor } from '../inversion/analyzed-cursor.ts';
import type { RangeOrder } from '../inversion/range-crew.ts';
import { type RangeAnswer, RangeEncoder } from '../inversion/range-encoder.ts';
import { RunMerger } from '../inversion/run-merger.ts';
import { type ThreadFault, type ThreadPort, threadFault } from '../inversion/thread-crew.ts';
import { TokenCounts } from '../inversion/token-counts.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import { type CollectedTexts, type ExpectedTexts, TextCollector, writeSpelledTexts } from '../spelling/text-speller.ts';
import { type AnalyzedNumbers, type InputSegment, openSegments } from './analyzed-input.ts';
import { TermCounter } from './term-counts.ts';
import { type SpelledTexts, TextFile } from './text-file.ts';

/** Orders to a thread, in this sequence; `count` goes to one thread, and `collect` and `write` only where texts are spelled. */
export type AnalyzedOrder =
  | { readonly kind: 'open'; readonly source: unknown }
  | { readonly kind: 'count'; readonly counting: CountOrder }
  | { readonly kind: 'encode'; readonly encoding: EncodeOrder }
  | RangeOrder<TermRange>
  | { readonly kind: 'collect' }
  | { readonly kind: 'write'; readonly writing: WriteOrder };

export interface CountOrder {
  /** Of `AnalyzedInput`. */
  readonly handedOver: unknown;
  readonly numbers: AnalyzedNumbers;
  readonly documentCount: number;
  readonly textField: number;
}

export interface EncodeOrder {
  readonly handedOver: unknown;
  readonly numbers: AnalyzedNumbers;
  readonly fields: readonly FieldLengths[];
  readonly documentCount: number;
  /** `path` is a temporary file, of which each thread makes its own. */
  readonly texts: { readonly expected: ExpectedTexts; readonly field: number; readonly path: string } | null;
}

export interface WriteOrder {
  readonly expected: ExpectedTexts;
  readonly parts: readonly CollectedTexts[];
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

/** The tokens of the documents that have a field, ascending. */
export interface FieldCounts {
  readonly docs: Uint32Array;
  readonly tokens: Uint32Array;
  /** Documents that have marks in it, if it has texts. */
  readonly marked: readonly number[];
}

/** Its answers, in the order of the messages. */
export type AnalyzedAnswer =
  | { readonly kind: 'field'; readonly field: number; readonly counts: FieldCounts }
  | {
      readonly kind: 'counted';
      /** Of each segment, a term every so many tokens. */
      readonly marks: readonly (readonly TermBound[])[];
      readonly problems: readonly unknown[];
    }
  | RangeAnswer
  | { readonly kind: 'collected'; readonly texts: CollectedTexts }
  | { readonly kind: 'written'; readonly texts: SpelledTexts };

/** The terms of a case as a thread has opened them. */
export interface OpenedTerms {
  readonly segments: readonly InputSegment[];
  takeOver(values: unknown): void;
  /** What was found wrong, since it was asked last. */
  takeProblems(): readonly unknown[];
}

export class AnalyzedThread {
  readonly #port: ThreadPort;
  readonly #open: (source: unknown) => Promise<OpenedTerms>;
  #terms: OpenedTerms | null = null;
  #encoding: EncodeOrder | null = null;
  #encoder: RangeEncoder | null = null;
  #collector: TextCollector | null = null;
  /** Orders are obeyed one after the other, but `used`. */
  #last: Promise<void> = Promise.resolve();

  /** `open` opens the terms of the source that an order names. */
  constructor(port: ThreadPort, open: (source: unknown) => Promise<OpenedTerms>) {
    this.#port = port;
    this.#open = open;
    port.on('message', (order: AnalyzedOrder) => {
      if (order.kind === 'used') this.#encoder!.used();
      else this.#last = this.#last.then(() => this.#obey(order)).catch((error) => this.#post(threadFault(error)));
    });
  }

  async #obey(order: Exclude<AnalyzedOrder, { kind: 'used' }>): Promise<void> {
    if (order.kind === 'open') this.#terms = await this.#open(order.source);
    else if (order.kind === 'count') await this.#count(order.counting);
    else if (order.kind === 'encode') this.#begin(order.encoding);
    else if (order.kind === 'range') await this.#encode(order.number, order.range);
    else if (order.kind === 'collect') this.#post({ kind: 'collected', texts: this.#collector!.collected() });
    else await this.#write(order.writing);
  }

  async #count({ handedOver, numbers, documentCount, textField }: CountOrder): Promise<void> {
    const terms = this.#terms!;
    terms.takeOver(handedOver);
    const counts = new TokenCounts(documentCount);
    const counter = new TermCounter(numbers, counts, textField, (field, marked) =>
      this.#post({ kind: 'field', field, counts: { ...counts.counted(), marked } }),
    );
    await counter.count(await openSegments(terms.segments), turn);
    this.#post({ kind: 'counted', marks: counter.marks, problems: terms.takeProblems() });
  }

  #begin(encoding: EncodeOrder): void {
    const { handedOver, fields, documentCount, texts } = encoding;
    this.#terms!.takeOver(handedOver);
    this.#encoding = encoding;
    if (texts !== null) this.#collector = new TextCollector(texts.path, texts.expected);
    const collector = this.#collector;
    const listener = collector === null ? null : { field: texts!.field, collector };
    const post = (answer: RangeAnswer, transfer: readonly ArrayBuffer[]): void => this.#post(answer, transfer);
    this.#encoder = new RangeEncoder(fields, documentCount, post, listener);
  }

  async #encode(number: number, range: TermRange): Promise<void> {
    const { fieldIds, docOfItem } = this.#encoding!.numbers;
    const merged = new RunMerger(await openSegments(this.#terms!.segments, range));
    await this.#encoder!.encode(number, new AnalyzedCursor(merged, fieldIds, docOfItem));
  }

  async #write({ expected, parts, from, to, path }: WriteOrder): Promise<void> {
    const file = new TextFile(path);
    try {
      await writeSpelledTexts(expected, parts, file, turn, from, to);
    } finally {
      this.#collector!.close();
      file.close();
    }
    this.#post({ kind: 'written', texts: file.texts });
  }

  #post(answer: AnalyzedAnswer | ThreadFault, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(answer, transfer);
  }
}
