/**
 * Runs a query over items: their texts in pieces, then their properties. Memory does not grow with a text, and the scan yields
 * after each piece. A short stored text is processed in one call, because passing a piece through generators costs as much as
 * searching it.
 */
import type { Extent } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { StoredItem } from '../../engine/store/stored-item.ts';
import { CONTENT_FIELD, fieldOfProperty, ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import type { Found, TextPart } from '../../search/text-matching.ts';
import { AppError } from '../../shared/errors.ts';
import { textPieces } from '../../shared/text-pieces.ts';
import type { Collector } from './collector.ts';
import type { FieldMatcher, LeafMatch } from './field-matcher.ts';
import type { QueryMatcher } from './query-matcher.ts';
import { type TextMatcher, textMatcher } from './text-matchers.ts';
import { TextWindow } from './text-window.ts';

/** Units of a text between two yields, or fewer if each word is tested against many patterns. */
const PIECE_UNITS = 1 << 14;
const PIECE_UNITS_MIN = 256;
const PATTERNS_PER_SHARE = 64;
/** Bytes of a stored text per read. */
const STORED_BYTES = 1 << 16;

/** Null means: time to yield. */
export type Step = Found | null;

interface Current {
  readonly id: number;
  readonly doc: number;
  /** The leaves that count; null: all. */
  readonly counting: readonly boolean[] | null;
  /** Whether the rest of the item is not needed. */
  isDone: boolean;
  /** The matcher for the item's text; null if the text is not needed. */
  content: TextMatcher | null;
}

export class ItemScan {
  readonly #index: IndexReader;
  readonly #matcher: QueryMatcher;
  readonly #collector: Collector;
  readonly #properties: readonly (readonly [field: string, matcher: FieldMatcher])[];
  readonly #content: TextMatcher | null;
  readonly #window = new TextWindow();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Whether the decoder may hold a partial character. */
  #isWithin = false;
  #current: Current | null = null;

  constructor(index: IndexReader, matcher: QueryMatcher, collector: Collector) {
    this.#index = index;
    this.#matcher = matcher;
    this.#collector = collector;
    const { fields } = matcher;
    this.#content = textMatcher(fields.filter(([, { isOfText }]) => isOfText).map(([, matching]) => matching));
    this.#properties = fields.filter(([name, { isOfText }]) => !isOfText && collector.wants(name));
  }

  get readsTexts(): boolean {
    return this.#content !== null;
  }

  /**
   * Returns all matches of an item that consists of one short stored text. Returns null for any other; call `take`
   * then.
   */
  takeAtOnce({ id, text, isLast }: TextPart): Iterable<Found> | null {
    if (text !== 'stored' || !isLast || this.#current !== null) return null;
    const current = this.#begin(id);
    const { content, counting } = current;
    if (content !== null) {
      const extent = this.#storedExtent(current);
      // A text never has more units than bytes.
      if (extent.length > pieceUnits(content)) {
        this.#current = current;
        return null;
      }
      if (extent.length > 0 && !this.#feed(content, this.#stored(extent.offset, extent.length), counting))
        this.#stop(content);
      else this.#endValue(content, counting);
      current.content = null;
    }
    if (this.#properties.length === 0) return this.#collector.endItem();
    this.#current = current;
    return null;
  }

  /** Yields results, and null as a pause. */
  *take({ id, text, isLast }: TextPart): Generator<Step, void> {
    if (this.#current?.id !== id) this.#current = this.#begin(id);
    const current = this.#current;
    if (!current.isDone && current.content !== null && text !== null) yield* this.#takeText(current, text);
    if (!isLast) return;
    if (!current.isDone) yield* this.#endItem(current);
    this.#current = null;
  }

  #begin(id: number): Current {
    const doc = this.#index.docOf(id);
    if (doc < 0) throw new AppError('NOT_FOUND', `The source has no item ${id}.`);
    const counting = this.#matcher.counting(doc);
    const isDone = counting !== null && !counting.includes(true);
    // The previous text may have ended within a character.
    if (this.#isWithin) this.#decode(null);
    this.#collector.beginItem(id);
    this.#collector.beginValue(CONTENT_FIELD, 0);
    return { id, doc, counting, isDone: false, content: isDone ? null : this.#content };
  }

  *#takeText(current: Current, text: Uint8Array | 'stored'): Generator<Step, void> {
    if (text !== 'stored') {
      yield* this.#takePiece(current, this.#decode(text));
      return;
    }
    const extent = this.#storedExtent(current);
    const stream = this.#index.texts;
    for (let at = 0; at < extent.length && !current.isDone; at += STORED_BYTES) {
      const size = Math.min(STORED_BYTES, extent.length - at);
      stream.fetch(extent.offset + at, size);
      const bytes = stream.bytes.subarray(stream.start, stream.start + size);
      yield* this.#takePiece(current, this.#decode(bytes));
    }
  }

  #storedExtent({ id, doc }: Current): Extent {
    const extent = this.#index.textExtent(doc);
    if (extent === null) throw new AppError('NOT_FOUND', `Item ${id} has no stored text.`);
    return extent;
  }

  /** Returns a stored text in full. */
  #stored(offset: number, length: number): string {
    const stream = this.#index.texts;
    stream.fetch(offset, length);
    return whole.decode(stream.bytes.subarray(stream.start, stream.start + length));
  }

  /** Decodes the next bytes of a text; null at its end. */
  #decode(bytes: Uint8Array | null): string {
    this.#isWithin = bytes !== null;
    return bytes === null ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
  }

  *#takePiece(current: Current, text: string): Generator<Step, void> {
    const matcher = current.content!;
    for (const piece of textPieces(text, pieceUnits(matcher))) {
      if (!this.#feed(matcher, piece, current.counting)) {
        this.#stop(matcher);
        current.isDone = true;
        yield* this.#endProperties(current);
        return;
      }
      yield this.#collector.part();
    }
  }

  /** Ends the text early. The results so far are the answer. */
  #stop(matcher: TextMatcher): void {
    matcher.finish();
    this.#window.clear();
  }

  /** Returns whether more of the value is needed. */
  #feed(matcher: TextMatcher, piece: string, counting: Current['counting']): boolean {
    const window = this.#window;
    window.append(piece);
    matcher.feed(piece);
    const marks = counted(matcher.settled(), counting);
    const { settledTo } = matcher;
    const needed = this.#collector.take(marks, settledTo, window);
    if (needed === null) return false;
    // The next unit shows whether the window would start within a surrogate pair.
    window.dropBefore(Math.min(needed, settledTo) - this.#collector.lead - 1);
    return true;
  }

  *#endItem(current: Current): Generator<Step, void> {
    if (current.content !== null) {
      yield* this.#takePiece(current, this.#decode(null));
      if (current.isDone) return;
      this.#endValue(current.content, current.counting);
      yield this.#collector.part();
    }
    yield* this.#endProperties(current);
  }

  #endValue(matcher: TextMatcher, counting: Current['counting']): void {
    this.#collector.endValue(counted(matcher.finish(), counting), this.#window);
    this.#window.clear();
  }

  *#endProperties({ id, doc, counting }: Current): Generator<Step, void> {
    if (this.#properties.length > 0 && counting?.includes(true) !== false) {
      const item = this.#index.item(doc);
      for (const [field, matcher] of this.#properties) {
        for (const [value, text] of valuesOf(item, id, field).entries()) {
          yield* this.#takeValue(field, value, text, matcher, counting);
        }
      }
    }
    yield* this.#collector.endItem();
  }

  *#takeValue(
    field: string,
    value: number,
    text: string,
    matcher: FieldMatcher,
    counting: Current['counting'],
  ): Generator<Step, void> {
    this.#collector.beginValue(field, value);
    matcher.testValue(text);
    if (!matcher.hasTokens || isRecordNumber(field)) this.#window.append(text);
    else {
      for (const piece of textPieces(text, pieceUnits(matcher))) {
        if (!this.#feed(matcher, piece, counting)) break;
        yield this.#collector.part();
      }
    }
    this.#endValue(matcher, counting);
  }
}

/** Used for complete texts, because a non-streaming decoder is twice as fast. */
const whole = new TextDecoder('utf-8', { ignoreBOM: true });

/** Keeps the matches of leaves that count. */
function counted(marks: readonly LeafMatch[], counting: readonly boolean[] | null): readonly LeafMatch[] {
  return counting === null || marks.length === 0 ? marks : marks.filter(({ leaf }) => counting[leaf]);
}

function pieceUnits({ patternCount }: TextMatcher): number {
  return Math.max(PIECE_UNITS_MIN, Math.floor(PIECE_UNITS / (1 + patternCount / PATTERNS_PER_SHARE)));
}

/** Fields with numbers of the record itself, which have no words. */
function isRecordNumber(field: string): boolean {
  return field === ID_FIELD || field === PARENT_FIELD;
}

function valuesOf({ properties, parentId }: StoredItem, id: number, field: string): readonly string[] {
  if (field === ID_FIELD) return [String(id)];
  if (field === PARENT_FIELD) return parentId === null ? [] : [String(parentId)];
  return properties.find(([name]) => fieldOfProperty(name) === field)?.[1] ?? [];
}
