/** Rows whose items no longer match. They keep their positions until the next search. */
import type { Hit } from '../api/answers.ts';

export class DepartedRows {
  readonly #hits = new Map<number, Hit>();

  get count(): number {
    return this.#hits.size;
  }

  at(row: number): Hit | null {
    return this.#hits.get(row) ?? null;
  }

  set(row: number, hit: Hit): void {
    this.#hits.set(row, hit);
  }

  delete(row: number): void {
    this.#hits.delete(row);
  }

  clear(): void {
    this.#hits.clear();
  }

  /** Keyed by row, from `first` to before `end`. */
  between(first: number, end: number): ReadonlyMap<number, Hit> {
    return new Map([...this.#hits].filter(([row]) => row >= first && row < end));
  }

  change(change: (hit: Hit) => Hit): void {
    for (const [row, hit] of this.#hits) this.#hits.set(row, change(hit));
  }
}
