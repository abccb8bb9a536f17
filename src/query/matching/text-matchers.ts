/** Combines matchers of one text with different tokens, such as words and digit sequences, into one. */
import { byExtent, type FieldMatcher, type LeafMatch } from './field-matcher.ts';

/** The part of a matcher that a scan uses. */
export type TextMatcher = Pick<FieldMatcher, 'patternCount' | 'feed' | 'settled' | 'settledTo' | 'finish'>;

/** Returns null if no matcher needs the text. */
export function textMatcher(matchers: readonly FieldMatcher[]): TextMatcher | null {
  return matchers.length <= 1 ? (matchers[0] ?? null) : new TextMatchers(matchers);
}

class TextMatchers implements TextMatcher {
  readonly #matchers: readonly FieldMatcher[];
  /** Matches, in order, that an earlier match may still precede. */
  #waiting: LeafMatch[] = [];

  constructor(matchers: readonly FieldMatcher[]) {
    this.#matchers = matchers;
  }

  get patternCount(): number {
    return this.#matchers.reduce((sum, { patternCount }) => sum + patternCount, 0);
  }

  feed(piece: string): void {
    for (const matcher of this.#matchers) matcher.feed(piece);
  }

  settled(): readonly LeafMatch[] {
    this.#gather((matcher) => matcher.settled());
    const safe = this.#safe;
    const first = this.#waiting.findIndex(({ start }) => start >= safe);
    return this.#waiting.splice(0, first < 0 ? this.#waiting.length : first);
  }

  get settledTo(): number {
    return this.#waiting.length === 0 ? this.#safe : Math.min(this.#safe, this.#waiting[0]!.start);
  }

  get #safe(): number {
    return Math.min(...this.#matchers.map(({ settledTo }) => settledTo));
  }

  finish(): readonly LeafMatch[] {
    this.#gather((matcher) => matcher.finish());
    return this.#waiting.splice(0);
  }

  #gather(marksOf: (matcher: FieldMatcher) => readonly LeafMatch[]): void {
    for (const matcher of this.#matchers) for (const mark of marksOf(matcher)) this.#waiting.push(mark);
    this.#waiting.sort(byExtent);
  }
}
