/**
 * Finds the terms that a fuzzy word matches in IPED: the fifty nearest of the dictionary, with ties in dictionary
 * order. Nearness is the fraction of the term that stays unchanged.
 */
import type { TermInfo } from '../../../engine/postings/term-info.ts';
import { compareTerms } from '../joint/range-cuts.ts';

/** Maximum terms of a fuzzy word. */
export const NEAREST_TERMS_MAX = 50;

interface Near {
  readonly similarity: number;
  readonly term: string;
  readonly bytes: Uint8Array;
  /** Null if only other parts of the index have the term. */
  readonly info: TermInfo | null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const ALWAYS = (): boolean => true;

/** Takes terms in any order. A repeated term counts once. */
export class NearestTerms {
  readonly text: string;
  readonly edits: number;
  readonly #term: readonly string[];
  /** The nearest so far, in order of the dictionary. */
  readonly #kept: Near[] = [];

  constructor(term: string, edits: number) {
    this.text = term;
    this.edits = edits;
    this.#term = [...term];
  }

  /** Calls `info` and `counts` only for a term that is near enough. Leaves it out if it does not count. */
  add(bytes: Uint8Array, info: () => TermInfo | null, counts: (term: string) => boolean = ALWAYS): void {
    const term = decoder.decode(bytes);
    const similarity = this.#similarity([...term]);
    const kept = this.#kept;
    const worst = kept.length < NEAREST_TERMS_MAX ? -1 : this.#worst();
    if (worst >= 0) {
      const { similarity: least, bytes: last } = kept[worst]!;
      if (similarity < least || (similarity === least && compareTerms(bytes, last) >= 0)) return;
    }
    const at = this.#indexOf(bytes);
    if (at < kept.length && compareTerms(kept[at]!.bytes, bytes) === 0) return;
    if (!counts(term)) return;
    kept.splice(at, 0, { similarity, term, bytes: bytes.slice(), info: info() });
    if (worst >= 0) kept.splice(worst < at ? worst : worst + 1, 1);
  }

  /** Returns the last of the least near terms. */
  #worst(): number {
    let worst = 0;
    for (let i = 1; i < this.#kept.length; i++) {
      if (this.#kept[i]!.similarity <= this.#kept[worst]!.similarity) worst = i;
    }
    return worst;
  }

  /** Returns the index of the first term that is not before `bytes`. Most terms come in order. */
  #indexOf(bytes: Uint8Array): number {
    let at = this.#kept.length;
    while (at > 0 && compareTerms(this.#kept[at - 1]!.bytes, bytes) >= 0) at--;
    return at;
  }

  /** In order of the dictionary. */
  get terms(): readonly string[] {
    return this.#kept.map(({ term }) => term);
  }

  /** Returns those that this part of the index has, in order of the dictionary. */
  found(): readonly { readonly term: string; readonly info: TermInfo }[] {
    return this.#kept.flatMap(({ term, info }) => (info === null ? [] : [{ term, info }]));
  }

  /** Computed in floats, as in Lucene, so that ties are the same. */
  #similarity(other: readonly string[]): number {
    const distance = alignmentDistance(this.#term, other, this.edits);
    if (distance === 0) return 1;
    return Math.fround(1 - Math.fround(distance / Math.min(this.#term.length, other.length)));
  }
}

/** Counts insertions, deletions, substitutions and adjacent transpositions. `limit` must be sufficient. */
function alignmentDistance(a: readonly string[], b: readonly string[], limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1];
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isEqual ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return Math.min(limit, last[b.length]!);
}
