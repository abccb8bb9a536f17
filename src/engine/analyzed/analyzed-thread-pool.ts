/**
 * Threads that help to import the terms of a case. Each opens the case itself. One counts tokens and another sorts
 * values. Then all encode ranges of terms and reconstruct texts. The calling thread writes lists and texts in order, so
 * the index is byte for byte the same as from a single thread. analyzed-thread.ts runs in the threads.
 */
import type { TermSpan } from '../../shared/term-cursor.ts';
import type { SortedValues, ValuesToSort, ValueThreadPool } from '../columns/values/value-sorting.ts';
import { RangeWorkers } from '../inversion/range-workers.ts';
import { rangesOf } from '../inversion/runs/run-ranges.ts';
import { type PoolThread, ThreadPool } from '../inversion/thread-pool.ts';
import type { SketchEnd } from '../neardup/sketch-row.ts';
import { type CollectedTexts, divideTexts, type ExpectedTexts, type TextGroup } from '../spelling/text-division.ts';
import type { FrameKeeper } from '../spelling/text-stretch.ts';
import type { AnalyzedAnswer, AnalyzedOrder, CountedTerms, CountOrder, EncodeOrder } from './analyzed-thread.ts';
import { copyFramedTexts, type FramedTexts } from './framed-texts.ts';
import { eachSketch } from './sketched-texts.ts';
import { MARK_TOKENS } from './term-counts.ts';
import type { SpelledTexts } from './text-file.ts';
import type { UnsearchedTexts } from './unsearched-texts.ts';

export interface AnalyzedPoolOptions {
  readonly threads: number;
  readonly open: () => PoolThread;
  /** The case that each thread opens. */
  readonly source: unknown;
  /** Minimum tokens of a range of terms. Smaller ranges are not worth their overhead. */
  readonly rangeTokens?: number;
}

const RANGE_TOKENS = 2 ** 20;

/** Parts of texts per thread: while one is reconstructed, the previous ones are copied. */
const PARTS_PER_THREAD = 4;

export class AnalyzedThreadPool implements ValueThreadPool {
  readonly #rangeTokens: number;
  readonly #pool = new ThreadPool<AnalyzedOrder, AnalyzedAnswer>((thread, answer) => this.#hear(thread, answer));
  readonly #ranges: RangeWorkers<TermSpan>;
  #counted: CountedTerms | null = null;
  /** Callbacks for sorted values, in the order sent. */
  readonly #sorting: ((sorted: SortedValues) => void)[] = [];
  #occurrencesCounted = 0;
  #collected: CollectedTexts[] = [];
  #parts: readonly TextGroup[] = [];
  /** Indexed by part: texts to interleave with the part's own. */
  #others: readonly SpelledTexts[] = [];
  #textsPath = '';
  /** The next part to reconstruct. */
  #nextPart = 0;
  readonly #written = new Map<number, { readonly texts: FramedTexts; readonly sketches: Uint32Array }>();

  /** Starts the threads, each of which begins to open the case. */
  constructor({ threads, open, source, rangeTokens }: AnalyzedPoolOptions) {
    this.#rangeTokens = rangeTokens ?? RANGE_TOKENS;
    for (let n = 0; n < threads; n++) this.#pool.open(open());
    this.#pool.sendAll({ kind: 'open', source });
    this.#ranges = new RangeWorkers(this.#pool);
  }

  /** Starts counting tokens. */
  count(counting: CountOrder): void {
    this.#pool.send(0, { kind: 'count', counting });
  }

  readonly takesValues = true;

  /** Sorts values in the thread that does not count. */
  sortValues(logged: ValuesToSort, done: (sorted: SortedValues) => void): void {
    this.#sorting.push(done);
    this.#pool.send(this.#pool.size - 1, { kind: 'sort', logged }, [logged.log.buffer]);
  }

  /** Waits until all values are sorted. */
  async haveSorted(): Promise<void> {
    await this.#pool.until(() => this.#sorting.length === 0);
  }

  /** Waits for the counts. Calls `onOccurrences` regularly with the number counted. */
  async counted(onOccurrences: (occurrences: number) => Promise<void>): Promise<CountedTerms> {
    for (let reported = 0; ; reported = this.#occurrencesCounted) {
      await this.#pool.until(() => this.#counted !== null || this.#occurrencesCounted > reported);
      if (this.#counted !== null) return this.#counted;
      await onOccurrences(this.#occurrencesCounted);
    }
  }

  /**
   * Yields the encoded lists of all terms, in order, after the count. Texts that no search can hit are interleaved with the
   * reconstructed ones.
   */
  async *encode(encoding: EncodeOrder, unsearched: UnsearchedTexts): AsyncGenerator<Uint8Array> {
    const { texts } = encoding;
    for (let n = 0; n < this.#pool.size; n++) {
      const own = texts === null ? null : { ...texts, path: `${texts.path}-tokens-${n}` };
      this.#pool.send(n, { kind: 'encode', encoding: { ...encoding, texts: own } });
    }
    const marked = this.#counted!.marks.map((marks) => ({ marks, markBytes: MARK_TOKENS }));
    const ranges = rangesOf(marked, this.#rangeTokens);
    if (texts === null) {
      yield* this.#ranges.encoded(ranges);
      return;
    }
    // Threads that have finished encoding continue with texts while lists are still written.
    let isDivided = false;
    const divide = (): void => {
      if (isDivided || this.#collected.length < this.#pool.size) return;
      isDivided = true;
      this.#divideTexts(texts.expected, unsearched, texts.path);
    };
    for await (const piece of this.#ranges.encoded(ranges, () => this.#pool.sendAll({ kind: 'collect' }))) {
      yield piece;
      divide();
    }
    await this.#pool.until(() => isDivided || this.#collected.length === this.#pool.size);
    divide();
  }

  #divideTexts(expected: ExpectedTexts, unsearched: UnsearchedTexts, path: string): void {
    this.#parts = divideTexts(expected, this.#collected, this.#pool.size * PARTS_PER_THREAD);
    this.#others = this.#parts.map((_, n) =>
      unsearched.takeBefore(this.#parts[n + 1]?.docs[0] ?? Number.POSITIVE_INFINITY),
    );
    this.#textsPath = path;
    this.#collected = [];
    for (let n = 0; n < this.#pool.size; n++) this.#writeNext(n);
  }

  #writeNext(thread: number): void {
    const number = this.#nextPart++;
    const part = this.#parts[number];
    if (part === undefined) return;
    const path = `${this.#textsPath}-${number}`;
    this.#pool.send(thread, { kind: 'write', writing: { number, part, others: this.#others[number]!, path } });
  }

  /** Writes the reconstructed texts, interleaved with the others, once the terms are encoded. */
  async writeTexts(keeper: FrameKeeper, onSketch: SketchEnd, pause: () => Promise<void>): Promise<void> {
    for (const n of this.#parts.keys()) {
      await this.#pool.until(() => this.#written.has(n));
      const { texts, sketches } = this.#written.get(n)!;
      await copyFramedTexts(texts, keeper, pause);
      eachSketch(sketches, onSketch);
      this.#written.delete(n);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  #hear(thread: number, answer: AnalyzedAnswer): void {
    if (answer.kind === 'counting') this.#occurrencesCounted = answer.occurrences;
    else if (answer.kind === 'counted') this.#counted = answer.terms;
    else if (answer.kind === 'sorted') this.#sorting.shift()!(answer.sorted);
    else if (answer.kind === 'collected') this.#collected.push(answer.texts);
    else if (answer.kind === 'written') {
      this.#written.set(answer.number, answer);
      this.#writeNext(thread);
    } else this.#ranges.hear(thread, answer);
  }
}
