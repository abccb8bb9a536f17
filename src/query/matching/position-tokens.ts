/** The tokens of one position in a value, usually one, with their extents and the tests that each passes. */

export class PositionTokens {
  /** Tests for the first letter of a pair. */
  readonly #ofFirst: ReadonlySet<number>;
  #passed: readonly number[] = NONE;
  #start = 0;
  #end = 0;
  #firstEnd = 0;
  #count = 0;
  /** Indexed by test: the token that passes it, among those after the first. */
  readonly #others = new Map<number, { readonly start: number; readonly end: number }>();

  constructor(ofFirst: ReadonlySet<number>) {
    this.#ofFirst = ofFirst;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(passed: readonly number[], start: number, end: number, firstEnd: number): void {
    if (this.#count++ === 0) {
      this.#passed = passed;
      this.#start = start;
      this.#end = end;
      this.#firstEnd = firstEnd;
      return;
    }
    for (const test of passed) if (!this.#others.has(test)) this.#others.set(test, { start, end });
  }

  clear(): void {
    this.#count = 0;
    this.#passed = NONE;
    if (this.#others.size > 0) this.#others.clear();
  }

  /** Whether a token of the position passes the test. */
  passes(test: number): boolean {
    return this.#passed.includes(test) || (this.#others.size > 0 && this.#others.has(test));
  }

  /** Returns the tests that any token of the position passes. */
  passed(): Iterable<number> {
    return this.#others.size === 0 ? this.#passed : new Set([...this.#passed, ...this.#others.keys()]);
  }

  /**
   * Returns the extent of the token that passes the test. For ANY, this is the first letter or word of the position.
   */
  startOf(test: number): number {
    return this.#passed.includes(test) ? this.#start : (this.#others.get(test)?.start ?? this.#start);
  }

  endOf(test: number): number {
    if (!this.#passed.includes(test)) return this.#others.get(test)?.end ?? this.#firstEnd;
    return this.#ofFirst.has(test) ? this.#firstEnd : this.#end;
  }
}

const NONE: readonly number[] = [];
