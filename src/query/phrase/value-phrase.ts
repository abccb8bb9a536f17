/**
 * A phrase that is matched in each value of a field separately. This is needed with stars, each of which matches any
 * token of the value, and with a slop wider than the gap between two values. The marks of the field give the beginning
 * of each value but the first.
 *
 * An imported index may have positions without a token, and gaps of any width between values. There, a star matches a position.
 */
import { VALUE_GAP } from '../../engine/format.ts';
import type { DocumentLengths } from '../../engine/postings/document-lengths.ts';
import { type ElementGroup, firstAtOrAfter } from './element-group.ts';
import { countPhrase, type PhrasePositions } from './phrase-match.ts';
import type { TermPositions } from './term-positions.ts';

export interface PhraseShape {
  /** Offsets of the stars. */
  readonly stars: readonly number[];
  readonly slop: number;
  /** Number of elements, including stars. */
  readonly size: number;
}

export class ValuePhrase {
  /** Number of tokens of the field in each document. */
  readonly #lengths: DocumentLengths;
  readonly #marks: TermPositions | null;
  readonly #shape: PhraseShape;
  readonly #isImported: boolean;
  /** The marks in the current documents. */
  #marksOf: (readonly number[] | undefined)[] = [];

  constructor(lengths: DocumentLengths, marks: TermPositions | null, shape: PhraseShape, isImported: boolean) {
    this.#isImported = isImported;
    this.#lengths = lengths;
    this.#marks = marks;
    this.#shape = shape;
  }

  /** Moves to documents of one block. */
  open(docs: Uint32Array, count: number): void {
    const marksOf: (readonly number[] | undefined)[] = new Array(count);
    this.#marks?.forEach(docs, count, (i, positions, length) => {
      marksOf[i] = Array.from(positions.subarray(0, length));
    });
    this.#marksOf = marksOf;
  }

  /** Counts occurrences in document `doc`, the i-th of the open ones, from all positions of terms and patterns in it. */
  count(doc: number, i: number, phrase: PhrasePositions, isCounted: boolean): number {
    const begins = [0, ...(this.#marksOf[i] ?? [])];
    const passed = phrase.groups.map(() => 0);
    const tokensOfDoc = this.#lengthOf(doc);
    let left = tokensOfDoc;
    let count = 0;
    for (let v = 0; v < begins.length; v++) {
      const begin = begins[v]!;
      const tokens = v + 1 < begins.length ? begins[v + 1]! - begin - VALUE_GAP : this.#isImported ? ALL : left;
      left -= tokens;
      const groups = phrase.groups.map(({ positions, length, offsets }, g) => {
        const from = passed[g]!;
        const to = firstAtOrAfter(positions, from, length, begin + tokens);
        passed[g] = to;
        return { positions: positions.subarray(from, to), length: to - from, offsets };
      });
      const reach = this.#isImported ? reachOf(groups, begin, tokensOfDoc, this.#shape) : tokens;
      count += this.#countInValue({ groups, areDisjoint: phrase.areDisjoint }, begin, reach, isCounted);
      if (count > 0 && !isCounted) return count;
    }
    return count;
  }

  #lengthOf(doc: number): number {
    const { numbers, distinct } = this.#lengths;
    return distinct[numbers[doc]!]!;
  }

  #countInValue(phrase: PhrasePositions, begin: number, tokens: number, isCounted: boolean): number {
    const { stars, slop, size } = this.#shape;
    if (stars.length === 0) return countPhrase(phrase, slop, isCounted);
    // Every element must take a distinct token.
    if (tokens < size || phrase.groups.some(({ length }) => length === 0)) return 0;
    if (phrase.groups.length === 0) return 1;
    if (slop === 0) return hasStart(phrase.groups, begin, begin + tokens - size) ? 1 : 0;
    const anyToken = { positions: positionsFrom(begin, tokens), length: tokens, offsets: stars };
    return countPhrase({ groups: [...phrase.groups, anyToken], areDisjoint: false }, slop, false);
  }
}

/** Means no limit, because every value has fewer positions. */
const ALL = 2 ** 32;

/**
 * Returns how many positions at the beginning of a value a phrase may need. Without words, this is one for each token.
 */
function reachOf(groups: readonly ElementGroup[], begin: number, tokens: number, { size, slop }: PhraseShape): number {
  let reach = groups.length === 0 ? tokens : 0;
  for (const { positions, length } of groups) {
    if (length > 0) reach = Math.max(reach, positions[length - 1]! - begin + size + slop);
  }
  return reach;
}

/**
 * Whether an exact phrase of the groups begins at a position from `first` to `last`. If so, the stars have tokens, too.
 */
function hasStart(groups: readonly ElementGroup[], first: number, last: number): boolean {
  const { positions, length, offsets } = groups[0]!;
  const lead = offsets[0]!;
  for (let at = firstAtOrAfter(positions, 0, length, first + lead); at < length; at++) {
    const start = positions[at]! - lead;
    if (start > last) return false;
    if (groups.every((group) => group.offsets.every((offset) => has(group, start + offset)))) return true;
  }
  return false;
}

function has({ positions, length }: ElementGroup, position: number): boolean {
  const at = firstAtOrAfter(positions, 0, length, position);
  return at < length && positions[at] === position;
}

function positionsFrom(begin: number, count: number): Uint32Array {
  const positions = new Uint32Array(count);
  for (let i = 0; i < count; i++) positions[i] = begin + i;
  return positions;
}
