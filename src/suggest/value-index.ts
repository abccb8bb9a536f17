/**
 * The values of one field, found by the beginning of any of their words. FlexSearch stores the prefixes. A word that is a
 * prefix of nothing is first corrected against the dictionary of words. The index is filled in slices, so that no request
 * waits.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Index } from 'flexsearch';
import { corrections, distanceMax, type SortedWords, sortWords } from './corrections.ts';
import { fold, splitWords } from './words.ts';

export interface Suggestion {
  readonly value: string;
  /** Number of items with it. */
  readonly items: number;
  /** Whether it is a common name, which stands for fields with other names. Common names are suggested first. */
  readonly usual?: true;
}

/** A field with more values suggests only the most frequent ones. */
export const VALUE_COUNT_MAX = 50_000;
const sliceMs = 10;
const CORRECTION_COUNT_MAX = 32;

export class ValueIndex {
  /** Values with most items first. The rank of a value is its id in the index. */
  readonly #values: readonly Suggestion[];
  readonly #index: Index;
  readonly #dictionary: SortedWords;

  private constructor(values: readonly Suggestion[], index: Index, dictionary: SortedWords) {
    this.#values = values;
    this.#index = index;
    this.#dictionary = dictionary;
  }

  static async build(values: readonly Suggestion[]): Promise<ValueIndex> {
    const ranked = [...values].sort(byItems).slice(0, VALUE_COUNT_MAX);
    const index = new Index({ tokenize: 'forward', encode: splitWords, resolution: 1, cache: false });
    const words = new Set<string>();
    let sliceStart = performance.now();
    for (const [rank, { value }] of ranked.entries()) {
      index.add(rank, value);
      for (const word of splitWords(value)) words.add(word);
      if (performance.now() - sliceStart > sliceMs) {
        await nextTurn();
        sliceStart = performance.now();
      }
    }
    return new ValueIndex(ranked, index, sortWords(words));
  }

  /** Returns at most `limit` values: first those with a word that begins with each word of `prefix`, then similar ones. */
  suggest(prefix: string, limit: number): Suggestion[] {
    if (prefix === '') return this.#values.slice(0, limit);
    const words = splitWords(prefix);
    if (words.length === 0) {
      const folded = fold(prefix);
      return this.#values.filter(({ value }) => fold(value).startsWith(folded)).slice(0, limit);
    }
    const exact = this.#ranksOfAll(words.map((word) => [word]));
    if (exact.length >= limit) return this.#take(exact, limit);
    const near = this.#ranksOfAll(words.map((word) => this.#variants(word)));
    const isExact = new Set(exact);
    return this.#take([...exact, ...near.filter((rank) => !isExact.has(rank))], limit);
  }

  #variants(word: string): string[] {
    return [word, ...corrections(this.#dictionary, word, distanceMax(word.length), CORRECTION_COUNT_MAX)];
  }

  /** Returns the ascending ranks of values with, for each word, one of its variants. */
  #ranksOfAll(words: readonly (readonly string[])[]): number[] {
    let ranks: Set<number> | null = null;
    for (const variants of words) {
      const found = new Set<number>();
      for (const variant of variants) {
        for (const rank of this.#index.search(variant, { limit: this.#values.length }) as number[]) {
          if (ranks === null || ranks.has(rank)) found.add(rank);
        }
      }
      ranks = found;
    }
    return [...(ranks ?? [])].sort((a, b) => a - b);
  }

  #take(ranks: readonly number[], limit: number): Suggestion[] {
    return ranks.slice(0, limit).map((rank) => this.#values[rank]!);
  }
}

export function byItems(a: Suggestion, b: Suggestion): number {
  if (a.usual !== b.usual) return a.usual === true ? -1 : 1;
  if (a.items !== b.items) return b.items - a.items;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}
