/**
 * Matches phrases of any kind in given documents, in one of the ways that phrase-way.ts lists. The last way, gathering
 * positions and comparing them document by document, is implemented here.
 */
import type { FieldHeader } from '../../engine/format.ts';
import { VALUE_GAP } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_BITS } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { atOnce } from '../../shared/slices.ts';
import type { CommonDocs } from '../operators/common-docs.ts';
import type { ElementGroup } from './element-group.ts';
import {
  type Gathered,
  gather,
  lastPositions,
  narrow,
  nearDocs,
  type Survivors,
  select,
} from './gathered-positions.ts';
import type { PhraseTerm } from './phrase-candidates.ts';
import { PhraseInLists } from './phrase-docs.ts';
import { inMatchingOrder } from './phrase-documents.ts';
import { countPhrase } from './phrase-match.ts';
import { isGathered, isInLists } from './phrase-way.ts';
import { TermPositions } from './term-positions.ts';
import { ValuePhrase } from './value-phrase.ts';
import { WordPhrase } from './word-phrase.ts';

type ListKey = TermInfo | string;

/**
 * One element of a phrase: a term, the terms that a pattern expands to, or any token. Equal words, and equal patterns, are one
 * object. Document frequencies are those of all parts of the index.
 */
export type PhraseElement =
  | { readonly kind: 'term'; readonly info: TermInfo; readonly docFreq: number }
  | { readonly kind: 'terms'; readonly infos: readonly TermInfo[] }
  /** Pieces of a long word, all at one position. */
  | { readonly kind: 'pieces'; readonly infos: readonly TermInfo[]; readonly docFreqs: readonly number[] }
  | { readonly kind: 'any' };

/** A term or pattern of the phrase, and all of its offsets in it. */
interface PhraseList {
  readonly terms: readonly TermPositions[];
  readonly offsets: readonly number[];
}

export type OpenedPositions = ReadonlyMap<TermInfo, TermPositions>;

type OpenLists = Map<ListKey | PhraseElement, { terms: TermPositions[]; offsets: number[]; docFreq: number }>;

export class PhraseGatherer {
  readonly #field: FieldHeader;
  readonly #frequencies: StreamReader;
  readonly #elements: readonly PhraseElement[];
  readonly #opened = new Map<ListKey, TermPositions>();
  /** Terms and patterns, the rarest first. Stars are not included: they need no positions of their own. */
  readonly #lists: readonly PhraseList[];
  readonly #isOfPatterns: boolean;
  readonly #slop: number;
  readonly #areDisjoint: boolean;
  /** Defined if positions must be compared by value: with stars, or with a slop as wide as the gap between values. */
  readonly #byValue: ValuePhrase | null = null;
  /** In matching order; null if positions are gathered. */
  readonly #phraseTerms: readonly PhraseTerm[] | null = null;
  readonly #mayShare: boolean;
  /** Created on demand, because most phrases are matched in the kernel. */
  #words: WordPhrase | null = null;

  /**
   * `isOfPatterns`: whether the phrase was written with a pattern, which may have become a single term. `mayShare`: two
   * of the words may be at one position, which a sloppy phrase must not count twice. `opened`: terms of patterns, if
   * they were opened in steps.
   */
  constructor(
    index: IndexReader,
    field: FieldHeader,
    elements: readonly PhraseElement[],
    slop: number,
    isOfPatterns: boolean,
    mayShare = false,
    opened: OpenedPositions = NONE_OPENED,
  ) {
    this.#field = field;
    this.#frequencies = index.frequencies;
    this.#isOfPatterns = isOfPatterns;
    this.#elements = elements;
    this.#slop = slop;
    this.#mayShare = mayShare;
    this.#lists = this.#listsOf(index, opened);
    this.#areDisjoint = slop === 0 || (!mayShare && (!isOfPatterns || areDisjoint(elements)));
    const stars = isOfPatterns ? elements.flatMap(({ kind }, offset) => (kind === 'any' ? [offset] : [])) : NO_STARS;
    const isNarrow = slop <= VALUE_GAP - elements.length;
    const marks = isNarrow && stars.length === 0 ? null : index.dictionary(this.#field).valueMarks();
    const isByValue = stars.length > 0 || marks !== null;
    if (isByValue) {
      const valueMarks = marks === null ? null : new TermPositions(index, marks);
      const shape = { stars, slop, size: elements.length };
      const isImported = index.header.origin !== undefined;
      this.#byValue = new ValuePhrase(index.lengths(this.#field), valueMarks, shape, isImported);
    }
    if (!isGathered({ elements, slop, mayShare, isByValue })) {
      const phraseTerms = this.#lists.flatMap(({ terms, offsets }) =>
        offsets.map((offset) => ({ offset, term: terms[0]! })),
      );
      this.#phraseTerms = inMatchingOrder(phraseTerms);
    }
  }

  #listsOf(index: IndexReader, opened: OpenedPositions): PhraseList[] {
    const open = (info: TermInfo): TermPositions => this.#open(index, info, opened);
    const lists: OpenLists = new Map();
    for (const [offset, element] of this.#elements.entries()) {
      if (element.kind === 'any') continue;
      if (element.kind === 'pieces') {
        for (const info of element.infos) this.#addTo(lists, open, this.#keyOf(info), [info], offset);
        continue;
      }
      const key = element.kind === 'term' ? this.#keyOf(element.info) : element;
      this.#addTo(lists, open, key, element.kind === 'term' ? [element.info] : element.infos, offset);
    }
    return [...lists.values()].sort((a, b) => a.docFreq - b.docFreq);
  }

  #addTo(
    lists: OpenLists,
    open: (info: TermInfo) => TermPositions,
    key: ListKey | PhraseElement,
    infos: readonly TermInfo[],
    offset: number,
  ): void {
    const known = lists.get(key);
    if (known !== undefined) {
      known.offsets.push(offset);
      return;
    }
    const docFreq = infos.reduce((sum, info) => sum + info.docFreq, 0);
    lists.set(key, { terms: infos.map(open), offsets: [offset], docFreq });
  }

  #open(index: IndexReader, info: TermInfo, opened: OpenedPositions): TermPositions {
    const key = this.#keyOf(info);
    let positions = this.#opened.get(key);
    if (positions === undefined) {
      positions = opened.get(info) ?? new TermPositions(index, info);
      this.#opened.set(key, positions);
    }
    return positions;
  }

  /** Whether every element is a single term. If so, documents without one of them need not be excluded first. */
  get isOfTerms(): boolean {
    return this.#phraseTerms !== null;
  }

  /** Whether all elements must be adjacent and in order. */
  get isExact(): boolean {
    return this.#phraseTerms !== null && this.#slop === 0;
  }

  /** Whether each of its terms is in more than one block, so that one call for many blocks pays off. */
  get isOfBlocks(): boolean {
    for (const { terms } of this.#lists) if (terms[0]!.list.blocks.length === 1) return false;
    return true;
  }

  /** Whether the kernel can find the phrase in the intersection of several lists. */
  isFoundIn(lists: readonly PostingList[]): boolean {
    return this.isExact && isInLists(lists, this.#phraseTerms!);
  }

  /** Returns the phrase in the form of the kernel. `areCounted`: count all occurrences. */
  phraseIn(lists: readonly PostingList[], areCounted: boolean): PhraseInLists {
    return new PhraseInLists(lists, this.#phraseTerms!, areCounted, this.#frequencies);
  }

  /**
   * Returns the approximate number of steps to read this many documents with all words. Counts all postings of a pattern,
   * though most are in documents that were excluded before.
   */
  readsIn(docs: number): number {
    let reads = 0;
    for (const { terms } of this.#lists) {
      for (const { cost, list } of terms) reads += (1 + cost) * (terms.length === 1 ? docs : list.docFreq);
    }
    return this.isOfTerms && !this.isExact ? reads * SLOPPY_STEPS : reads / READ_AT_ONCE;
  }

  get field(): FieldHeader {
    return this.#field;
  }

  /** Returns the document frequencies of the elements, or null if one is a pattern. */
  get docFreqs(): readonly number[] | null {
    const docFreqs = this.#elements.flatMap((element) => {
      if (element.kind === 'pieces') return element.docFreqs;
      return [element.kind === 'term' ? element.docFreq : -1];
    });
    return this.#isOfPatterns || docFreqs.includes(-1) ? null : docFreqs;
  }

  /** Returns the positions of a term of the phrase. Its posting list finds candidates. */
  termOf(info: TermInfo): TermPositions {
    return this.#opened.get(this.#keyOf(info))!;
  }

  /**
   * Without patterns, equal terms are one object, which identifies the list. Terms of patterns are identified by the
   * location of their list.
   */
  #keyOf(info: TermInfo): ListKey {
    return this.#isOfPatterns ? locationOf(info) : info;
  }

  /**
   * Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, i below `count`, that has the
   * phrase. Without `isCounted` occurrences are 1 or more. `common`: the intersection of its lists, if known.
   *
   * Reads lists rarest first. After each list, drops documents in which none of its positions is near enough to a
   * position of the previous list. So frequent words are looked up in few documents. Returns how many documents with
   * all terms were checked.
   */
  forEach(
    docs: Uint32Array,
    count: number,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
    common: CommonDocs | null = null,
  ): number {
    if (count === 0) return 0;
    const block = docs[0]! >>> BLOCK_BITS;
    if (this.#phraseTerms !== null) {
      this.#words ??= new WordPhrase(this.#phraseTerms, this.#slop, this.#mayShare);
      const words = this.#words;
      const before = words.candidates;
      words.forEach(block, docs, count, isCounted, visit, common);
      return words.candidates - before;
    }
    return atOnce(this.eachGathered(docs, count, isCounted, visit));
  }

  /**
   * Like `forEach`, for a phrase with patterns. Works in steps, because a pattern may have many terms, and these many
   * positions.
   */
  *eachGathered(
    docs: Uint32Array,
    count: number,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
  ): Generator<void, number> {
    const held = heldMemory();
    let survivors: Survivors = { docs, indexes: null, count };
    const gathered: Gathered[] = [];
    for (const [n, list] of this.#lists.entries()) {
      if (survivors.count === 0) {
        releaseMemoryTo(held);
        return count;
      }
      const before = n === 0 ? null : gathered[n - 1]!;
      const distance = n === 0 ? 0 : list.offsets[0]! - this.#lists[n - 1]!.offsets[0]!;
      const reach = n === 0 ? 0 : list.offsets.at(-1)! - this.#lists[n - 1]!.offsets[0]! + this.#slop;
      const limits = before === null ? null : lastPositions(before, survivors.count, reach);
      gathered.push(yield* gather(list.terms, survivors, limits));
      const kept = nearDocs(survivors.count, before, gathered[n]!, distance, this.#slop);
      if (kept === null) continue;
      survivors = narrow(survivors, kept);
      for (let other = 0; other <= n; other++) gathered[other] = select(gathered[other]!, kept);
    }
    this.#count(gathered, survivors, isCounted, visit);
    releaseMemoryTo(held);
    return count;
  }

  #count(
    gathered: readonly Gathered[],
    survivors: Survivors,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
  ): void {
    const groups: ElementGroup[] = this.#lists.map(({ offsets }) => ({ positions: NONE, length: 0, offsets }));
    const phrase = { groups, areDisjoint: this.#areDisjoint };
    this.#byValue?.open(survivors.docs, survivors.count);
    for (let i = 0; i < survivors.count; i++) {
      for (const [n, group] of groups.entries()) {
        const { positions, starts } = gathered[n]!;
        group.positions = positions.subarray(starts[i]!, starts[i + 1]!);
        group.length = group.positions.length;
      }
      const occurrences =
        this.#byValue === null
          ? countPhrase(phrase, this.#slop, isCounted)
          : this.#byValue.count(survivors.docs[i]!, i, phrase, isCounted);
      if (occurrences > 0) visit(survivors.indexes === null ? i : survivors.indexes[i]!, occurrences);
    }
  }
}

const NONE_OPENED: OpenedPositions = new Map();

/**
 * Steps per posting or position of a sloppy phrase of words. Such positions are read and compared document by document.
 */
const SLOPPY_STEPS = 2;
/** Positions of adjacent words, or of patterns, read per step. */
const READ_AT_ONCE = 8;
const NONE = new Uint32Array(0);
const NO_STARS: readonly number[] = [];

/** Identifies the lists of one field by location. Lists of a single document are identified by content. */
export function locationOf(info: TermInfo): string {
  return `${info.postingsOffset}/${info.positionsOffset}/${info.doc}/${info.inlinePositions?.join(',') ?? ''}`;
}

/** Whether elements with different lists never share a position, because no pattern has a term of another list. */
function areDisjoint(elements: readonly PhraseElement[]): boolean {
  const seen = new Map<string, PhraseElement['kind'] | PhraseElement>();
  // A repeated pattern has the same terms each time, so they are checked once.
  for (const element of new Set(elements)) {
    if (element.kind === 'any') {
      if (elements.length > 1) return false;
      continue;
    }
    const owner = element.kind === 'term' ? 'term' : element;
    for (const info of element.kind === 'term' ? [element.info] : element.infos) {
      const location = locationOf(info);
      if ((seen.get(location) ?? owner) !== owner) return false;
      seen.set(location, owner);
    }
  }
  return true;
}
