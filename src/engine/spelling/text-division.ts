/**
 * Divides texts that are reconstructed from terms. Documents form stretches while terms are read. Stretches then form
 * parts, which several threads reconstruct.
 */
import { STRETCH_TOKENS } from '../format.ts';
import type { CollectedStretch } from './text-stretch.ts';

/**
 * Tokens of a stretch. Sorting takes at most 8 bytes for each. Large cases have longer stretches, because each stretch holds a
 * page or two in every thread while terms are read.
 */
const STRETCH_TOKENS_MAX = 2 ** 22;
const STRETCHES = 256;
/** The stretch of a document without a text. */
export const NO_STRETCH = -1;

/** Facts about the texts to reconstruct from terms. */
export interface ExpectedTexts {
  /** Documents with a text, ascending. */
  readonly docs: Uint32Array;
  /** Number of tokens of each document. */
  readonly tokens: Uint32Array;
  /** Documents whose text comes in pieces. */
  readonly inPieces: readonly number[];
  /** Every piece of a text except the first repeats up to this many UTF-16 units from the end of the previous piece. */
  readonly overlapUnits: number;
}

/** The division of documents into stretches. */
export class TextDivision {
  /** Indexed by document: its stretch, or -2 - n for the n-th long text, or NO_STRETCH without a text. */
  readonly stretchOf: Int32Array;
  /** The first document of each stretch. */
  readonly firsts: number[] = [];
  readonly longDocs: number[] = [];

  constructor({ docs, tokens, inPieces }: ExpectedTexts) {
    this.stretchOf = new Int32Array((docs.at(-1) ?? -1) + 1).fill(NO_STRETCH);
    const areInPieces = new Set(inPieces);
    const all = tokens.reduce((sum, count) => sum + count, 0);
    const tokensMax = Math.min(STRETCH_TOKENS_MAX, Math.max(STRETCH_TOKENS, all / STRETCHES));
    let held = Number.POSITIVE_INFINITY;
    for (const [n, doc] of docs.entries()) {
      if (tokens[n]! > tokensMax || areInPieces.has(doc)) {
        this.stretchOf[doc] = -2 - this.longDocs.length;
        this.longDocs.push(doc);
        continue;
      }
      held += tokens[n]!;
      if (held > tokensMax) {
        this.firsts.push(doc);
        held = tokens[n]!;
      }
      this.stretchOf[doc] = this.firsts.length - 1;
    }
  }
}

/** A text that is too long for one stretch, or comes in pieces. */
export interface CollectedLongText {
  /** The long text's stretches, by position. Stretches without tokens are missing. */
  readonly stretches: readonly (CollectedStretch | undefined)[];
  /** Positions at which all pieces but the first begin. */
  readonly pieces: readonly number[];
}

/** The collected data of all texts, as plain values. */
export interface CollectedTexts {
  readonly stretches: readonly CollectedStretch[];
  readonly longTexts: readonly CollectedLongText[];
}

/** A group of texts with their collected data. */
export interface TextGroup {
  /** Ascending. */
  readonly docs: Uint32Array;
  /** Like {@link TextDivision.stretchOf}, but indexed by text: its index in the collected data. */
  readonly numbers: Int32Array;
  readonly collected: readonly CollectedTexts[];
  readonly overlapUnits: number;
}

/** Divides all texts into at most `count` parts, in order, with about the same number of tokens. A stretch is never divided. */
export function divideTexts(
  expected: ExpectedTexts,
  collected: readonly CollectedTexts[],
  count: number,
): readonly TextGroup[] {
  const { docs, tokens } = expected;
  const { stretchOf, firsts } = new TextDivision(expected);
  const upcoming = upcomingStretches(docs, stretchOf, firsts.length);
  const least = tokens.reduce((sum, some) => sum + some, 0) / count;
  const parts: TextGroup[] = [];
  let [stretchFrom, longFrom, from, held] = [0, 0, 0, 0];
  let [stretchTo, longTo] = [0, 0];
  const end = (to: number): void => {
    const numbers = Int32Array.from(docs.subarray(from, to), (doc) => {
      const number = stretchOf[doc]!;
      return number < 0 ? number + longFrom : number - stretchFrom;
    });
    const own = collected.map(({ stretches, longTexts }) => ({
      stretches: stretches.slice(stretchFrom, stretchTo),
      longTexts: longTexts.slice(longFrom, longTo),
    }));
    parts.push({ docs: docs.slice(from, to), numbers, collected: own, overlapUnits: expected.overlapUnits });
    [stretchFrom, longFrom, from, held] = [stretchTo, longTo, to, 0];
  };
  for (const [i, doc] of docs.entries()) {
    const number = stretchOf[doc]!;
    if (held >= least && upcoming[i] === stretchTo) end(i);
    if (number < 0) longTo = -1 - number;
    else stretchTo = number + 1;
    held += tokens[i]!;
  }
  if (from < docs.length) end(docs.length);
  return parts;
}

/** Indexed by document: the stretch of this document, or of the next one that has a stretch. */
function upcomingStretches(docs: Uint32Array, stretchOf: Int32Array, count: number): Int32Array {
  const upcoming = new Int32Array(docs.length);
  for (let i = docs.length - 1, next = count; i >= 0; i--) {
    const number = stretchOf[docs[i]!]!;
    if (number >= 0) next = number;
    upcoming[i] = next;
  }
  return upcoming;
}
