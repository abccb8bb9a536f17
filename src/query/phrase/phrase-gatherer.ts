/**
 * Matches phrases of any kind in given documents. Phrases with patterns or across several values are matched here;
 * those of single terms go to exact-phrase.ts or sloppy-phrase.ts.
 */
import { BLOCK_BITS } from '../../codec/doc-block.ts';
import type { FieldHeader } from '../../engine/format.ts';
import { VALUE_GAP } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { ExactPhrase } from './exact-phrase.ts';
import {
  type Gathered,
  gather,
  lastPositions,
  narrow,
  nearDocs,
  type Survivors,
  select,
} from './gathered-positions.ts';
import type { PhrasePlace } from './phrase-candidates.ts';
import { countPhrase, type PositionLists } from './phrase-match.ts';
import { SloppyPhrase } from './sloppy-phrase.ts';
import { TermPositions } from './term-positions.ts';

/** One place of a phrase: a term, the terms that a pattern became, or any token at all. */
export type PhraseElement =
  | { readonly kind: 'term'; readonly info: TermInfo }
  | { readonly kind: 'terms'; readonly infos: readonly TermInfo[] }
  | { readonly kind: 'any' };

/**
 * Counts a phrase in chosen documents. One of single terms is left to {@link ExactPhrase} or {@link SloppyPhrase}. Of
 * others the positions of every element are gathered in all documents, element after element, and then compared in one
 * document after the other.
 */
export class PhraseGatherer {
  readonly #index: IndexReader;
  readonly #field: FieldHeader;
  readonly #elements: readonly PhraseElement[];
  readonly #terms: (readonly TermPositions[])[];
  readonly #isOfPatterns: boolean;
  readonly #slop: number;
  /** Whether only a look at the marks tells which positions are of one value. */
  readonly #mayCrossValues: boolean;
  readonly #hasOverlaps: boolean;
  /** Elements, the rarest first. */
  readonly #order: readonly number[];
  readonly #marks: TermPositions | null;
  readonly #exact: ExactPhrase | null = null;
  readonly #sloppy: SloppyPhrase | null = null;

  /** `isOfPatterns`: the query has a pattern in it, though it may have become a single term. */
  constructor(
    index: IndexReader,
    field: FieldHeader,
    elements: readonly PhraseElement[],
    slop: number,
    isOfPatterns: boolean,
  ) {
    this.#isOfPatterns = isOfPatterns;
    this.#index = index;
    this.#field = field;
    this.#elements = elements;
    const opened = new Map<TermInfo, TermPositions>();
    const open = (info: TermInfo): TermPositions => {
      let positions = opened.get(info);
      if (positions === undefined) {
        positions = new TermPositions(index, info);
        opened.set(info, positions);
      }
      return positions;
    };
    this.#terms = elements.map((element) =>
      element.kind === 'term' ? [open(element.info)] : element.kind === 'terms' ? element.infos.map(open) : [],
    );
    this.#slop = slop;
    this.#order = elements.map((_, i) => i).sort((x, y) => frequencyOf(elements[x]!) - frequencyOf(elements[y]!));
    // Only a slop as wide as the gap could reach from one value into the next; any token is told by the marks.
    const isNarrow = slop <= VALUE_GAP - elements.length;
    const marks =
      isNarrow && !elements.some(({ kind }) => kind === 'any') ? null : index.dictionary(field).valueMarks();
    this.#marks = marks === null ? null : new TermPositions(index, marks);
    this.#mayCrossValues = marks !== null && !isNarrow;
    this.#hasOverlaps = slop > 0 && overlaps(elements);
    if (this.#mayCrossValues || elements.some(({ kind }) => kind !== 'term')) return;
    const places: PhrasePlace[] = this.#terms.map(([term], offset) => ({ offset, term: term! }));
    if (slop === 0) this.#exact = new ExactPhrase(places);
    else this.#sloppy = new SloppyPhrase(places, slop, this.#hasOverlaps);
  }

  /** Whether every element is a single term, so that documents without one of them need not be kept away. */
  get isOfTerms(): boolean {
    return this.#exact !== null || this.#sloppy !== null;
  }

  get field(): FieldHeader {
    return this.#field;
  }

  /** Document frequencies of the elements, or null where one is a pattern. */
  get docFreqs(): readonly number[] | null {
    const docFreqs = this.#elements.map((element) => (element.kind === 'term' ? element.info.docFreq : -1));
    return this.#isOfPatterns || docFreqs.includes(-1) ? null : docFreqs;
  }

  /** The posting lists of single terms, to find candidates with. */
  get terms(): readonly (readonly TermPositions[])[] {
    return this.#terms;
  }

  /**
   * Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, i below `count`, that
   * has the phrase. Without `isCounted` occurrences are 1 or more.
   *
   * Elements are taken rarest first, and after each the documents are dropped in which no position of it is near
   * enough to one of the element before: the frequent words of a phrase are looked up in few documents.
   */
  forEach(docs: Uint32Array, count: number, isCounted: boolean, visit: (i: number, occurrences: number) => void): void {
    if (count === 0) return;
    const block = docs[0]! >>> BLOCK_BITS;
    if (this.#exact !== null) {
      this.#exact.forEach(block, docs, count, visit);
      return;
    }
    if (this.#sloppy !== null) {
      this.#sloppy.forEach(block, docs, count, isCounted, visit);
      return;
    }
    let survivors: Survivors = { docs, places: null, count };
    const gathered: (Gathered | undefined)[] = new Array(this.#elements.length);
    let previous = -1;
    for (const e of this.#order) {
      if (survivors.count === 0) return;
      const limits =
        previous < 0 ? null : lastPositions(gathered[previous]!, survivors.count, e - previous + this.#slop);
      const next = this.#gather(e, survivors, limits);
      gathered[e] = next;
      const kept = nearDocs(survivors.count, previous < 0 ? null : gathered[previous]!, next, e - previous, this.#slop);
      if (kept !== null) {
        survivors = narrow(survivors, kept);
        for (let other = 0; other < gathered.length; other++) {
          if (gathered[other] !== undefined) gathered[other] = select(gathered[other]!, kept);
        }
      }
      previous = e;
    }
    this.#count(gathered as Gathered[], survivors, isCounted, visit);
  }

  #gather(e: number, { docs, count }: Survivors, limits: Int32Array | null): Gathered {
    if (this.#elements[e]!.kind === 'any') return this.#gatherAny(docs, count);
    return gather(this.#terms[e]!, docs, count, limits);
  }

  #count(
    gathered: readonly Gathered[],
    survivors: Survivors,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
  ): void {
    const lists: Uint32Array[] = new Array(gathered.length);
    const lengths: number[] = new Array(gathered.length);
    const elements = { lists, lengths };
    const marks = this.#mayCrossValues ? this.#marksOf(survivors.docs, survivors.count) : null;
    for (let i = 0; i < survivors.count; i++) {
      for (let e = 0; e < gathered.length; e++) {
        const { positions, starts } = gathered[e]!;
        lists[e] = positions.subarray(starts[i]!, starts[i + 1]!);
        lengths[e] = starts[i + 1]! - starts[i]!;
      }
      const values = marks?.[i];
      const occurrences =
        values === undefined
          ? countPhrase(elements, this.#slop, this.#hasOverlaps, isCounted)
          : this.#countByValue(elements, values, isCounted);
      if (occurrences > 0) visit(survivors.places === null ? i : survivors.places[i]!, occurrences);
    }
  }

  /** Occurrences in the values of one document, of which all but the first begin at `marks`. */
  #countByValue(elements: PositionLists, marks: readonly number[], isCounted: boolean): number {
    let count = 0;
    let rest = elements.lists.map((list, e) => list.subarray(0, elements.lengths[e]!));
    for (const end of [...marks, Number.POSITIVE_INFINITY]) {
      const sizes = rest.map((list) => firstAtOrAfter(list, end));
      const inValue = { lists: rest.map((list, e) => list.subarray(0, sizes[e]!)), lengths: sizes };
      count += countPhrase(inValue, this.#slop, this.#hasOverlaps, isCounted);
      if (count > 0 && !isCounted) return count;
      rest = rest.map((list, e) => list.subarray(sizes[e]!));
    }
    return count;
  }

  /** Where the values of documents begin, but for the first of each. */
  #marksOf(docs: Uint32Array, count: number): (number[] | undefined)[] {
    const marks: (number[] | undefined)[] = new Array(count);
    this.#marks?.forEach(docs, count, (i, positions, length) => {
      marks[i] = Array.from(positions.subarray(0, length));
    });
    return marks;
  }

  /** All positions that hold a token: from the field's length and the marks where values begin. */
  #gatherAny(docs: Uint32Array, count: number): Gathered {
    const lengths = this.#index.lengths(this.#field);
    const marks = this.#marksOf(docs, count);
    const starts = new Uint32Array(count + 1);
    for (let i = 0; i < count; i++) starts[i + 1] = starts[i]! + lengths[docs[i]!]!;
    const positions = new Uint32Array(starts[count]!);
    for (let i = 0, at = 0; i < count; i++) {
      let left = lengths[docs[i]!]!;
      const begins = [0, ...(marks[i] ?? [])];
      for (let v = 0; v < begins.length; v++) {
        const begin = begins[v]!;
        const size = v + 1 < begins.length ? begins[v + 1]! - begin - VALUE_GAP : left;
        for (let p = 0; p < size; p++) positions[at++] = begin + p;
        left -= size;
      }
    }
    return { positions, starts };
  }
}

/** Tells the lists of one field apart: by where they lie, or, of a single document, by what they hold. */
function placeOf(info: TermInfo): string {
  return `${info.postingsOffset}/${info.positionsOffset}/${info.doc}/${info.inlinePositions?.join(',') ?? ''}`;
}

/** Whether two elements can stand at one position: a repeated term, or patterns with a term in common. */
function overlaps(elements: readonly PhraseElement[]): boolean {
  const seen = new Set<string>();
  for (const element of elements) {
    if (element.kind === 'any') return elements.length > 1;
    const infos = element.kind === 'term' ? [element.info] : element.infos;
    const places = infos.map(placeOf);
    if (places.some((place) => seen.has(place))) return true;
    for (const place of places) seen.add(place);
  }
  return false;
}

function frequencyOf(element: PhraseElement): number {
  if (element.kind === 'any') return Number.POSITIVE_INFINITY;
  if (element.kind === 'term') return element.info.docFreq;
  return element.infos.reduce((sum, info) => sum + info.docFreq, 0);
}

function firstAtOrAfter(list: Uint32Array, position: number): number {
  const at = list.findIndex((own) => own >= position);
  return at < 0 ? list.length : at;
}
