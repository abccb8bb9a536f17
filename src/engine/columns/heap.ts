/** A binary heap, smallest first. */
export class Heap<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #entries: T[] = [];

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  /** Returns the smallest entry, or undefined. */
  get top(): T | undefined {
    return this.#entries[0];
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Returns all entries, in no particular order. */
  entries(): readonly T[] {
    return this.#entries;
  }

  push(entry: T): void {
    const entries = this.#entries;
    let at = entries.length;
    entries.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(entries[parent]!, entry) <= 0) break;
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = entry;
  }

  pop(): T | undefined {
    const entries = this.#entries;
    const top = entries[0];
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && this.#compare(entries[child + 1]!, entries[child]!) < 0) child++;
      if (this.#compare(last, entries[child]!) <= 0) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = last;
    return top;
  }
}
