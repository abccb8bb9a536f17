import type { TermPositions } from './term-positions.ts';

/** A term of a phrase and its place in it. */
export interface PhrasePlace {
  readonly offset: number;
  readonly term: TermPositions;
}

/**
 * A phrase of single terms, adjacent and in order: the starts that the rarest term allows, narrowed by one term after
 * the other. A term's positions are decoded only in documents that still have a start, and only as far as the last.
 */
export class ExactPhrase {
  readonly #places: readonly PhrasePlace[];
  /** Starts in document i: `#starts[#begins[i] … #begins[i] + #lengths[i])`, as position of the first term. */
  #starts = new Int32Array(1024);
  #begins = new Uint32Array(256);
  #lengths = new Uint32Array(256);
  /** Documents in question, their places in the caller's list, and the last position wanted in each. */
  #docs = new Uint32Array(256);
  #nextDocs = new Uint32Array(256);
  #indexes = new Uint32Array(256);
  #limits = new Int32Array(256);

  /** `places` in the order in which they are looked at, the rarest first. */
  constructor(places: readonly PhrasePlace[]) {
    this.#places = places;
  }

  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending, that has the phrase. */
  forEach(docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void): void {
    if (count > this.#docs.length) this.#grow(count);
    let left = this.#begin(docs, count);
    for (let p = 1; p < this.#places.length && left > 0; p++) left = this.#narrow(this.#places[p]!, left);
    for (let i = 0; i < left; i++) visit(this.#indexes[i]!, this.#lengths[i]!);
  }

  #begin(docs: Uint32Array, count: number): number {
    const { offset, term } = this.#places[0]!;
    let left = 0;
    let filled = 0;
    term.forEach(docs, count, (i, positions, length) => {
      if (filled + length > this.#starts.length) this.#growStarts(filled + length);
      const begin = filled;
      for (let j = 0; j < length; j++) if (positions[j]! >= offset) this.#starts[filled++] = positions[j]! - offset;
      if (filled === begin) return;
      this.#docs[left] = docs[i]!;
      this.#indexes[left] = i;
      this.#begins[left] = begin;
      this.#lengths[left++] = filled - begin;
    });
    return left;
  }

  #narrow({ offset, term }: PhrasePlace, count: number): number {
    const starts = this.#starts;
    const begins = this.#begins;
    const lengths = this.#lengths;
    for (let i = 0; i < count; i++) this.#limits[i] = starts[begins[i]! + lengths[i]! - 1]! + offset;
    let left = 0;
    term.forEach(
      this.#docs,
      count,
      (i, positions, length) => {
        const begin = begins[i]!;
        const end = begin + lengths[i]!;
        let kept = begin;
        let j = 0;
        for (let s = begin; s < end; s++) {
          const wanted = starts[s]! + offset;
          while (j < length && positions[j]! < wanted) j++;
          if (j === length) break;
          if (positions[j] === wanted) starts[kept++] = starts[s]!;
        }
        if (kept === begin) return;
        this.#indexes[left] = this.#indexes[i]!;
        this.#nextDocs[left] = this.#docs[i]!;
        begins[left] = begin;
        lengths[left++] = kept - begin;
      },
      this.#limits,
    );
    // The documents are read while the loop runs: they are replaced after it.
    const spare = this.#docs;
    this.#docs = this.#nextDocs;
    this.#nextDocs = spare;
    return left;
  }

  #grow(count: number): void {
    const capacity = count * 2;
    this.#docs = new Uint32Array(capacity);
    this.#nextDocs = new Uint32Array(capacity);
    this.#indexes = new Uint32Array(capacity);
    this.#begins = new Uint32Array(capacity);
    this.#lengths = new Uint32Array(capacity);
    this.#limits = new Int32Array(capacity);
  }

  #growStarts(needed: number): void {
    const grown = new Int32Array(Math.max(needed, this.#starts.length * 2));
    grown.set(this.#starts);
    this.#starts = grown;
  }
}
