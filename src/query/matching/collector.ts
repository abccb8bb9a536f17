/** The interface that collects the matches of an item, value by value, for one kind of answer. */
import type { Found } from '../../search/text-matching.ts';
import type { LeafMatch } from './field-matcher.ts';
import type { TextWindow } from './text-window.ts';

export interface Collector {
  /** Units of text needed before a match. */
  readonly lead: number;
  beginItem(id: number): void;
  /** Whether the values of a property are needed. */
  wants(property: string): boolean;
  beginValue(field: string, value: number): void;
  /**
   * Takes matches in order. No further match begins before `settledTo`. Returns the offset before which no text is needed, or
   * null if the rest of the value is not needed.
   */
  take(marks: readonly LeafMatch[], settledTo: number, text: TextWindow): number | null;
  /** Takes the remaining matches of the value. */
  endValue(marks: readonly LeafMatch[], text: TextWindow): void;
  /** Returns the results so far, if they are large. */
  part(): Found | null;
  /** Returns the results for the item. */
  endItem(): Iterable<Found>;
}
