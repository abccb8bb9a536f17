/** A sort key that compares digits in texts as numbers. */
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import { compareNaturally } from '../../search/natural-order.ts';
import type { SortValue } from '../../search/search-request.ts';
import { leastPassing } from '../../shared/sorting/binary-search.ts';
import type { NaturalValues } from './natural-values.ts';

/** An `OrderKey` by the natural order of values. */
export class NaturalKey {
  readonly missing: number;
  readonly #column: WholeValues;
  readonly #order: NaturalValues;
  readonly #isDescending: boolean;

  constructor(column: WholeValues, order: NaturalValues, isDescending: boolean) {
    this.missing = column.valueCount;
    this.#column = column;
    this.#order = order;
    this.#isDescending = isDescending;
  }

  /** If a document has several values, the first in this order counts. */
  rank(docs: Uint32Array, from: number, to: number, out: Uint32Array): void {
    const { docs: spellings } = this.#column;
    for (let i = from; i < to; i++) {
      const doc = docs[i]!;
      if (spellings.isSingle) {
        const spelling = spellings.ordinals[doc]! - 1;
        out[i] = spelling < 0 ? this.missing : this.#rankOf(spelling);
        continue;
      }
      let least = this.missing;
      const end = spellings.starts[doc + 1]!;
      for (let at = spellings.starts[doc]!; at < end; at++) {
        least = Math.min(least, this.#rankOf(spellings.ordinals[at]!));
      }
      out[i] = least;
    }
  }

  #rankOf(spelling: number): number {
    return this.#turned(this.#order.ranks[this.#column.values?.[spelling] ?? spelling]!);
  }

  /** Maps a rank to its rank in the reverse order, and back. */
  #turned(rank: number): number {
    return this.#isDescending ? this.missing - 1 - rank : rank;
  }

  valueOf(rank: number): SortValue {
    return rank === this.missing ? null : this.#column.folded(this.#order.values[this.#turned(rank)]!);
  }

  walk(): null {
    return null;
  }

  positionOf(value: SortValue): number {
    if (value === null) return this.missing;
    if (typeof value !== 'string') return -1;
    const rank = leastPassing(this.missing, (n) => compareNaturally(this.#textAt(n), value) >= 0);
    return this.#turned(rank < this.missing && this.#textAt(rank) === value ? rank : rank - 0.5);
  }

  #textAt(rank: number): string {
    return this.#column.folded(this.#order.values[rank]!);
  }
}
