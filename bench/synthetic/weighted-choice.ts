import type { Random } from '../random.ts';

/** Draws an index with a probability proportional to its weight, in constant time (Walker's alias method). */
export class WeightedChoice {
  readonly #threshold: Float64Array;
  readonly #alias: Uint32Array;

  constructor(weights: Float64Array) {
    const count = weights.length;
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / count;
    this.#threshold = weights.map((weight) => weight / mean);
    this.#alias = new Uint32Array(count);
    const small: number[] = [];
    const large: number[] = [];
    for (let i = 0; i < count; i++) (this.#threshold[i]! < 1 ? small : large).push(i);
    while (small.length > 0 && large.length > 0) {
      const low = small.pop()!;
      const high = large.at(-1)!;
      this.#alias[low] = high;
      this.#threshold[high]! -= 1 - this.#threshold[low]!;
      if (this.#threshold[high]! < 1) small.push(large.pop()!);
    }
    for (const index of [...small, ...large]) this.#threshold[index] = 1;
  }

  draw(random: Random): number {
    // One random number gives both: its integer part is the column, and its fraction is the height in that column.
    const point = random.fraction() * this.#threshold.length;
    const index = Math.floor(point);
    return point - index < this.#threshold[index]! ? index : this.#alias[index]!;
  }
}

/** Returns weights 1 / (rank + shift)^exponent, which is the distribution of words in natural texts. */
export function zipfWeights(count: number, exponent = 1.05, shift = 2.7): Float64Array {
  return Float64Array.from({ length: count }, (_, rank) => (rank + shift) ** -exponent);
}
