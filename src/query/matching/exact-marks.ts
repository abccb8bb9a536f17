/** Finds exact phrases in a value by following each possible beginning token by token. */
import type { MarkSink, PhraseMarks } from './phrase-marks.ts';
import type { PositionTokens } from './position-tokens.ts';

/** A started match: its next element, and its start offset, which is -1 while it has no token. */
interface Begun {
  next: number;
  start: number;
}

export class ExactMarks implements PhraseMarks {
  readonly wantsEveryToken: boolean;
  /** The test of each element, or ANY. */
  readonly #elements: readonly number[];
  /** From this element on, all elements are stars. */
  readonly #starsFrom: number;
  readonly #mark: MarkSink;
  #begun: Begun[] = [];
  #lastEnd = 0;

  constructor(elements: readonly number[], mark: MarkSink) {
    this.#elements = elements;
    this.#starsFrom = elements.findLastIndex((test) => test !== ANY) + 1;
    this.wantsEveryToken = elements[0] === ANY;
    this.#mark = mark;
  }

  get isActive(): boolean {
    return this.#begun.length > 0;
  }

  get earliest(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { start } of this.#begun) if (start >= 0 && start < earliest) earliest = start;
    return earliest;
  }

  token(tokens: PositionTokens): void {
    this.#lastEnd = tokens.endOf(ANY);
    this.#begin();
    const elements = this.#elements;
    const begun = this.#begun;
    let kept = 0;
    for (const one of begun) {
      const test = elements[one.next]!;
      if (test !== ANY && !tokens.passes(test)) continue;
      if (one.start < 0) one.start = tokens.startOf(test);
      if (++one.next === elements.length) this.#mark(one.start, tokens.endOf(test));
      else begun[kept++] = one;
    }
    begun.length = kept;
  }

  skip(): void {
    this.#begin();
    const begun = this.#begun;
    let kept = 0;
    for (const one of begun) {
      if (this.#elements[one.next] !== ANY) continue;
      if (++one.next < this.#elements.length) begun[kept++] = one;
      else if (one.start >= 0) this.#mark(one.start, this.#lastEnd);
    }
    begun.length = kept;
  }

  /** `isOpen`: a star also matches a position after the last token. */
  finish(isOpen: boolean): void {
    if (isOpen) {
      for (const { next, start } of this.#begun) {
        if (next >= this.#starsFrom && start >= 0) this.#mark(start, this.#lastEnd);
      }
    }
    this.#begun = [];
    this.#lastEnd = 0;
  }

  #begin(): void {
    this.#begun.push({ next: 0, start: -1 });
  }
}

/** Placeholder for a test that every token passes. */
export const ANY = -1;
