/** Consecutive documents, or a part of a long one, whose texts are put together at once: the occurrences of their terms. */
import { PagedBytes, type PageFile, PageReader } from '../store/page-file.ts';
import type { TokenSink } from './piece-joiner.ts';

/**
 * Written term by term:
 *
 *   {term length varint, term, {occurrence varint …} 0}
 *
 * An occurrence in the same document as the one before is twice the distance of their positions; in a later document it is twice the
 * distance of the documents plus 1 (from `first`), and the position follows.
 */
export class Stretch {
  readonly #first: number;
  readonly #bytes: PagedBytes;
  #terms = 0;
  #termBytes = 0;
  #count = 0;
  /** The number of the current term, which is closed by the next. */
  term = -1;
  #doc = 0;
  #position = 0;

  /** `first`: no document is before it. */
  constructor(pages: PageFile, first: number) {
    this.#first = first;
    this.#bytes = new PagedBytes(pages);
  }

  beginTerm(term: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.term >= 0) this.#bytes.varint(0);
    this.term = term;
    this.#terms++;
    this.#termBytes += end - start;
    this.#bytes.varint(end - start);
    this.#bytes.copy(bytes, start, end);
    this.#doc = this.#first - 1;
  }

  add(doc: number, position: number): void {
    this.#count++;
    if (doc === this.#doc) this.#bytes.varint(2 * (position - this.#position));
    else {
      this.#bytes.varint(2 * (doc - this.#doc) + 1);
      this.#bytes.varint(position);
      this.#doc = doc;
    }
    this.#position = position;
  }

  /** Reads all of it. Nothing can be added any more. */
  open(): OpenStretch {
    if (this.term >= 0) this.#bytes.varint(0);
    const texts = new Uint8Array(this.#termBytes);
    const starts = new Uint32Array(this.#terms + 1);
    const docs = new Uint32Array(this.#count);
    const positions = new Uint32Array(this.#count);
    const terms = new Uint32Array(this.#count);
    const reader = new PageReader(this.#bytes.location());
    try {
      let n = 0;
      for (let term = 0; term < this.#terms; term++) {
        const end = starts[term]! + reader.varint();
        for (let at = starts[term]!; at < end; at++) texts[at] = reader.byte();
        starts[term + 1] = end;
        let doc = this.#first - 1;
        let position = 0;
        for (let code = reader.varint(); code !== 0; code = reader.varint()) {
          if (code % 2 === 0) position += code / 2;
          else {
            doc += (code - 1) / 2;
            position = reader.varint();
          }
          docs[n] = doc;
          positions[n] = position;
          terms[n++] = term;
        }
      }
    } finally {
      reader.close();
    }
    return new OpenStretch(this.#first, texts, starts, { docs, positions, terms });
  }
}

interface Occurrences {
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  readonly terms: Uint32Array;
}

/** Positions of a document are spread in memory if they are not much more than its tokens; else they are sorted. */
const SPREAD_MAX = 4;
const SPREAD_EXTRA = 1 << 16;

/** Occurrences in memory, by document. */
class OpenStretch {
  readonly #first: number;
  readonly #texts: Uint8Array;
  readonly #starts: Uint32Array;
  /** The occurrences of document `first + n` are `[ends[n - 1] … ends[n])` of these. */
  readonly #ends: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #terms: Uint32Array;
  #spread = new Uint32Array(1024);

  constructor(first: number, texts: Uint8Array, starts: Uint32Array, { docs, positions, terms }: Occurrences) {
    this.#first = first;
    this.#texts = texts;
    this.#starts = starts;
    let last = first - 1;
    for (let i = 0; i < docs.length; i++) if (docs[i]! > last) last = docs[i]!;
    const ends = new Uint32Array(last - first + 2);
    for (let i = 0; i < docs.length; i++) ends[docs[i]! - first + 1]!++;
    for (let n = 1; n < ends.length; n++) ends[n]! += ends[n - 1]!;
    // Now each entry is where the document's occurrences begin; they end up behind.
    this.#positions = new Uint32Array(docs.length);
    this.#terms = new Uint32Array(docs.length);
    for (let i = 0; i < docs.length; i++) {
      const at = ends[docs[i]! - first]!++;
      this.#positions[at] = positions[i]!;
      this.#terms[at] = terms[i]!;
    }
    this.#ends = ends;
  }

  /** Gives the tokens of a document in order of position; `before` is called with the position of each, where it is there. */
  give(doc: number, sink: TokenSink, before: ((position: number) => void) | null = null): void {
    const n = doc - this.#first;
    if (n >= this.#ends.length - 1) return;
    const from = n === 0 ? 0 : this.#ends[n - 1]!;
    const to = this.#ends[n]!;
    if (from === to) return;
    let least = this.#positions[from]!;
    let greatest = least;
    for (let i = from + 1; i < to; i++) {
      const position = this.#positions[i]!;
      if (position < least) least = position;
      else if (position > greatest) greatest = position;
    }
    const width = greatest - least + 1;
    if (width > SPREAD_MAX * (to - from) + SPREAD_EXTRA || this.#spreadOut(from, to, least, width)) {
      this.#giveSorted(from, to, sink, before);
      return;
    }
    const spread = this.#spread;
    for (let i = 0; i < width; i++) {
      const term = spread[i]!;
      if (term === 0) continue;
      if (before !== null) before(least + i);
      sink.token(this.#texts, this.#starts[term - 1]!, this.#starts[term]!);
    }
  }

  /** Puts terms at their positions, counted from 1; true if two are at the same. */
  #spreadOut(from: number, to: number, least: number, width: number): boolean {
    if (width > this.#spread.length) this.#spread = new Uint32Array(2 * width);
    const spread = this.#spread.fill(0, 0, width);
    for (let i = from; i < to; i++) {
      const at = this.#positions[i]! - least;
      if (spread[at] !== 0) return true;
      spread[at] = this.#terms[i]! + 1;
    }
    return false;
  }

  #giveSorted(from: number, to: number, sink: TokenSink, before: ((position: number) => void) | null): void {
    const order = Uint32Array.from({ length: to - from }, (_, i) => from + i);
    const positions = this.#positions;
    order.sort((a, b) => positions[a]! - positions[b]! || this.#terms[a]! - this.#terms[b]!);
    for (const i of order) {
      if (before !== null) before(positions[i]!);
      const term = this.#terms[i]!;
      sink.token(this.#texts, this.#starts[term]!, this.#starts[term + 1]!);
    }
  }
}
