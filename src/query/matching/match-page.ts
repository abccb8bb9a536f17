/** Counts all matches of an item, and returns a page of them. */
import type { Found, Match } from '../../search/text-matching.ts';
import type { Collector } from './collector.ts';
import type { LeafMatch } from './field-matcher.ts';

export class MatchPage implements Collector {
  readonly lead = 0;
  readonly #from: number;
  readonly #most: number;
  readonly #counts: number[];
  #matches: Match[] = [];
  #id = 0;
  #total = 0;
  #field = '';
  #value = 0;

  constructor(from: number, most: number, clauses: number) {
    this.#from = from;
    this.#most = most;
    this.#counts = new Array<number>(clauses).fill(0);
  }

  beginItem(id: number): void {
    this.#id = id;
    this.#total = 0;
    this.#counts.fill(0);
    this.#matches = [];
  }

  wants(): boolean {
    return true;
  }

  beginValue(field: string, value: number): void {
    this.#field = field;
    this.#value = value;
  }

  take(marks: readonly LeafMatch[], settledTo: number): number {
    for (const { start, end, leaf } of marks) {
      const n = this.#total++;
      this.#counts[leaf]!++;
      if (n < this.#from || this.#matches.length === this.#most) continue;
      this.#matches.push({ field: this.#field, value: this.#value, start, end, clause: leaf });
    }
    return settledTo;
  }

  endValue(marks: readonly LeafMatch[]): void {
    this.take(marks, 0);
  }

  part(): null {
    return null;
  }

  endItem(): Found[] {
    const counts = [...this.#counts];
    return [{ kind: 'matches', id: this.#id, total: this.#total, counts, matches: this.#matches }];
  }
}
