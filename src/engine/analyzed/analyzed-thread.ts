/**
 * A thread that helps to import the terms of a case, which it opens itself. It counts tokens, sorts values, encodes ranges of
 * terms while it collects texts, and reconstructs texts. Also the messages between it and analyzed-thread-pool.ts.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { TokenTally } from '../../lucene/token-tally.ts';
import type { TermBound, TermCursor, TermSpan } from '../../shared/term-cursor.ts';
import { tuning } from '../../shared/thresholds.ts';
import { type SortedValues, ValueSorter, type ValuesToSort } from '../columns/values/value-sorting.ts';
import type { ListedSegment } from '../inversion/case-terms.ts';
import { CaseRangeEncoder, type RangeAnswer } from '../inversion/range-encoder.ts';
import type { RangeOrder } from '../inversion/range-workers.ts';
import { indexField, unusableTerms } from '../inversion/term-check.ts';
import { type ThreadFault, type ThreadPort, threadFault } from '../inversion/thread-pool.ts';
import { TokenCounts } from '../inversion/token-counts.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { CollectedTexts, ExpectedTexts, TextGroup } from '../spelling/text-division.ts';
import { PartWriter, TextCollector } from '../spelling/text-speller.ts';
import { PagedWords, PageFile, type PageLocation } from '../store/page-file.ts';
import { type AnalyzedInput, type AnalyzedNumbers, type InputInThreads, openSegments } from './analyzed-input.ts';
import { FramedTextFile, type FramedTexts } from './framed-texts.ts';
import { SketchedTexts } from './sketched-texts.ts';
import { TermCounter } from './term-counts.ts';
import { keeperAmong, type SpelledTexts } from './text-file.ts';

/**
 * Orders to a thread, in this sequence. The first three come before all items are known: `count` goes to one thread and `sort`
 * to another. The last two come only if texts are reconstructed.
 */
export type AnalyzedOrder =
  | { readonly kind: 'open'; readonly source: unknown }
  | { readonly kind: 'count'; readonly counting: CountOrder }
  | { readonly kind: 'sort'; readonly logged: ValuesToSort }
  | { readonly kind: 'encode'; readonly encoding: EncodeOrder }
  | RangeOrder<TermSpan>
  | { readonly kind: 'collect' }
  | { readonly kind: 'write'; readonly writing: WriteOrder };

export interface CountOrder {
  readonly fieldIds: AnalyzedNumbers['fieldIds'];
  readonly textField: number;
  /** A temporary file. */
  readonly path: string;
}

export interface EncodeOrder {
  /** Facts about items and their documents, passed on from the item reader. */
  readonly handedOver: unknown;
  readonly fieldIds: AnalyzedNumbers['fieldIds'];
  readonly fields: readonly FieldLengths[];
  readonly documentCount: number;
  /** `path` names a temporary file; each thread gets its own. */
  readonly texts: { readonly expected: ExpectedTexts; readonly field: number; readonly path: string } | null;
}

export interface WriteOrder {
  readonly number: number;
  readonly part: TextGroup;
  /** Other texts to interleave with those of the part. */
  readonly others: SpelledTexts;
  readonly path: string;
}

/** The counts of a field. */
export interface CountedField {
  readonly field: number;
  /** Pairs of a document of the case's own index and its number of tokens. */
  readonly pairs: PageLocation;
  /** Documents that have value marks in the field, if the field has texts. */
  readonly marked: readonly number[];
}

export interface CountedTerms {
  readonly fields: readonly CountedField[];
  /** The last position of a text. */
  readonly positionMax: number;
  /** Indexed by segment: a term every MARK_TOKENS tokens. */
  readonly marks: readonly (readonly TermBound[])[];
}

/** Its answers, in the order of the orders. */
export type AnalyzedAnswer =
  | { readonly kind: 'counting'; readonly occurrences: number }
  | { readonly kind: 'counted'; readonly terms: CountedTerms }
  | { readonly kind: 'sorted'; readonly sorted: SortedValues }
  | RangeAnswer
  | { readonly kind: 'collected'; readonly texts: CollectedTexts }
  | { readonly kind: 'written'; readonly number: number; readonly texts: FramedTexts; readonly sketches: Uint32Array };

/** The terms of a case as a thread opens them. */
export type OpenedTerms = Pick<AnalyzedInput, 'segments'> &
  Pick<InputInThreads, 'documents' | 'documentCount' | 'takeOver'>;

const COUNT_PAGE_BYTES = 1 << 16;

export class AnalyzedThread {
  readonly #port: ThreadPort;
  readonly #open: (source: unknown) => Promise<OpenedTerms>;
  #terms: OpenedTerms | null = null;
  #fieldIds: AnalyzedNumbers['fieldIds'] = [];
  #sorter: ValueSorter | null = null;
  #encoder: CaseRangeEncoder | null = null;
  #collector: TextCollector | null = null;
  #writer: PartWriter | null = null;
  readonly #sketched = new SketchedTexts();
  /** Orders run one after the other, except `used`. */
  #last: Promise<void> = Promise.resolve();

  /** `open` opens the terms of the source named in an order. */
  constructor(port: ThreadPort, open: (source: unknown) => Promise<OpenedTerms>) {
    this.#port = port;
    this.#open = open;
    port.on('message', (order: AnalyzedOrder) => {
      // Encoded pieces may be used after the thread has moved on to texts.
      if (order.kind === 'used') this.#encoder?.used();
      else this.#last = this.#last.then(() => this.#obey(order)).catch((error) => this.#post(threadFault(error)));
    });
  }

  async #obey(order: Exclude<AnalyzedOrder, { kind: 'used' }>): Promise<void> {
    if (order.kind === 'open') this.#terms = await this.#open(order.source);
    else if (order.kind === 'count') await this.#count(order.counting);
    else if (order.kind === 'sort') this.#sort(order.logged);
    else if (order.kind === 'encode') this.#begin(order.encoding);
    else if (order.kind === 'range') await this.#encode(order.number, order.range);
    else if (order.kind === 'collect') this.#collect();
    else await this.#write(order.writing);
  }

  #sort(logged: ValuesToSort): void {
    this.#sorter ??= new ValueSorter();
    const sorted = this.#sorter.sort(logged);
    this.#post({ kind: 'sorted', sorted }, [sorted.run.buffer, sorted.log.buffer]);
  }

  async #count({ fieldIds, textField, path }: CountOrder): Promise<void> {
    const { documents, documentCount } = this.#terms!;
    const itself = Uint32Array.from({ length: documentCount }, (_, doc) => doc);
    const counts = new TokenCounts(documentCount);
    const file = new PageFile(path, COUNT_PAGE_BYTES);
    const fields: CountedField[] = [];
    const onFieldEnd = (field: number, marked: readonly number[]): void => {
      const pairs = new PagedWords(file);
      for (const doc of counts.documents()) {
        pairs.push(doc);
        pairs.push(counts.of(doc));
      }
      fields.push({ field, pairs: pairs.location(), marked });
    };
    const tally = new TokenTally(documentCount);
    const counter = new TermCounter({ fieldIds, docOfItem: itself }, counts, textField, onFieldEnd, tally);
    try {
      await counter.count(await openSegments(documents), (occurrences) => {
        this.#post({ kind: 'counting', occurrences });
        return turn();
      });
    } finally {
      tally.close();
      file.close();
    }
    const { positionMax, marks } = counter;
    this.#post({ kind: 'counted', terms: { fields, positionMax, marks } });
  }

  #begin(encoding: EncodeOrder): void {
    const { handedOver, fieldIds, fields, documentCount, texts } = encoding;
    this.#terms!.takeOver(handedOver);
    this.#fieldIds = fieldIds;
    if (texts !== null) this.#collector = new TextCollector(texts.path, texts.expected);
    const collector = this.#collector;
    const listener = collector === null ? null : { field: texts!.field, collector };
    const post = (answer: RangeAnswer, transfer: readonly ArrayBuffer[]): void => this.#post(answer, transfer);
    this.#sorter = null;
    this.#encoder = new CaseRangeEncoder(fields, documentCount, post, listener);
  }

  async #encode(number: number, range: TermSpan): Promise<void> {
    const cursors = await openSegments(this.#terms!.segments, range);
    try {
      const gathered = cursors.some(({ isUnordered }) => isUnordered === true) ? tuning.gatheredMax : 0;
      const segments = cursors.map((cursor) => listed(cursor, this.#fieldIds));
      await this.#encoder!.encode(number, segments, { gathered, refuse });
    } finally {
      for (const cursor of cursors) cursor.close();
    }
  }

  #collect(): void {
    const texts = this.#collector!.collected();
    this.#collector!.close();
    this.#encoder!.close();
    this.#collector = null;
    this.#encoder = null;
    this.#post({ kind: 'collected', texts });
  }

  async #write({ number, part, others, path }: WriteOrder): Promise<void> {
    this.#writer ??= new PartWriter();
    const file = new FramedTextFile(path);
    try {
      const keeper = keeperAmong(others, file);
      await this.#writer.write(part, this.#sketched.keeper(keeper), turn);
      keeper.end();
    } finally {
      file.close();
    }
    const sketches = this.#sketched.take();
    this.#post({ kind: 'written', number, texts: file.texts, sketches }, [sketches.buffer]);
  }

  #post(answer: AnalyzedAnswer | ThreadFault, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(answer, transfer);
  }
}

/** Returns a segment with field numbers of the index. */
function listed(cursor: TermCursor, fieldIds: AnalyzedNumbers['fieldIds']): ListedSegment {
  return {
    nextField() {
      const next = cursor.nextField!();
      return next === null ? null : { ...next, field: indexField(next.field, fieldIds) };
    },
  };
}

function refuse(field: number, isOutOfOrder: boolean): Error {
  return unusableTerms(
    isOutOfOrder ? `the terms of field ${field} are not in order` : `a term of field ${field} is not UTF-8`,
  );
}
