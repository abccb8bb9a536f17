/**
 * Finds the words that wildcards, fuzzy words, expressions and ranges of a query matched, with the number of items in the set
 * that have each. Uses the planner's own expansions, term by term. Matches of expressions over texts are not words; the server
 * counts them.
 */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import { bitsIn } from '../../codec/bits.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import { claimMemory, freeMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { sortedInSlices } from '../../shared/sorting/sorted-in-slices.ts';
import { COUNTS_AT_ONCE, type FacetCounter, inBatches } from '../columns/facet-counter.ts';
import { BlockSet } from '../operators/block-set.ts';
import { NO_BLOCK } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import { gatherRanges } from '../plan/joint/gathered-ranges.ts';
import { expandJointly } from '../plan/joint-patterns.ts';
import { LeafPlanner } from '../plan/leaf-planner.ts';
import { patternsOf } from '../plan/pattern-forms.ts';
import { planned } from '../plan/planning.ts';
import type { TermSink } from '../plan/term-expansion.ts';
import { WordForms, type WordSinks } from './word-forms.ts';
import { WordSample } from './word-sample.ts';

/** Memory for each word during counting. Two thirds of it is garbage that V8 has not collected yet. */
const WORD_BYTES = 300;
const WORDS = 'the words that the query matched';
/** Memory for each UTF-16 unit of a word. */
const UNIT_BYTES = 4;
/** Separates the field and the word. */
const SEPARATOR = '\0';
/** An entry is the item count plus the number of the field times this factor. */
const FIELD = 2 ** 32;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Takes the set, and counts at the end. */
export class MatchedWords implements FacetCounter {
  readonly #index: IndexReader;
  readonly #query: Query;
  readonly #defaultFields: readonly string[];
  /** The set as a bitmap of documents. */
  readonly #words: Uint32Array;

  constructor(index: IndexReader, query: Query, defaultFields: readonly string[]) {
    this.#index = index;
    this.#query = query;
    this.#defaultFields = defaultFields;
    claimMemory(8 * index.bitmapWords, 'the items of a set');
    this.#words = new Uint32Array(index.bitmapWords);
  }

  add(docs: Uint32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#words[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
  }

  *finish(): Generator<void, FacetAnswer> {
    const counts = new WordCounts(this.#index, this.#words);
    const leaves = new Map<string, LeafQuery>();
    for (const leaf of patternsOf(this.#query)) leaves.set(JSON.stringify(leaf), leaf);
    yield* this.#refuseTooMany([...leaves.values()], counts);
    yield* this.#walk([...leaves.values()], counts);
    return yield* counts.answer();
  }

  /** Throws the memory account's error before counting if a sample shows that the words will not fit. */
  *#refuseTooMany(leaves: readonly LeafQuery[], counts: WordCounts): Generator<void, void> {
    let words = 0;
    for (const { termCount } of this.#index.fields.values()) words += termCount;
    if (leaves.length === 0 || words * WORD_BYTES <= freeMemory()) return;
    const held = heldMemory();
    const sample = new WordSample(words, (info) => counts.itemsOf(info) > 0);
    yield* this.#walk(leaves, sample);
    claimMemory(sample.surePart * (WORD_BYTES * sample.words + UNIT_BYTES * sample.units), WORDS);
    releaseMemoryTo(held);
  }

  *#walk(leaves: readonly LeafQuery[], sinks: WordSinks): Generator<void, void> {
    const forms = new WordForms(this.#index, sinks);
    if (leaves.length > 1) {
      yield* expandJointly(this.#index, this.#defaultFields, leaves, (patterns) => forms.join(patterns));
      for (const ranges of yield* gatherRanges(this.#index, this.#defaultFields, leaves)) {
        yield* forms.joinRanges(ranges);
      }
    }
    const planner = new LeafPlanner(this.#index, this.#defaultFields, forms);
    for (const leaf of leaves) {
      yield* planned(planner.plan(leaf));
      yield;
    }
  }
}

class WordCounts implements WordSinks {
  readonly #index: IndexReader;
  readonly #set: Uint32Array;
  /** Bitmap of the set's documents that have any of the words. */
  readonly #having: Uint32Array;
  readonly #fields: string[] = [];
  /** Keyed by field and word, up to a million. Values combine the number of the field with the item count. */
  readonly #items = new Map<string, number>();

  constructor(index: IndexReader, set: Uint32Array) {
    this.#index = index;
    this.#set = set;
    this.#having = new Uint32Array(set.length);
  }

  sinkOf({ name }: FieldHeader): TermSink {
    const known = this.#fields.indexOf(name);
    const number = known < 0 ? this.#fields.push(name) - 1 : known;
    const prefix = encoder.encode(name + SEPARATOR);
    // Field and word are decoded as one text, because a concatenated text takes twice the memory.
    let bytes = new Uint8Array(2 * prefix.length + 64);
    bytes.set(prefix);
    const add = (term: Uint8Array, infoOf: () => TermInfo): void => {
      const info = infoOf();
      // Most words are in one document. For a small set, few words need a text.
      if (info.docFreq === 1 && !this.#isOfSet(info.doc)) return;
      const end = prefix.length + term.length;
      if (end > bytes.length) {
        bytes = new Uint8Array(2 * end);
        bytes.set(prefix);
      }
      bytes.set(term, prefix.length);
      this.#add(number, decoder.decode(bytes.subarray(0, end)), info);
    };
    return { add };
  }

  #add(field: number, key: string, info: TermInfo): void {
    const length = key.length - this.#fields[field]!.length - SEPARATOR.length;
    if (length === 0 || this.#items.has(key)) return;
    const items = this.itemsOf(info);
    if (items === 0) return;
    claimMemory(WORD_BYTES + UNIT_BYTES * length, WORDS);
    this.#items.set(key, FIELD * field + items);
  }

  /** Counts the items of the set with a word, and marks them as having any. */
  itemsOf(info: TermInfo): number {
    if (info.docFreq === 1) return this.#countOne(info.doc);
    const operator = new TermOperator(this.#index.list(info), 'term', '');
    const set = BlockSet.take();
    let count = 0;
    for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
      operator.load(block, set);
      const first = block * BLOCK_WORDS;
      count += set.isSparse ? this.#countSparse(set, first) : this.#countDense(set.words, first);
    }
    set.release();
    return count;
  }

  #isOfSet(doc: number): boolean {
    return (this.#set[doc >>> 5]! & (1 << (doc & 31))) !== 0;
  }

  /** The only posting is in the dictionary. */
  #countOne(doc: number): number {
    if (!this.#isOfSet(doc)) return 0;
    this.#having[doc >>> 5]! |= 1 << (doc & 31);
    return 1;
  }

  #countSparse({ docs, length }: BlockSet, first: number): number {
    let count = 0;
    for (let i = 0; i < length; i++) {
      const at = first + (docs[i]! >>> 5);
      const bit = 1 << (docs[i]! & 31);
      if ((this.#set[at]! & bit) === 0) continue;
      this.#having[at]! |= bit;
      count++;
    }
    return count;
  }

  #countDense(words: Uint32Array, first: number): number {
    let count = 0;
    for (let i = 0; i < words.length; i++) {
      const both = words[i]! & this.#set[first + i]!;
      if (both === 0) continue;
      this.#having[first + i]! |= both;
      count += bitsIn(both);
    }
    return count;
  }

  *answer(): Generator<void, FacetAnswer> {
    const keys = yield* sortedInSlices([...this.#items.keys()], compareTexts);
    let sum = 0;
    let added = 0;
    for (const counted of this.#items.values()) {
      sum += counted % FIELD;
      if (++added % COUNTS_AT_ONCE === 0) yield;
    }
    let items = 0;
    for (const word of this.#having) items += bitsIn(word);
    return { items, distinct: keys.length, sum, counts: inBatches(this.#counted(keys)) };
  }

  *#counted(keys: readonly string[]): Generator<FacetCount> {
    for (const key of keys) {
      const counted = this.#items.get(key)!;
      const items = counted % FIELD;
      const field = this.#fields[Math.floor(counted / FIELD)]!;
      yield { key, field, items, spellings: [{ value: key.slice(field.length + SEPARATOR.length), items }] };
    }
  }
}
