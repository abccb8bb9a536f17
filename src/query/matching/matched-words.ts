/**
 * The words that wildcards, fuzzy words, expressions and ranges of a query matched, with the items of the set that have each: the
 * planner's own expansions, term by term.
 */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { bitsIn } from '../../codec/bits.ts';
import { BLOCK_WORDS } from '../../codec/doc-block.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { type FacetCounter, inBatches } from '../columns/facet-counter.ts';
import { BlockSet } from '../operators/block-set.ts';
import { NO_BLOCK, type Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import type { NearestTerms } from '../plan/iped/nearest-terms.ts';
import { expandJointly } from '../plan/joint-patterns.ts';
import { LeafPlanner } from '../plan/leaf-planner.ts';
import { NOTHING, PatternForms, patternsOf } from '../plan/pattern-forms.ts';
import type { TermPattern } from '../plan/pattern-keys.ts';
import { type JointPatterns, keyOfPattern } from '../plan/pattern-keys.ts';
import { planned } from '../plan/planning.ts';
import { TermExpansion, type TermSink } from '../plan/term-expansion.ts';

/** Memory for each word while they are counted: two thirds of it are what V8 has not collected yet. */
const WORD_BYTES = 300;
/** Between the field and the word. */
const SEPARATOR = '\0';
/** Items are counted below this; above is the number of the field. */
const FIELD = 2 ** 32;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Takes the set, and counts at the end. */
export class MatchedWords implements FacetCounter {
  readonly #index: IndexReader;
  readonly #query: Query;
  readonly #defaultFields: readonly string[];
  /** The documents of the set. */
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
    const forms = new WordForms(this.#index, counts);
    const leaves = new Map<string, LeafQuery>();
    for (const leaf of patternsOf(this.#query)) leaves.set(JSON.stringify(leaf), leaf);
    if (leaves.size > 1) {
      yield* expandJointly(this.#index, this.#defaultFields, leaves.values(), (patterns) => forms.join(patterns));
    }
    const planner = new LeafPlanner(this.#index, this.#defaultFields, forms);
    for (const leaf of leaves.values()) {
      yield* planned(planner.plan(leaf));
      yield;
    }
    return counts.answer();
  }
}

class WordCounts {
  readonly #index: IndexReader;
  readonly #set: Uint32Array;
  /** Documents of the set that have any of the words. */
  readonly #having: Uint32Array;
  readonly #fields: string[] = [];
  /** By field and word, of which there may be a million: the number of the field and the items. */
  readonly #items = new Map<string, number>();

  constructor(index: IndexReader, set: Uint32Array) {
    this.#index = index;
    this.#set = set;
    this.#having = new Uint32Array(set.length);
  }

  /** The number of a field. */
  field(name: string): number {
    const known = this.#fields.indexOf(name);
    return known < 0 ? this.#fields.push(name) - 1 : known;
  }

  add(field: number, key: string, info: TermInfo): void {
    const length = key.length - this.#fields[field]!.length - SEPARATOR.length;
    if (length === 0 || this.#items.has(key)) return;
    const items = this.#count(info);
    if (items === 0) return;
    claimMemory(WORD_BYTES + 4 * length, 'the words that the query matched');
    this.#items.set(key, FIELD * field + items);
  }

  #count(info: TermInfo): number {
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

  /** Most words are in one document: its list is in the dictionary. */
  #countOne(doc: number): number {
    const bit = 1 << (doc & 31);
    if ((this.#set[doc >>> 5]! & bit) === 0) return 0;
    this.#having[doc >>> 5]! |= bit;
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

  answer(): FacetAnswer {
    const keys = [...this.#items.keys()].sort(compareTexts);
    let sum = 0;
    for (const counted of this.#items.values()) sum += counted % FIELD;
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

/** Leaves give their words to the counts. */
class WordForms extends PatternForms {
  readonly #expansion: TermExpansion;
  readonly #counts: WordCounts;
  readonly #index: IndexReader;
  /** Patterns whose words were counted. */
  readonly #joined = new Set<string>();

  constructor(index: IndexReader, counts: WordCounts) {
    super();
    this.#index = index;
    this.#expansion = new TermExpansion(index, false);
    this.#counts = counts;
  }

  /** Counts the words of several patterns, of which each is looked at once. */
  *join({ field, automata, keys }: JointPatterns): Generator<void, void> {
    const sink = this.#sinkOf(field);
    yield* this.#index.dictionary(field).walkJointly(automata, (terms, entry) => {
      sink.add(terms.term(entry), () => terms.info(entry));
    });
    for (const key of keys) this.#joined.add(key);
  }

  *terms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    pattern: TermPattern,
  ): Generator<void, Operator> {
    if (this.#joined.has(keyOfPattern(field, pattern))) return NOTHING;
    yield* this.#expansion.eachTerm(field, automaton, source, this.#sinkOf(field));
    return NOTHING;
  }

  *termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    yield* this.#expansion.eachTermInRange(field, range, source, this.#sinkOf(field));
    return NOTHING;
  }

  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    yield* this.#expansion.eachTerm(field, automaton, source, nearest);
    const number = this.#counts.field(field.name);
    for (const { term, info } of nearest.found()) this.#counts.add(number, field.name + SEPARATOR + term, info);
    return NOTHING;
  }

  #sinkOf({ name }: FieldHeader): TermSink {
    const number = this.#counts.field(name);
    const prefix = encoder.encode(name + SEPARATOR);
    // Field and word are decoded together: a text that is put together of two takes twice the memory.
    let bytes = new Uint8Array(2 * prefix.length + 64);
    bytes.set(prefix);
    const add = (term: Uint8Array, info: () => TermInfo): void => {
      const end = prefix.length + term.length;
      if (end > bytes.length) {
        bytes = new Uint8Array(2 * end);
        bytes.set(prefix);
      }
      bytes.set(term, prefix.length);
      this.#counts.add(number, decoder.decode(bytes.subarray(0, end)), info());
    };
    return { add };
  }
}
