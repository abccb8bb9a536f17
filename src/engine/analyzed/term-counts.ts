/**
 * The first of two passes through the terms of a case: counts the tokens of each document, field by field. Score bounds depend
 * on these lengths, so they must be known before terms are written. Segments need not be merged for this.
 */
import type { TokenTally } from '../../lucene/token-tally.ts';
import type { TermBound, TermCursor } from '../../shared/term-cursor.ts';
import { NO_DOCUMENT } from '../inversion/analyzed-cursor.ts';
import { indexField, unusableTerms } from '../inversion/term-check.ts';
import type { TokenCounts } from '../inversion/token-counts.ts';
import type { AnalyzedNumbers } from './analyzed-input.ts';

/** Occurrences between two pauses. */
const TERMS_PER_SLICE = 1 << 14;
const OCCURRENCES_PER_SLICE = 1 << 17;

/** Tokens between two marks. */
export const MARK_TOKENS = 1 << 15;

/**
 * Called at the end of each field with terms. `marked`: documents with value marks, if the field has texts. The counts
 * are cleared afterwards.
 */
export type CountedFieldEnd = (field: number, marked: readonly number[]) => void;

export class TermCounter {
  readonly #numbers: AnalyzedNumbers;
  readonly #counts: TokenCounts;
  readonly #textField: number;
  readonly #onFieldEnd: CountedFieldEnd;
  /** Null unless the cursors number documents differently from the index. */
  readonly #tally: TokenTally | null;
  #marked: number[] = [];
  /** Indexed by segment: its first term, then one every MARK_TOKENS tokens. Its terms may be divided there. */
  readonly marks: TermBound[][] = [];
  /** The highest position in a field with texts. */
  positionMax = 0;
  /** Occurrences so far, over all segments. */
  #occurrences = 0;
  #reported = 0;
  /** Tokens of each segment since its last mark. */
  readonly #unmarked: number[] = [];

  constructor(
    numbers: AnalyzedNumbers,
    counts: TokenCounts,
    textField: number,
    onFieldEnd: CountedFieldEnd,
    tally: TokenTally | null = null,
  ) {
    this.#numbers = numbers;
    this.#counts = counts;
    this.#textField = textField;
    this.#onFieldEnd = onFieldEnd;
    this.#tally = tally;
  }

  /** Reads the terms of all segments, and closes the cursors. Calls `pause` regularly with the occurrences so far. */
  async count(cursors: readonly TermCursor[], pause: (occurrences: number) => Promise<void>): Promise<void> {
    for (const _ of cursors) {
      this.marks.push([]);
      this.#unmarked.push(MARK_TOKENS);
    }
    try {
      let open = [...cursors.keys()].filter((n) => cursors[n]!.next());
      for (let last = -1; open.length > 0; ) {
        const field = Math.min(...open.map((n) => cursors[n]!.field));
        if (field <= last) throw unusableTerms(`the terms of field ${field} are not in order`);
        last = field;
        const target = indexField(field, this.#numbers.fieldIds);
        const left: number[] = [];
        for (const n of open) {
          if (cursors[n]!.field !== field || (await this.#countField(cursors[n]!, n, pause))) left.push(n);
        }
        open = left;
        this.#takeTally(target === this.#textField);
        this.#onFieldEnd(target, this.#marked);
        this.#counts.clear();
        this.#marked = [];
      }
    } finally {
      for (const cursor of cursors) cursor.close();
    }
  }

  /** Counts the terms of the cursor's current field. Returns false if no terms follow. */
  async #countField(
    cursor: TermCursor,
    segment: number,
    pause: (occurrences: number) => Promise<void>,
  ): Promise<boolean> {
    const { field } = cursor;
    const hasTexts = this.#numbers.fieldIds[field] === this.#textField;
    for (let n = 1; ; n++) {
      // The empty term marks the beginnings of values and is not a token.
      const isMark = cursor.termEnd === cursor.termStart;
      if (this.#unmarked[segment]! >= MARK_TOKENS) {
        this.marks[segment]!.push({ field, term: cursor.bytes.slice(cursor.termStart, cursor.termEnd) });
        this.#unmarked[segment] = 0;
      }
      if (!isMark && this.#tally !== null && cursor.tally !== undefined) {
        this.#addOccurrences(segment, cursor.tally(MARK_TOKENS - this.#unmarked[segment]!));
      } else if (!isMark || hasTexts) {
        for (let count = cursor.read(); count > 0; count = cursor.read()) {
          this.#countSome(cursor, count, isMark);
          if (hasTexts) this.#notePositions(cursor.positions, cursor.from, cursor.from + count);
          this.#addOccurrences(segment, count);
        }
      }
      if (n % TERMS_PER_SLICE === 0 || this.#occurrences - this.#reported >= OCCURRENCES_PER_SLICE) {
        this.#reported = this.#occurrences;
        await pause(this.#occurrences);
      }
      if (!cursor.next()) return false;
      if (cursor.field !== field) return true;
    }
  }

  #addOccurrences(segment: number, count: number): void {
    this.#unmarked[segment]! += count;
    this.#occurrences += count;
  }

  #takeTally(hasTexts: boolean): void {
    const tally = this.#tally;
    if (tally === null) return;
    if (hasTexts) this.positionMax = Math.max(this.positionMax, tally.positionMax);
    tally.take((doc, tokens) => this.#counts.add(doc, tokens));
  }

  #notePositions(positions: Uint32Array, from: number, to: number): void {
    let max = this.positionMax;
    for (let i = from; i < to; i++) if (positions[i]! > max) max = positions[i]!;
    this.positionMax = max;
  }

  #countSome({ docs: items, from }: TermCursor, count: number, isMark: boolean): void {
    const { docOfItem } = this.#numbers;
    const { length } = docOfItem;
    const end = from + count;
    for (let i = from; i < end; ) {
      const item = items[i]!;
      const first = i++;
      while (i < end && items[i] === item) i++;
      if (!(item < length)) throw unusableTerms(`a term is in item ${item}, but there are only ${length} items`);
      const doc = docOfItem[item]!;
      if (doc === NO_DOCUMENT) continue;
      if (isMark) this.#marked.push(doc);
      else this.#counts.add(doc, i - first);
    }
  }
}
