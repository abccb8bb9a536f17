/**
 * Unites the documents of many alternative patterns and ranges of a list in one bitmap. Patterns are matched in one walk of a
 * dictionary, and parts that several ranges share are read once.
 */
import type { TermAutomaton } from '../../../automaton/automaton.ts';
import { markedDocs, uniteDocs } from '../../../engine/columns/number-column-reader.ts';
import { soughtText } from '../../../engine/dictionary/joint-walk.ts';
import type { TermRange } from '../../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../../engine/format.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { BLOCK_WORDS } from '../../../engine/postings/doc-block.ts';
import { ListUnion } from '../../../engine/postings/list-union.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../../shared/query-memory.ts';
import { DocBitmap } from '../../operators/doc-bitmap.ts';
import type { ChosenPoints } from '../../operators/number-range.ts';
import { NO_BLOCK, type Operator } from '../../operators/operator.ts';
import { AUTOMATON_BYTES, JOINT_MAX } from '../pattern-keys.ts';
import { prefixRange, stepped } from '../term-expansion.ts';
import { type BoundInterval, merged } from './merged-intervals.ts';
import { compareTerms, lowerCut, upperCut } from './range-cuts.ts';

/** Work on a field that is left until the end. */
interface Gathered {
  readonly field: FieldHeader;
  /** At most {@link JOINT_MAX} patterns. */
  readonly patterns: TermAutomaton[];
  readonly ranges: BoundInterval<Uint8Array>[];
  readonly points: ChosenPoints[];
}

/** Add all leaves, then call {@link operator} once. */
export class UnitedLeaves {
  readonly #index: IndexReader;
  readonly #union: ListUnion;
  readonly #fields = new Map<string, Gathered>();

  constructor(index: IndexReader) {
    this.#index = index;
    claimMemory(4 * index.bitmapWords, 'the documents of patterns and ranges');
    this.#union = new ListUnion(index.postings, new Uint32Array(index.bitmapWords));
  }

  *addPattern(field: FieldHeader, automaton: TermAutomaton): Generator<void, void> {
    if (soughtText(automaton) === null) {
      const range = prefixRange(automaton.prefix);
      yield* this.#walk(field, range, stepped(automaton, range));
      return;
    }
    claimMemory(AUTOMATON_BYTES, 'the patterns of a query');
    const { patterns } = this.#of(field);
    if (patterns.push(automaton) === JOINT_MAX) yield* this.#walkJointly(field, patterns);
  }

  /** Adds documents that are already known. */
  *addDocs(known: Operator): Generator<void, void> {
    const { words } = this.#union;
    for (let block = known.nextBlock(0); block !== NO_BLOCK; block = known.nextBlock(block + 1)) {
      known.unite(block, words, block * BLOCK_WORDS);
    }
    yield;
  }

  addRange(field: FieldHeader, range: TermRange): void {
    this.#of(field).ranges.push({ from: lowerCut(range), to: upperCut(range) });
  }

  addPoints(field: FieldHeader, points: ChosenPoints): void {
    this.#of(field).points.push(points);
  }

  /** Returns the documents of all leaves. */
  *operator(): Generator<void, Operator> {
    for (const { field, patterns, ranges, points } of this.#fields.values()) {
      if (patterns.length > 0) yield* this.#walkJointly(field, patterns);
      for (const { from, to } of merged(ranges, compareTerms)) {
        yield* this.#walk(field, { lower: from, upper: to, isUpperExclusive: true }, null);
      }
      if (points.length > 0) yield* this.#readPoints(field, points);
    }
    return new DocBitmap(this.#union.words, 'terms', 'patterns and ranges');
  }

  *#walk(field: FieldHeader, range: TermRange, automaton: TermAutomaton | null): Generator<void, void> {
    yield* this.#index
      .dictionary(field)
      .walk(range, automaton, (bucket, first, end) => bucket.unite(first, end, this.#union));
  }

  *#walkJointly(field: FieldHeader, patterns: TermAutomaton[]): Generator<void, void> {
    yield* this.#index
      .dictionary(field)
      .walkJointly(patterns, (bucket, entry) => bucket.unite(entry, entry + 1, this.#union), true);
    releaseMemoryTo(heldMemory() - patterns.length * AUTOMATON_BYTES);
    patterns.length = 0;
  }

  *#readPoints(field: FieldHeader, points: readonly ChosenPoints[]): Generator<void, void> {
    const { columns } = this.#index;
    const column = field.numbers!;
    const { words } = this.#union;
    for (const { from, to } of merged(points, byNumber)) {
      uniteDocs(columns, column, from, to!, words);
      yield;
    }
    const marked = points.flatMap((one) => one.marked);
    for (const isBare of [true, false]) {
      const own = marked.filter((one) => one.isBare === isBare);
      for (const { from, to } of merged(own, byNumber)) {
        for (const doc of markedDocs(columns, column, { from, to: to!, isBare })) words[doc >>> 5]! |= 1 << (doc & 31);
        yield;
      }
    }
  }

  #of(field: FieldHeader): Gathered {
    let gathered = this.#fields.get(field.name);
    if (gathered === undefined) {
      gathered = { field, patterns: [], ranges: [], points: [] };
      this.#fields.set(field.name, gathered);
    }
    return gathered;
  }
}

const byNumber = (a: number, b: number): number => a - b;
