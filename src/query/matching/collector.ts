/** What becomes of the matches of an item: each kind of answer takes them as they are found, value by value. */
import type { Found } from '../../search/text-matching.ts';
import type { Mark } from './field-matcher.ts';
import type { TextWindow } from './text-window.ts';

export interface Collector {
  /** Units of text before a match that it looks at. */
  readonly lead: number;
  beginItem(id: number): void;
  /** Whether the values of a property are wanted. */
  wants(property: string): boolean;
  beginValue(field: string, value: number): void;
  /**
   * Matches in order; none to come begins before `settledTo`. Returns the offset before which it needs no text, or null where
   * nothing more of the value is needed.
   */
  take(marks: readonly Mark[], settledTo: number, text: TextWindow): number | null;
  /** The rest of the matches of the value. */
  endValue(marks: readonly Mark[], text: TextWindow): void;
  /** What there is so far, where that is much. */
  part(): Found | null;
  /** What there is of the item. */
  endItem(): Iterable<Found>;
}
