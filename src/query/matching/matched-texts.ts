/** Counts how often an item has each folded text that the query matches. */
import type { Found, MatchesWanted } from '../../search/text-matching.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import type { Collector } from './collector.ts';
import type { LeafMatch } from './field-matcher.ts';
import type { TextWindow } from './text-window.ts';

const TEXT_BYTES = 100;
/** Maximum number of spellings of a field that are cached with their folded text, and their maximum length. */
const WRITTEN_MAX = 4096;
const WRITTEN_UNITS_MAX = 64;
/** Texts passed on together. */
const TEXTS_AT_ONCE = 4096;

/** Spellings with the same folded text share one of these. */
interface WrittenText {
  count: number;
}

export class MatchedTexts implements Collector {
  readonly lead = 0;
  readonly #fold: (text: string) => string;
  readonly #most: number;
  readonly #withFields: boolean;
  /** Precedes each text. */
  #prefix = '';
  #id = 0;
  /** Keyed by field and text as written, so that frequent texts are folded once. */
  #written = new Map<string, Map<string, WrittenText>>();
  #ofField = new Map<string, WrittenText>();
  #counts = new Map<string, WrittenText>();
  #last: LeafMatch | null = null;
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
    this.#written = new Map();
    releaseMemoryTo(heldMemory() - this.#claimed);
    this.#claimed = 0;
  }

  wants(): boolean {
    return true;
  }

  beginValue(field: string): void {
    this.#prefix = this.#withFields ? `${field}\0` : '';
    this.#ofField = this.#written.get(this.#prefix) ?? new Map();
    this.#written.set(this.#prefix, this.#ofField);
    this.#last = null;
  }

  take(marks: readonly LeafMatch[], settledTo: number, window: TextWindow): number {
    for (const mark of marks) {
      if (this.#last?.start === mark.start && this.#last.end === mark.end) continue;
      this.#last = mark;
      const written = window.slice(mark.start, mark.end);
      (this.#ofField.get(written) ?? this.#add(written)).count++;
    }
    return settledTo;
  }

  #add(written: string): WrittenText {
    const text = this.#prefix + this.#fold(written);
    let known = this.#counts.get(text);
    if (known === undefined) {
      this.#claim(TEXT_BYTES + 2 * text.length);
      known = { count: 0 };
      this.#counts.set(text, known);
    }
    if (written.length > WRITTEN_UNITS_MAX) return known;
    if (this.#ofField.size === WRITTEN_MAX) this.#ofField.clear();
    this.#ofField.set(written, known);
    return known;
  }

  #claim(bytes: number): void {
    claimMemory(bytes, 'the distinct texts of an item');
    this.#claimed += bytes;
  }

  endValue(marks: readonly LeafMatch[], window: TextWindow): void {
    this.take(marks, 0, window);
  }

  part(): null {
    return null;
  }

  *endItem(): Generator<Found> {
    const texts = Array.from(this.#counts, ([text, { count }]) => [text, count] as const);
    if (texts.length > this.#most) {
      texts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      texts.length = this.#most;
    }
    for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
      yield { kind: 'texts', id: this.#id, texts: texts.slice(at, at + TEXTS_AT_ONCE) };
    }
  }
}
