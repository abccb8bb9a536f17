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
  readonly #origin: number;
  readonly #bytes: PagedBytes;
  #terms = 0;
  #termBytes = 0;
  /** The number of the current term, which is closed by the next. */
  term = -1;
  #doc = 0;
  #position = 0;

  /** Of each document from `first` on: tokens, and positions up to its last. */
  #counts = new Uint32Array(64);
  #widths = new Uint32Array(64);
  #docs = 0;

  /** No document is before `first`, and no position before `origin`. */
  constructor(pages: PageFile, first: number, origin = 0) {
    this.#first = first;
    this.#origin = origin;
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
    const n = doc - this.#first;
    if (n >= this.#docs) this.#growTo(n);
    this.#counts[n]!++;
    const width = position - this.#origin + 1;
    if (width > this.#widths[n]!) this.#widths[n] = width;
    if (doc === this.#doc) this.#bytes.varint(2 * (position - this.#position));
    else {
      this.#bytes.varint(2 * (doc - this.#doc) + 1);
      this.#bytes.varint(position);
      this.#doc = doc;
    }
    this.#position = position;
  }

  #growTo(n: number): void {
    this.#docs = n + 1;
    if (n < this.#counts.length) return;
    const counts = new Uint32Array(2 * (n + 1));
    counts.set(this.#counts);
    this.#counts = counts;
    const widths = new Uint32Array(counts.length);
    widths.set(this.#widths);
    this.#widths = widths;
  }

  /** Reads all of it. Nothing can be added any more. */
  open(): OpenStretch {
    if (this.term >= 0) this.#bytes.varint(0);
    const texts = new Uint8Array(this.#termBytes);
    const starts = new Uint32Array(this.#terms + 1);
    const shape = {
      first: this.#first,
      origin: this.#origin,
      docs: this.#docs,
      counts: this.#counts,
      widths: this.#widths,
    };
    const opened = new OpenStretch(shape, texts, starts);
    const reader = new PageReader(this.#bytes.location());
    try {
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
          opened.put(doc, position, term);
        }
      }
    } finally {
      reader.close();
    }
    return opened;
  }
}

interface Shape {
  readonly first: number;
  readonly origin: number;
  readonly docs: number;
  readonly counts: Uint32Array;
  readonly widths: Uint32Array;
}

/** A document has a slot for each position if these are not much more than its tokens; otherwise its tokens are sorted. */
const SLOTS_PER_TOKEN = 2;
const SLOTS_MORE = 8;

/** Occurrences in memory, each in the slot of its document and position. */
class OpenStretch {
  readonly #first: number;
  readonly #origin: number;
  readonly #texts: Uint8Array;
  readonly #starts: Uint32Array;
  /** The slots of document `first + n` are `[bases[n] … bases[n + 1])`; none if it has too many positions. */
  readonly #bases: Float64Array;
  /** The term of each slot, counted from 1. */
  readonly #slots: Uint32Array;
  /** What has no slot, or one that is taken: position and term, by document. */
  readonly #others = new Map<number, number[]>();

  constructor({ first, origin, docs, counts, widths }: Shape, texts: Uint8Array, starts: Uint32Array) {
    this.#first = first;
    this.#origin = origin;
    this.#texts = texts;
    this.#starts = starts;
    this.#bases = new Float64Array(docs + 1);
    for (let n = 0; n < docs; n++) {
      const slots = widths[n]! > SLOTS_PER_TOKEN * counts[n]! + SLOTS_MORE ? 0 : widths[n]!;
      this.#bases[n + 1] = this.#bases[n]! + slots;
    }
    this.#slots = new Uint32Array(this.#bases[docs]!);
  }

  put(doc: number, position: number, term: number): void {
    const n = doc - this.#first;
    const at = this.#bases[n]! + position - this.#origin;
    if (at < this.#bases[n + 1]! && this.#slots[at] === 0) this.#slots[at] = term + 1;
    else {
      const others = this.#others.get(n) ?? [];
      if (others.length === 0) this.#others.set(n, others);
      others.push(position, term);
    }
  }

  /** Gives the tokens of a document in order of position; `before` is called with the position of each, where it is there. */
  give(doc: number, sink: TokenSink, before: ((position: number) => void) | null = null): void {
    const n = doc - this.#first;
    if (n >= this.#bases.length - 1) return;
    const others = this.#others.get(n);
    if (others !== undefined) {
      this.#giveSorted(n, others, sink, before);
      return;
    }
    const slots = this.#slots;
    const starts = this.#starts;
    const from = this.#bases[n]!;
    const to = this.#bases[n + 1]!;
    for (let at = from; at < to; at++) {
      const term = slots[at]!;
      if (term === 0) continue;
      if (before !== null) before(this.#origin + at - from);
      sink.token(this.#texts, starts[term - 1]!, starts[term]!);
    }
  }

  #giveSorted(
    n: number,
    others: readonly number[],
    sink: TokenSink,
    before: ((position: number) => void) | null,
  ): void {
    const found: [position: number, term: number][] = [];
    const from = this.#bases[n]!;
    for (let at = from; at < this.#bases[n + 1]!; at++) {
      if (this.#slots[at] !== 0) found.push([this.#origin + at - from, this.#slots[at]! - 1]);
    }
    for (let i = 0; i < others.length; i += 2) found.push([others[i]!, others[i + 1]!]);
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [position, term] of found) {
      if (before !== null) before(position);
      sink.token(this.#texts, this.#starts[term]!, this.#starts[term + 1]!);
    }
  }
}
