/** Counts how often an item has each folded text that the query matches. */
import type { Found, MatchesWanted } from '../../search/text-matching.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import type { Collector } from './collector.ts';
import type { Mark } from './field-matcher.ts';
import type { TextWindow } from './text-window.ts';

const TEXT_BYTES = 100;
/** Texts passed on together. */
const TEXTS_AT_ONCE = 4096;

export class MatchedTexts implements Collector {
  readonly lead = 0;
  readonly #fold: (text: string) => string;
  readonly #most: number;
  readonly #withFields: boolean;
  /** Comes before each text. */
  #prefix = '';
  #id = 0;
  #counts = new Map<string, number>();
  #last: Mark | null = null;
  /** Bytes claimed for the texts of the item. */
  #claimed = 0;

  /** Only the `most` most frequent texts are returned. */
  constructor(
    fold: (text: string) => string,
    { most = Number.POSITIVE_INFINITY, withFields }: Omit<Extract<MatchesWanted, { kind: 'texts' }>, 'kind'>,
  ) {
    this.#most = most;
    this.#withFields = withFields === true;
    this.#fold = fold;
  }

  beginItem(id: number): void {
    this.#id = id;
    this.#counts = new Map();
    releaseMemoryTo(heldMemory() - this.#claimed);
    this.#claimed = 0;
  }

  wants(): boolean {
    return true;
  }

  beginValue(field: string): void {
    this.#prefix = this.#withFields ? `${field}\0` : '';
    this.#last = null;
  }

  take(marks: readonly Mark[], settledTo: number, window: TextWindow): number {
    for (const mark of marks) {
      if (this.#last?.start === mark.start && this.#last.end === mark.end) continue;
      this.#last = mark;
      const text = this.#prefix + this.#fold(window.slice(mark.start, mark.end));
      const count = this.#counts.get(text);
      if (count === undefined) this.#claim(TEXT_BYTES + 2 * text.length);
      this.#counts.set(text, (count ?? 0) + 1);
    }
    return settledTo;
  }

  #claim(bytes: number): void {
    claimMemory(bytes, 'the distinct texts of an item');
    this.#claimed += bytes;
  }

  endValue(marks: readonly Mark[], window: TextWindow): void {
    this.take(marks, 0, window);
  }

  part(): null {
    return null;
  }

  *endItem(): Generator<Found> {
    const texts = [...this.#counts];
    if (texts.length > this.#most) {
      texts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      texts.length = this.#most;
    }
    for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
      yield { kind: 'texts', id: this.#id, texts: texts.slice(at, at + TEXTS_AT_ONCE) };
    }
  }
}
