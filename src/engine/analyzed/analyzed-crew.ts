/**
 * Threads that help to take over the terms of a case, which each of them opens for itself: one counts tokens, then all encode ranges of
 * terms, and put texts together from them. The index is byte for byte that of a single thread: the calling thread writes lists
 * and texts in order. analyzed-thread.ts is the other side.
 */
import type { TermRange } from '../../shared/term-cursor.ts';
import { RangeCrew } from '../inversion/range-crew.ts';
import { rangesOf } from '../inversion/run-ranges.ts';
import { type CrewThread, ThreadCrew } from '../inversion/thread-crew.ts';
import { type CollectedTexts, divideTexts, type ExpectedTexts } from '../spelling/text-division.ts';
import type { TextKeeper } from '../spelling/text-stretch.ts';
import type { AnalyzedAnswer, AnalyzedOrder, CountedTerms, CountOrder, EncodeOrder } from './analyzed-thread.ts';
import { MARK_TOKENS } from './term-counts.ts';
import { copyTexts, type SpelledTexts } from './text-file.ts';

export interface AnalyzedCrewOptions {
  readonly threads: number;
  readonly open: () => CrewThread;
  /** What each thread opens. */
  readonly source: unknown;
  /** Minimum tokens of a range of terms, so that it is worth the work. */
  readonly rangeTokens?: number;
}

const RANGE_TOKENS = 2 ** 20;

/** Parts in which each thread puts texts together: while it is at one, those before are copied. */
const PARTS_PER_THREAD = 4;

export class AnalyzedCrew {
  readonly #rangeTokens: number;
  readonly #crew = new ThreadCrew<AnalyzedOrder, AnalyzedAnswer>((thread, answer) => this.#hear(thread, answer));
  readonly #ranges: RangeCrew<TermRange>;
  #counted: CountedTerms | null = null;
  #collected: CollectedTexts[] = [];
  #parts = 0;
  readonly #written = new Map<number, SpelledTexts>();

  /** The threads begin to open the case. */
  constructor({ threads, open, source, rangeTokens }: AnalyzedCrewOptions) {
    this.#rangeTokens = rangeTokens ?? RANGE_TOKENS;
    for (let n = 0; n < threads; n++) this.#crew.open(open());
    this.#crew.sendAll({ kind: 'open', source });
    this.#ranges = new RangeCrew(this.#crew);
  }

  /** Begins to count tokens. */
  count(counting: CountOrder): void {
    this.#crew.send(0, { kind: 'count', counting });
  }

  get hasCounted(): boolean {
    return this.#counted !== null;
  }

  async counted(): Promise<CountedTerms> {
    await this.#crew.until(() => this.#counted !== null);
    return this.#counted!;
  }

  /** The encoded lists of all terms, in order, after the count. */
  async *encode(encoding: EncodeOrder): AsyncGenerator<Uint8Array> {
    const { texts } = encoding;
    for (let n = 0; n < this.#crew.size; n++) {
      const own = texts === null ? null : { ...texts, path: `${texts.path}-tokens-${n}` };
      this.#crew.send(n, { kind: 'encode', encoding: { ...encoding, texts: own } });
    }
    const marked = this.#counted!.marks.map((marks) => ({ marks, markBytes: MARK_TOKENS }));
    yield* this.#ranges.encoded(rangesOf(marked, this.#rangeTokens));
    if (texts === null) return;
    this.#crew.sendAll({ kind: 'collect' });
    await this.#crew.until(() => this.#collected.length === this.#crew.size);
    this.#divideTexts(texts.expected, texts.path);
  }

  #divideTexts(expected: ExpectedTexts, path: string): void {
    const parts = divideTexts(expected, this.#collected, this.#crew.size * PARTS_PER_THREAD);
    this.#parts = parts.length;
    this.#collected = [];
    for (const [number, part] of parts.entries()) {
      const writing = { number, part, path: `${path}-${number}` };
      this.#crew.send(number % this.#crew.size, { kind: 'write', writing });
    }
  }

  /** The texts that the terms spell, after these were encoded. */
  async writeTexts(keeper: TextKeeper, pause: () => Promise<void>): Promise<void> {
    for (let n = 0; n < this.#parts; n++) {
      await this.#crew.until(() => this.#written.has(n));
      await copyTexts(this.#written.get(n)!, keeper, pause);
      this.#written.delete(n);
    }
  }

  async close(): Promise<void> {
    await this.#crew.close();
  }

  #hear(thread: number, answer: AnalyzedAnswer): void {
    if (answer.kind === 'counted') this.#counted = answer.terms;
    else if (answer.kind === 'collected') this.#collected.push(answer.texts);
    else if (answer.kind === 'written') this.#written.set(answer.number, answer.texts);
    else this.#ranges.hear(thread, answer);
  }
}
