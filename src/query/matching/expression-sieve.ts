/**
 * Finds the items whose stored texts match an expression, without positions. Reads the texts in storage order, and runs them
 * through a kernel that finds the end of a first match. If matches must pass a check, the items found are searched again.
 */
import type { Check } from '../../../grammar/texts/entities.ts';
import { TextSearch } from '../../automaton/text/text-search.ts';
import type { Extent } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import type { Sifted } from '../../search/text-matching.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { textPieces } from '../../shared/text-pieces.ts';
import { checkedEnd } from './checks/checks.ts';
import { beforeCut, scannerOf } from './expression-scanner.ts';
import type { FieldMatcher, SoughtExpression } from './field-matcher.ts';
import type { TextScanner } from './scanning/text-scanner.ts';

/** Bytes of texts between two yields. */
const SLICE_BYTES = 1 << 16;
/** Bytes that the kernel scans between two yields. */
const SCANNED_AT_ONCE_BYTES = 1 << 13;
/** Units of a text between two yields if matches are checked. Each unit may begin a match that fails the check. */
const CHECKED_PIECE_UNITS = 256;
/** Maximum size of the state table and its lookup tables. */
const SCANNER_BYTES = 8 << 20;

export class ExpressionSieve {
  readonly #index: IndexReader;
  readonly #scanner: TextScanner;
  readonly #search: PassingSearch | null;

  private constructor(index: IndexReader, { node, check }: SoughtExpression) {
    claimMemory(SCANNER_BYTES, 'the states of an expression');
    this.#index = index;
    this.#scanner = scannerOf(node);
    this.#search = check === undefined ? null : new PassingSearch(node, check);
  }

  /** Returns null unless the query is one expression over texts, and the index stores the texts unchanged. */
  static of(
    index: IndexReader,
    fields: readonly (readonly [name: string, matcher: FieldMatcher])[],
  ): ExpressionSieve | null {
    const [field, ...others] = fields;
    if (field === undefined || others.length > 0 || field[0] !== CONTENT_FIELD || index.header.origin !== undefined)
      return null;
    const sought = field[1].onlyExpression;
    return sought === null ? null : new ExpressionSieve(index, sought);
  }

  *sift(ids: Uint32Array): Generator<void, Sifted> {
    const index = this.#index;
    const found: number[] = [];
    const elsewhere: number[] = [];
    let bytes = 0;
    for (const id of ids) {
      const doc = index.docOf(id);
      const extent = doc < 0 ? null : index.textExtent(doc);
      if (extent === null) elsewhere.push(id);
      else if (yield* this.#matches(extent)) found.push(id);
      bytes += (extent?.length ?? 0) + ITEM_BYTES;
      if (bytes < SLICE_BYTES) continue;
      bytes = 0;
      yield;
    }
    return { found: Uint32Array.from(found), elsewhere: Uint32Array.from(elsewhere) };
  }

  *#matches({ offset, length }: Extent): Generator<void, boolean> {
    const scanner = this.#scanner;
    if (length > scanner.room) {
      return (yield* this.#longMatches({ offset, length })) && (yield* this.#passes({ offset, length }));
    }
    this.#index.texts.copyInOrder(offset, length, scanner.text);
    if (!(length <= SCANNED_AT_ONCE_BYTES ? scanner.matchesWhole(length) : yield* this.#wholeMatches(length)))
      return false;
    const search = this.#search;
    if (search === null) return true;
    yield* search.passed(decoder.decode(scanner.text.subarray(0, length)));
    return search.finish();
  }

  *#wholeMatches(length: number): Generator<void, boolean> {
    const scanner = this.#scanner;
    if (!scanner.canMatch(length)) return false;
    scanner.restart();
    return yield* this.#scanned(length, true);
  }

  /** Whether a match ends in bytes that are in the kernel. Yields, because each character may need a new state. */
  *#scanned(length: number, isLast: boolean): Generator<void, boolean> {
    const scanner = this.#scanner;
    for (let from = 0; from < length; ) {
      const to = Math.min(from + SCANNED_AT_ONCE_BYTES, length);
      const end = to === length ? to : beforeCut(scanner.text, to);
      if (scanner.feed(end, isLast && end === length, from)) return true;
      from = end;
      yield;
    }
    return false;
  }

  /** Reads pieces. A truncated character is completed with the next piece. */
  *#longMatches({ offset, length }: Extent): Generator<void, boolean> {
    const scanner = this.#scanner;
    scanner.restart();
    for (let at = 0; at < length; ) {
      const read = Math.min(scanner.room, length - at);
      this.#index.texts.copyInOrder(offset + at, read, scanner.text);
      const isLast = at + read === length;
      const size = isLast ? read : beforeCut(scanner.text, read);
      if (yield* this.#scanned(size, isLast)) return true;
      at += size;
    }
    return false;
  }

  *#passes({ offset, length }: Extent): Generator<void, boolean> {
    const search = this.#search;
    if (search === null) return true;
    const { text } = this.#scanner;
    for (let at = 0; at < length; ) {
      const read = Math.min(text.length, length - at);
      this.#index.texts.copyInOrder(offset + at, read, text);
      const size = at + read === length ? read : beforeCut(text, read);
      yield* search.passed(decoder.decode(text.subarray(0, size)));
      at += size;
    }
    return search.finish();
  }
}

/** Cost of an item in addition to its text. */
const ITEM_BYTES = 256;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether any match passes the check. */
class PassingSearch {
  readonly #search: TextSearch;
  #hasPassed = false;

  constructor(node: SoughtExpression['node'], check: Check) {
    const onMatch = (): void => {
      this.#hasPassed = true;
    };
    this.#search = new TextSearch(node, onMatch, (match) => checkedEnd(check, match));
  }

  /** Searches the next part of a text until a match passes. */
  *passed(text: string): Generator<void, void> {
    for (const piece of textPieces(text, CHECKED_PIECE_UNITS)) {
      if (this.#hasPassed) return;
      this.#search.feed(piece);
      yield;
    }
  }

  finish(): boolean {
    this.#search.finish();
    const hasPassed = this.#hasPassed;
    this.#hasPassed = false;
    return hasPassed;
  }
}
