import type { FieldHeader } from '../engine/format.ts';
import { VALUE_GAP } from '../engine/format.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { TermInfo } from '../engine/term-dictionary.ts';
import { countPhrase } from './phrase-match.ts';
import { TermPositions } from './term-positions.ts';

/** One place of a phrase: a term, the terms that a pattern became, or any token at all. */
export type PhraseElement =
  | { readonly kind: 'term'; readonly info: TermInfo }
  | { readonly kind: 'terms'; readonly infos: readonly TermInfo[] }
  | { readonly kind: 'any' };

/**
 * Counts a phrase in chosen documents: gathers the positions of every element in all of them, element after element,
 * and then looks at one document after the other.
 */
export class PhraseGatherer {
  readonly #index: IndexReader;
  readonly #field: FieldHeader;
  readonly #elements: readonly PhraseElement[];
  readonly #terms: (readonly TermPositions[])[];
  readonly #isOfPatterns: boolean;
  readonly #slop: number;
  readonly #hasOverlaps: boolean;
  readonly #marks: TermPositions | null;

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
    const marks = index.dictionary(field).valueMarks();
    this.#marks = marks === null ? null : new TermPositions(index, marks);
    // Values are this far apart: no phrase may reach from one into the next.
    this.#slop = marks === null ? slop : Math.min(slop, VALUE_GAP - elements.length);
    this.#hasOverlaps = overlaps(elements);
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
   * Calls `visit(i, occurrences)` for every document `docs[i]`, ascending, i below `count`, that has the phrase.
   * Without `isCounted` occurrences are 1.
   */
  forEach(docs: Uint32Array, count: number, isCounted: boolean, visit: (i: number, occurrences: number) => void): void {
    if (count === 0) return;
    const gathered = this.#elements.map((element, i) =>
      element.kind === 'any' ? this.#gatherAny(docs, count) : gather(this.#terms[i]!, docs, count),
    );
    const lists: Uint32Array[] = new Array(gathered.length);
    const lengths: number[] = new Array(gathered.length);
    const elements = { lists, lengths };
    for (let i = 0; i < count; i++) {
      for (let e = 0; e < gathered.length; e++) {
        const { positions, starts } = gathered[e]!;
        lists[e] = positions.subarray(starts[i]!, starts[i + 1]!);
        lengths[e] = starts[i + 1]! - starts[i]!;
      }
      const occurrences = countPhrase(elements, this.#slop, this.#hasOverlaps, isCounted);
      if (occurrences > 0) visit(i, occurrences);
    }
  }

  /** All positions that hold a token: from the field's length and the marks where values begin. */
  #gatherAny(docs: Uint32Array, count: number): Gathered {
    const lengths = this.#index.lengths(this.#field);
    const marks: (number[] | undefined)[] = new Array(count);
    this.#marks?.forEach(docs, count, (i, positions, length) => {
      marks[i] = Array.from(positions.subarray(0, length));
    });
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

interface Gathered {
  /** Positions in document i: `positions[starts[i] … starts[i + 1])`. */
  readonly positions: Uint32Array;
  readonly starts: Uint32Array;
}

function gather(terms: readonly TermPositions[], docs: Uint32Array, count: number): Gathered {
  const starts = new Uint32Array(count + 1);
  if (terms.length === 1) {
    let positions = new Uint32Array(count * 4);
    let at = 0;
    let last = -1;
    terms[0]!.forEach(docs, count, (i, found, length) => {
      while (last < i) starts[++last] = at;
      if (at + length > positions.length) positions = grown(positions, at + length);
      for (let j = 0; j < length; j++) positions[at++] = found[j]!;
    });
    while (last < count) starts[++last] = at;
    return { positions, starts };
  }
  const pairs: number[][] = Array.from({ length: count }, () => []);
  for (const term of terms) {
    term.forEach(docs, count, (i, found, length) => {
      for (let j = 0; j < length; j++) pairs[i]!.push(found[j]!);
    });
  }
  for (let i = 0; i < count; i++) starts[i + 1] = starts[i]! + pairs[i]!.length;
  const positions = new Uint32Array(starts[count]!);
  for (let i = 0; i < count; i++)
    positions.set(
      pairs[i]!.sort((a, b) => a - b),
      starts[i],
    );
  return { positions, starts };
}

function grown(positions: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, positions.length * 2));
  larger.set(positions);
  return larger;
}

/** Whether two elements can stand at one position: a repeated term, or patterns with a term in common. */
function overlaps(elements: readonly PhraseElement[]): boolean {
  const seen = new Set<string>();
  for (const element of elements) {
    if (element.kind === 'any') return elements.length > 1;
    const infos = element.kind === 'term' ? [element.info] : element.infos;
    for (const info of infos) {
      const key = `${info.postingsOffset}/${info.positionsOffset}/${info.doc}/${info.inlinePositions?.join(',') ?? ''}`;
      if (seen.has(key)) return true;
    }
    for (const info of infos) {
      seen.add(`${info.postingsOffset}/${info.positionsOffset}/${info.doc}/${info.inlinePositions?.join(',') ?? ''}`);
    }
  }
  return false;
}
