/**
 * Threads that help to take over the terms of a case, which each of them opens for itself: one counts tokens, then all encode ranges of
 * terms, and put texts together from them. The index is byte for byte that of a single thread: the calling thread writes lists
 * and texts in order. analyzed-thread.ts is the other side.
 */
import type { TermRange } from '../../shared/term-cursor.ts';
import { RangeCrew } from '../inversion/range-crew.ts';
import { rangesOf } from '../inversion/run-ranges.ts';
import { type CrewThread, ThreadCrew } from '../inversion/thread-crew.ts';
import type { CollectedTexts, ExpectedTexts } from '../spelling/text-speller.ts';
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

export class AnalyzedCrew {
  readonly #rangeTokens: number;
  readonly #crew = new ThreadCrew<AnalyzedOrder, AnalyzedAnswer>((thread, answer) => this.#hear(thread, answer));
  readonly #ranges: RangeCrew<TermRange>;
  #counted: CountedTerms | null = null;
  readonly #collected: CollectedTexts[] = [];
  readonly #written: (SpelledTexts | undefined)[];

  /** The threads begin to open the case. */
  constructor({ threads, open, source, rangeTokens }: AnalyzedCrewOptions) {
    this.#rangeTokens = rangeTokens ?? RANGE_TOKENS;
    for (let n = 0; n < threads; n++) this.#crew.open(open());
    this.#crew.sendAll({ kind: 'open', source });
    this.#ranges = new RangeCrew(this.#crew);
    this.#written = new Array<undefined>(threads).fill(undefined);
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

  /** Texts of about as many tokens for each thread. */
  #divideTexts(expected: ExpectedTexts, path: string): void {
    const { docs, tokens } = expected;
    const all = tokens.reduce((sum, count) => sum + count, 0);
    const parts = this.#collected;
    for (let n = 0, from = 0, held = 0; n < this.#crew.size; n++) {
      let to = from;
      const isLast = n === this.#crew.size - 1;
      for (; to < docs.length && (isLast || held < (all * (n + 1)) / this.#crew.size); to++) held += tokens[to]!;
      this.#crew.send(n, { kind: 'write', writing: { expected, parts, from, to, path: `${path}-${n}` } });
      from = to;
    }
  }

  /** The texts that the terms spell, after these were encoded. */
  async writeTexts(keeper: TextKeeper, pause: () => Promise<void>): Promise<void> {
    if (this.#collected.length === 0) return;
    for (let n = 0; n < this.#crew.size; n++) {
      await this.#crew.until(() => this.#written[n] !== undefined);
      await copyTexts(this.#written[n]!, keeper, pause);
    }
  }

  async close(): Promise<void> {
    await this.#crew.close();
  }

  #hear(thread: number, answer: AnalyzedAnswer): void {
    if (answer.kind === 'counted') this.#counted = answer.terms;
    else if (answer.kind === 'collected') this.#collected.push(answer.texts);
    else if (answer.kind === 'written') this.#written[thread] = answer.texts;
    else this.#ranges.hear(thread, answer);
  }
}
