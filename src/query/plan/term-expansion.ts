/** Expands patterns and ranges of terms: walks a dictionary, and unites the lists of the terms found or returns the terms. */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { TermVisitor } from '../../engine/dictionary/dictionary-walk.ts';
import { ExpandedTerms } from '../../engine/dictionary/expanded-terms.ts';
import type { JointVisitor } from '../../engine/dictionary/joint-walk.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import { type FieldHeader, SHORT_LIST_MAX } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { gatheredDocs, JointUnion } from '../../engine/postings/joint-union.ts';
import { ListUnion } from '../../engine/postings/list-union.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import type { Expansion } from '../../search/explanation.ts';
import { claimMemory, freeMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import type { DeferredDocs } from '../operators/deferred-docs.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import { QueryWork } from '../ranking/query-work.ts';
import { sampledWork } from '../ranking/sampled-work.ts';
import type { Scorer } from '../ranking/scoring.ts';
import { nearestInParts } from './iped/nearest-in-parts.ts';
import type { NearestTerms } from './iped/nearest-terms.ts';
import { expandRanges, type JointRanges } from './joint/joint-ranges.ts';
import type { TermPattern } from './pattern-keys.ts';
import { type JointPatterns, keyOfPattern, rangeKey } from './pattern-keys.ts';

/** Memory that a phrase needs for each term of a pattern whose list has one document, is short, or is long. */
const SINGLE_BYTES = 1024;
const SHORT_BYTES = 2304;
const LONG_BYTES = 4608;
/** Additional memory for each block that the list may have. */
const BLOCK_BYTES = 48;

/** Receives terms one by one. `info` is valid during the call. */
export interface TermSink {
  add(term: Uint8Array, info: () => TermInfo): void;
}

/** The expansions of one query on one index. Each walk yields regularly. */
export class TermExpansion {
  readonly #index: IndexReader;
  readonly #showsTerms: boolean;
  readonly #common: TermExpansion | null;
  /** Null until needed, because most queries have no pattern. */
  #prepared: Map<string, Operator> | null = null;
  /** The expansions, in order. */
  readonly expansions: Expansion[] = [];
  /** The work of everything that is planned with these expansions. */
  readonly work: QueryWork;
  #deferred: DeferredDocs[] = [];

  /**
   * `showsTerms`: expansions list terms, which costs more than a small expansion itself. `common`: expansions prepared there
   * for several queries are used here, too.
   */
  constructor(index: IndexReader, showsTerms: boolean, common: TermExpansion | null = null) {
    this.#index = index;
    this.#common = common;
    this.#showsTerms = showsTerms;
    this.work = new QueryWork(index);
  }

  /**
   * Expands patterns in advance; see expandJointly. The results are kept until the next call, or {@link forget}.
   * `isOfOne`: whether all patterns are from one query. Only then is the work counted, and AppError QUERY_INVALID
   * thrown if it exceeds the limit.
   */
  *prepare({ field, automata, keys, sources }: JointPatterns, isOfOne: boolean): Generator<void, void> {
    const index = this.#index;
    const counts = new Uint32Array(automata.length);
    const size = index.bitmapWords;
    const gathered = gatheredDocs(automata.length, size, freeMemory());
    const gatheredBytes = 4 * automata.length * gathered;
    claimMemory(gatheredBytes, 'the documents of a pattern or range');
    const union = new JointUnion(index.postings, automata.length, size, gathered, () => {
      claimMemory(4 * size, 'the documents of a pattern or range');
      return new Uint32Array(size);
    });
    const visit: JointVisitor = (bucket, entry, patterns, count) => {
      for (let i = 0; i < count; i++) counts[patterns[i]!]!++;
      const docs = bucket.uniteEach(entry, union, patterns, count);
      if (isOfOne) this.work.takeMatched(docs * count);
    };
    yield* index.dictionary(field).walkJointly(automata, visit);
    this.#prepared ??= new Map();
    for (const [pattern, source] of sources.entries()) {
      const [words, termCount] = [union.documents(pattern), counts[pattern]!];
      const detail = `${field.name}:${source}`;
      this.expansions.push({ field: field.name, source, termCount, terms: [] });
      const operator =
        words === undefined ? new Nothing(detail) : new DocBitmap(words, 'terms', `${detail} (${termCount} terms)`);
      this.#prepared.set(keys[pattern]!, operator);
      yield;
    }
    releaseMemoryTo(heldMemory() - gatheredBytes);
  }

  /** Like `prepare`, for ranges; see joint-ranges.ts. */
  *prepareRanges(ranges: JointRanges): Generator<void, void> {
    const { field } = ranges;
    this.#prepared ??= new Map();
    for (const [source, { words, operator }] of yield* expandRanges(this.#index, ranges)) {
      this.expansions.push({ field: field.name, source, termCount: words, terms: [] });
      this.#prepared.set(rangeKey(field, source), operator);
    }
  }

  /** Returns the prepared documents of a pattern or range, or undefined if there are none. */
  prepared(key: string): Operator | undefined {
    return this.#prepared?.get(key) ?? this.#common?.prepared(key);
  }

  /** Like `prepared`, but only documents that several queries share. */
  common(key: string): Operator | undefined {
    return this.#common?.prepared(key);
  }

  /** Drops everything prepared and deferred, with its work. */
  forget(): void {
    this.#prepared = null;
    this.#deferred = [];
    this.work.forget();
  }

  /** Returns a placeholder for the result of {@link findDeferred}. */
  defer(docs: DeferredDocs): Operator {
    this.#deferred.push(docs);
    return docs;
  }

  /** Finds the documents of everything deferred so far. First throws AppError QUERY_INVALID if that exceeds the work limit. */
  *findDeferred(): Generator<void, void> {
    const deferred = this.#deferred;
    if (deferred.length === 0) return;
    this.#deferred = [];
    for (const docs of deferred) this.work.addDocs(docs);
    this.work.refuse(NO_SAMPLE);
    for (const docs of deferred) yield* docs.find();
  }

  /** Throws AppError QUERY_INVALID if finding documents and, with a scorer, scoring them exceeds the work limit. */
  refuse(operator: Operator, scorer: Scorer | null): void {
    const isFound = this.#deferred.length === 0;
    this.work.refuse(isFound ? sampledWork(this.#index, operator, scorer) : NO_SAMPLE);
  }

  /** Finds all documents of all terms that an automaton accepts. `pattern` is its source. */
  *docsOf(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    pattern: TermPattern,
  ): Generator<void, Operator> {
    const isAny = this.#prepared !== null || this.#common !== null;
    const prepared = isAny ? this.prepared(keyOfPattern(field, pattern)) : undefined;
    if (prepared !== undefined) return prepared;
    const range = prefixRange(automaton.prefix);
    return yield* this.#docsIn(field, range, source, stepped(automaton, range));
  }

  /** Finds all documents of the terms of a range. */
  *docsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    return this.prepared(rangeKey(field, source)) ?? (yield* this.#docsIn(field, range, source, null));
  }

  /** Finds all documents of the terms of a range. With an automaton, only of the terms that it accepts. */
  *#docsIn(
    field: FieldHeader,
    range: TermRange,
    source: string,
    automaton: TermAutomaton | null,
  ): Generator<void, Operator> {
    const index = this.#index;
    let union = null as ListUnion | null;
    const expanded = new ExpandedTerms(this.#showsTerms);
    const visit: TermVisitor = (bucket, first, end) => {
      expanded.add(bucket, first, end);
      if (union === null) {
        claimMemory(4 * index.bitmapWords, 'the documents of a pattern or range');
        union = new ListUnion(index.postings, new Uint32Array(index.bitmapWords));
      }
      bucket.unite(first, end, union);
    };
    yield* index.dictionary(field).walk(range, automaton, visit);
    this.#add(field, source, expanded);
    if (union === null) return new Nothing(`${field.name}:${source}`);
    return new DocBitmap(union.words, 'terms', `${field.name}:${source} (${expanded.termCount} terms)`);
  }

  /** Passes the terms that an automaton accepts to `sink`, in order. */
  eachTerm(field: FieldHeader, automaton: TermAutomaton, source: string, sink: TermSink): Generator<void, void> {
    const range = prefixRange(automaton.prefix);
    return this.eachTermInRange(field, range, source, sink, stepped(automaton, range));
  }

  /**
   * Passes the terms that an automaton accepts to `nearest`, in order, including those that only other parts of the
   * index have. Leaves out terms that only struck documents have.
   */
  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, void> {
    const { statistics } = this.#index;
    if (statistics.isAsBuilt) return yield* this.eachTerm(field, automaton, source, nearest);
    const range = prefixRange(automaton.prefix);
    const { text, edits } = nearest;
    const word = { field: field.name, text, edits, range, automaton: stepped(automaton, range) };
    const { terms, expanded } = yield* nearestInParts(statistics, word, this.#showsTerms);
    const own = this.#index.dictionary(field);
    this.#add(field, source, expanded.get(own)!);
    for (const term of terms) nearest.add(encoder.encode(term), () => own.find(term));
  }

  /** Passes the terms of a range to `sink`, in order. With an automaton, only the terms that it accepts. */
  *eachTermInRange(
    field: FieldHeader,
    range: TermRange,
    source: string,
    sink: TermSink,
    automaton: TermAutomaton | null = null,
  ): Generator<void, void> {
    const expanded = new ExpandedTerms(this.#showsTerms);
    yield* this.#index.dictionary(field).walk(range, automaton, (bucket, first, end) => {
      expanded.add(bucket, first, end);
      for (let entry = first; entry < end; entry++) sink.add(bucket.term(entry), () => bucket.info(entry));
    });
    this.#add(field, source, expanded);
  }

  /** Returns the terms that an automaton accepts. */
  *termsOf(field: FieldHeader, automaton: TermAutomaton, source: string): Generator<void, TermInfo[]> {
    const infos: TermInfo[] = [];
    const expanded = new ExpandedTerms(this.#showsTerms);
    const range = prefixRange(automaton.prefix);
    yield* this.#index.dictionary(field).walk(range, stepped(automaton, range), (bucket, first, end) => {
      let bytes = 0;
      for (let entry = first; entry < end; entry++) {
        const info = bucket.info(entry);
        bytes += this.#bytesOf(info);
        infos.push(info);
      }
      claimMemory(bytes, 'the words of a pattern in a phrase');
      expanded.add(bucket, first, end);
    });
    this.#add(field, source, expanded);
    return infos;
  }

  #add({ name }: FieldHeader, source: string, { termCount, terms }: ExpandedTerms): void {
    this.expansions.push({ field: name, source, termCount, terms });
  }

  #bytesOf({ docFreq }: TermInfo): number {
    if (docFreq === 1) return SINGLE_BYTES;
    if (docFreq <= SHORT_LIST_MAX) return SHORT_BYTES;
    const blocks = Math.min(docFreq, Math.ceil(this.#index.header.documentCount / BLOCK_SIZE));
    return LONG_BYTES + blocks * BLOCK_BYTES;
  }
}

const NO_SAMPLE = (): null => null;

/** Returns the bounds of the terms that begin with a prefix. */
export function prefixRange(prefix: string): TermRange {
  if (prefix === '') return { lower: null, upper: null };
  const lower = encoder.encode(prefix);
  const upper = new Uint8Array(lower.length + 1);
  upper.set(lower);
  upper[lower.length] = 0xff; // greater than every byte of UTF-8
  return { lower, upper };
}

/**
 * Returns the automaton that terms in the range of its prefix must be checked with, or null if it accepts all of them.
 */
export function stepped(automaton: TermAutomaton, { lower }: TermRange): TermAutomaton | null {
  return automaton.bytes.acceptsAllAfter(lower ?? NO_BYTES) ? null : automaton;
}

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);
