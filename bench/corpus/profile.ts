import { Random } from '../random.ts';

/** The source of generated queries: a bounded sample of a corpus. */
export interface CorpusProfile {
  readonly items: number;
  readonly textBytes: number;
  /** Terms of the sample, the most frequent first. */
  readonly terms: readonly string[];
  /** Sequences of consecutive words of a text. */
  readonly runs: readonly string[][];
  /** Sorted. */
  readonly lengths: readonly number[];
  readonly dates: readonly number[];
  readonly categories: readonly string[];
}

const SAMPLED_ITEMS_MAX = 20_000;
const RUNS_MAX = 5_000;
const TERMS_MAX = 400_000;

/**
 * Collects a profile while a corpus is exported. Takes every `stride`-th item. The stride doubles each time the profile is
 * full.
 */
export class Profiler {
  readonly #random = new Random(7);
  readonly #counts = new Map<string, number>();
  readonly #runs: string[][] = [];
  #samples: { length: number; date: number }[] = [];
  readonly #categories = new Map<string, number>();
  #stride = 1;
  #items = 0;
  #textBytes = 0;

  add(tokens: readonly string[], textBytes: number, length: number, date: number, categories: readonly string[]): void {
    this.#textBytes += textBytes;
    if (this.#items++ % this.#stride !== 0) return;
    this.#samples.push({ length, date });
    if (this.#samples.length >= SAMPLED_ITEMS_MAX) {
      this.#samples = this.#samples.filter((_, index) => index % 2 === 0);
      this.#stride *= 2;
    }
    for (const token of new Set(tokens)) {
      const count = this.#counts.get(token);
      if (count !== undefined || this.#counts.size < TERMS_MAX) this.#counts.set(token, (count ?? 0) + 1);
    }
    for (const category of categories) this.#categories.set(category, (this.#categories.get(category) ?? 0) + 1);
    if (tokens.length < 4) return;
    const start = this.#random.below(tokens.length - 3);
    const run = tokens.slice(start, start + 8);
    if (this.#runs.length < RUNS_MAX) this.#runs.push(run);
    else this.#runs[this.#random.below(RUNS_MAX)] = run;
  }

  finish(): CorpusProfile {
    const byCount = (a: [string, number], b: [string, number]) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
    const ascending = (values: number[]) => values.filter(Number.isFinite).sort((a, b) => a - b);
    return {
      items: this.#items,
      textBytes: this.#textBytes,
      terms: [...this.#counts].sort(byCount).map(([token]) => token),
      runs: this.#runs,
      lengths: ascending(this.#samples.map((sample) => sample.length)),
      dates: ascending(this.#samples.map((sample) => sample.date)),
      categories: [...this.#categories]
        .sort(byCount)
        .slice(0, 20)
        .map(([category]) => category),
    };
  }
}
