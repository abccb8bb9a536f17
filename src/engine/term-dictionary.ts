import type { TermAutomaton } from '../automaton/automaton.ts';
import { ByteReader } from '../codec/byte-reader.ts';
import { DictionaryBlock, type TermInfo } from './dictionary-block.ts';
import { DictionaryWalk, type TermRange, type TermVisitor } from './dictionary-walk.ts';
import type { FieldHeader } from './format.ts';
import { LiveText } from './live-text.ts';
import type { StreamReader } from './store.ts';
import { compareBytes } from './term-source.ts';

/** Terms whose places a dictionary remembers: an analyst's queries share most of theirs. */
const RECENT_TERMS = 4096;

/** Blocks walked between two yields of a walk. */
const BLOCKS_PER_SLICE = 64;

/** The terms of one field: found by name, or walked in order. */
export class TermDictionary {
  readonly #field: FieldHeader;
  readonly #terms: StreamReader;
  readonly #index: StreamReader;
  /** First term of every block: `#firstTerms[#firstStarts[b] … #firstEnds[b])`; loaded with the first question. */
  #firstTerms: Uint8Array = EMPTY;
  #firstStarts: Uint32Array = NONE;
  #firstEnds: Uint32Array = NONE;
  #blockOffsets: Float64Array | null = null;
  readonly #recent = new Map<string, TermInfo | null>();

  constructor(field: FieldHeader, terms: StreamReader, index: StreamReader) {
    this.#field = field;
    this.#terms = terms;
    this.#index = index;
  }

  /** The list that marks where values begin in documents with several (`VALUE_MARK`), or null where none has. */
  valueMarks(): TermInfo | null {
    if (this.#field.blockCount === 0) return null;
    const block = new DictionaryBlock(this.#loadBlock(0));
    return block.isFirstEmpty ? block.info(0) : null;
  }

  /** The list of a folded term, or null where the field does not have the term. Recent answers are remembered. */
  find(term: string): TermInfo | null {
    const known = this.#recent.get(term);
    if (known !== undefined) return known;
    const info = this.#lookUp(utf8Of(term));
    if (this.#recent.size >= RECENT_TERMS) this.#recent.clear();
    this.#recent.set(term, info);
    return info;
  }

  #lookUp(term: Uint8Array): TermInfo | null {
    if (term.length === 0 || this.#field.blockCount === 0) return null;
    const block = new DictionaryBlock(this.#loadBlock(this.#blockOf(term, term.length)));
    const entry = block.find(term);
    return entry < 0 ? null : block.info(entry);
  }

  /**
   * Visits the terms of a range in order that the automaton accepts, all where it is null. Yields now and then, so that
   * whoever drives it can do other work or stop.
   */
  *walk(range: TermRange, automaton: TermAutomaton | null, visit: TermVisitor): Generator<void> {
    if (this.#field.blockCount === 0) return;
    const { lower, upper } = range;
    const walk = new DictionaryWalk(range, automaton, visit);
    const live = automaton === null ? null : new LiveText(automaton);
    const first = lower === null ? 0 : this.#blockOf(lower, lower.length);
    const last = upper === null ? this.#field.blockCount - 1 : this.#blockOf(upper, upper.length, first);
    let walked = 0;
    for (let block = first; block <= last; block++) {
      if (live !== null && walk.isDead) {
        block = this.#nextLiveBlock(block, live);
        if (block < 0 || block > last) return;
      }
      if (++walked % BLOCKS_PER_SLICE === 0) {
        yield;
      }
      const isBorder = (block === first && lower !== null) || (block === last && upper !== null);
      walk.block(new DictionaryBlock(this.#loadBlock(block)), isBorder);
    }
  }

  /**
   * The first block at or after `block` that can hold an accepted term: where the automaton dies on the first term of
   * a block, nothing can be accepted before the next text that it lives on. -1 where there is none.
   */
  #nextLiveBlock(block: number, live: LiveText): number {
    this.#loadIndex();
    const found = live.after(this.#firstTerms, this.#firstStarts[block]!, this.#firstEnds[block]!);
    if (found === 'same') return block;
    if (found === 'none') return -1;
    return this.#blockOf(live.bytes, live.length, block);
  }

  /**
   * The block that holds a term if any does: the last whose first term is not greater; `from` at least. Looks near
   * `from` first: a walk jumps a little way, mostly.
   */
  #blockOf(term: Uint8Array, length: number, from = 0): number {
    this.#loadIndex();
    const last = this.#field.blockCount - 1;
    let low = from;
    let high = last;
    if (from > 0) {
      for (let step = 1; low + step <= last && this.#isAtOrBefore(low + step, term, length); step *= 2) low += step;
      high = Math.min(last, low * 2 - from + 1);
    }
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#isAtOrBefore(middle, term, length)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #isAtOrBefore(block: number, term: Uint8Array, length: number): boolean {
    return compareBytes(this.#firstTerms, this.#firstStarts[block]!, this.#firstEnds[block]!, term, 0, length) <= 0;
  }

  #loadBlock(block: number): ByteReader {
    this.#loadIndex();
    const offset = this.#blockOffsets![block]!;
    const length = this.#blockOffsets![block + 1]! - offset;
    this.#terms.fetch(offset, length);
    return new ByteReader(this.#terms.bytes, this.#terms.start, this.#terms.start + length);
  }

  #loadIndex(): void {
    if (this.#blockOffsets !== null) return;
    const { blockCount, termsIndex, firstBlock } = this.#field;
    this.#index.fetch(termsIndex.offset, termsIndex.length);
    const bytes = this.#index.bytes;
    const reader = new ByteReader(bytes, this.#index.start, this.#index.start + termsIndex.length);
    const starts = new Uint32Array(blockCount);
    const ends = new Uint32Array(blockCount);
    const offsets = new Float64Array(blockCount + 1);
    offsets[0] = firstBlock;
    for (let block = 0; block < blockCount; block++) {
      const length = reader.varint();
      starts[block] = reader.offset;
      reader.offset += length;
      ends[block] = reader.offset;
      offsets[block + 1] = offsets[block]! + reader.varint();
    }
    this.#firstTerms = bytes;
    this.#firstStarts = starts;
    this.#firstEnds = ends;
    this.#blockOffsets = offsets;
  }
}

/** UTF-8 of a term: most are ASCII, and then the encoder's own call costs more than the work. */
function utf8Of(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length);
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit > 127) return encoder.encode(term);
    bytes[i] = unit;
  }
  return bytes;
}

const encoder = new TextEncoder();

const EMPTY = new Uint8Array(0);
const NONE = new Uint32Array(0);
