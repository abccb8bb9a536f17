/**
 * Consecutive documents, or a part of a long one, whose texts are reconstructed together. The occurrences of their terms go to
 * temporary files while terms are read, and are sorted afterwards. Several threads may collect for one stretch, each for its
 * own terms.
 */
import { PagedBytes, PagedWords, type PageFile, type PageLocation, PageReader } from '../store/page-file.ts';
import type { TokenSink } from './piece-joiner.ts';
import type { SpellingKernel } from './spelling-kernel.ts';

/** Stores texts, document by document in ascending order. */
export interface TextKeeper {
  /**
   * Begins a text of this document. It begins a new frame, so the thread that compresses it need not know the previous
   * texts.
   */
  beginFrame(doc: number): void;
  beginText(doc: number): void;
  addBytes(bytes: Uint8Array, start: number, end: number): void;
  endText(): void;
}

/** A keeper that also takes frames compressed elsewhere, and records their texts in order. */
export interface FrameKeeper extends TextKeeper {
  /** Bytes of texts so far, including gaps. A frame begins at a multiple of its size. */
  readonly offset: number;
  note(doc: number, offset: number, bytes: number): void;
  addFrame(bytes: Uint8Array, start: number, end: number): void;
}

/**
 * Words of 32 bits, term by term (src/engine/spelling/assembly/collecting.ts writes them, too, and spelling.ts reads them):
 *
 *   {TERM | length of the term, {DOCUMENT | document - first, {position - origin …}} …}
 *
 * Most documents have few positions of a term: one word that begins with PACKED holds 13 bits of a document and 16 of its first
 * position.
 * The terms are stored separately in the same order, each after its length in two bytes.
 */
const DOCUMENT = 0x8000_0000 | 0;
const TERM = 0xc000_0000 | 0;
const LENGTH_BYTES = 2;

/** The collected data of a stretch, as plain values. */
export interface CollectedStretch {
  /** All documents are at or after `first`, and all positions at or after `origin`. */
  readonly first: number;
  readonly origin: number;
  readonly termBytes: number;
  /** Indexed by document, from `first` on: its number of tokens, and the number of positions up to the last one. */
  readonly counts: Uint32Array;
  readonly widths: Uint32Array;
  readonly words: PageLocation;
  readonly texts: PageLocation;
}

export class Stretch {
  readonly #first: number;
  readonly #origin: number;
  readonly #words: PagedWords;
  readonly #texts: PagedBytes;
  #termBytes = 0;
  #counts = new Uint32Array(64);
  #widths = new Uint32Array(64);
  #docs = 0;
  /** The number of the current term. */
  term = -1;

  constructor(pages: PageFile, first: number, origin = 0) {
    this.#first = first;
    this.#origin = origin;
    this.#words = new PagedWords(pages);
    this.#texts = new PagedBytes(pages);
  }

  beginTerm(term: number, bytes: Uint8Array, start: number, end: number): void {
    this.term = term;
    this.#termBytes += LENGTH_BYTES + end - start;
    this.#texts.copy(Uint8Array.of((end - start) & 0xff, (end - start) >>> 8), 0, LENGTH_BYTES);
    this.#texts.copy(bytes, start, end);
    this.#words.push(TERM | (end - start));
  }

  /** Takes the current term at `positions[from … to)` of a document: at least one, ascending. */
  add(doc: number, positions: Uint32Array, from: number, to: number): void {
    const n = doc - this.#first;
    if (n >= this.#docs) this.#growTo(n);
    this.#counts[n]! += to - from;
    const width = positions[to - 1]! - this.#origin + 1;
    if (width > this.#widths[n]!) this.#widths[n] = width;
    this.#words.push(DOCUMENT | n);
    this.#words.pushAll(positions, from, to, this.#origin);
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

  /** Ends the collection. */
  collected(): CollectedStretch {
    return {
      first: this.#first,
      origin: this.#origin,
      termBytes: this.#termBytes,
      counts: this.#counts.slice(0, this.#docs),
      widths: this.#widths.slice(0, this.#docs),
      words: this.#words.location(),
      texts: this.#texts.location(),
    };
  }
}

/** A document has a slot for each position if these are not many more than its tokens. Otherwise its tokens are sorted. */
const SLOTS_PER_TOKEN = 2;
const SLOTS_MORE = 8;

/**
 * Occurrences in memory, each in the slot of its document and position. It owns the kernel until the next stretch is opened.
 */
export class OpenStretch {
  readonly #first: number;
  readonly #origin: number;
  readonly #kernel: SpellingKernel;
  readonly #documents: number;
  /** Occurrences without a slot, or whose slot is taken: position and term, by document. */
  readonly #others = new Map<number, number[]>();

  /** The parts, at least one, are of the same stretch, with different terms. */
  constructor(parts: readonly CollectedStretch[], kernel: SpellingKernel) {
    this.#first = parts[0]!.first;
    this.#origin = parts[0]!.origin;
    this.#kernel = kernel;
    const bases = basesOf(parts);
    this.#documents = bases.length - 1;
    kernel.begin(
      bases,
      parts.reduce((sum, { termBytes }) => sum + termBytes, 0),
    );
    let bytes = 0;
    for (const part of parts) {
      readBytes(part.texts, kernel.terms, bytes, part.termBytes);
      bytes += part.termBytes;
      this.#fillSlots(part.words);
    }
  }

  #fillSlots(words: PageLocation): void {
    const onOther = (document: number, position: number, term: number): void =>
      this.#putOther(document, position, term);
    const reader = new PageReader(words);
    try {
      while (reader.nextPage()) this.#kernel.fillSlots(reader.bytes, reader.length, onOther);
    } finally {
      reader.close();
    }
  }

  #putOther(document: number, position: number, term: number): void {
    const others = this.#others.get(document) ?? [];
    if (others.length === 0) this.#others.set(document, others);
    others.push(position, term);
  }

  /** Emits the text of a document if every token has a slot; otherwise returns false. */
  spell(doc: number, keeper: Pick<TextKeeper, 'addBytes'>): boolean {
    const n = doc - this.#first;
    if (n >= this.#documents) return true;
    if (this.#others.has(n)) return false;
    const kernel = this.#kernel;
    kernel.beginText(n);
    for (let count = kernel.spell(); count > 0; count = kernel.spell()) keeper.addBytes(kernel.out, 0, count);
    return true;
  }

  /**
   * Emits the tokens of a document in order of position. Calls `before`, if given, with the position before each token.
   */
  give(doc: number, sink: TokenSink, before: ((position: number) => void) | null = null): void {
    const n = doc - this.#first;
    if (n >= this.#documents) return;
    const others = this.#others.get(n);
    if (others !== undefined) {
      this.#giveSorted(n, others, sink, before);
      return;
    }
    const { slots, bases } = this.#kernel;
    const from = bases[n]!;
    const to = bases[n + 1]!;
    for (let at = from; at < to; at++) {
      const term = slots[at]!;
      if (term === 0) continue;
      if (before !== null) before(this.#origin + at - from);
      this.#giveTerm(term, sink);
    }
  }

  #giveSorted(
    n: number,
    others: readonly number[],
    sink: TokenSink,
    before: ((position: number) => void) | null,
  ): void {
    const kernel = this.#kernel;
    const { slots, bases, bytes } = kernel;
    const found: [position: number, term: number][] = [];
    const from = bases[n]!;
    for (let at = from; at < bases[n + 1]!; at++) if (slots[at] !== 0) found.push([at - from, slots[at]!]);
    for (let i = 0; i < others.length; i += 2) found.push([others[i]!, others[i + 1]!]);
    const textOf = (term: number): Uint8Array =>
      bytes.subarray(term + LENGTH_BYTES, term + LENGTH_BYTES + kernel.lengthAt(term));
    found.sort((a, b) => a[0] - b[0] || Buffer.compare(textOf(a[1]), textOf(b[1])));
    for (const [position, term] of found) {
      if (before !== null) before(this.#origin + position);
      this.#giveTerm(term, sink);
    }
  }

  /** Emits the term at an address in the memory of the kernel. */
  #giveTerm(at: number, sink: TokenSink): void {
    const start = at + LENGTH_BYTES;
    sink.token(this.#kernel.bytes, start, start + this.#kernel.lengthAt(at));
  }
}

/** Returns the beginning of each document's slots, followed by the end of all slots. */
function basesOf(parts: readonly CollectedStretch[]): Uint32Array {
  const docs = Math.max(...parts.map(({ counts }) => counts.length));
  const bases = new Uint32Array(docs + 1);
  for (let n = 0; n < docs; n++) {
    let tokens = 0;
    let width = 0;
    for (const { counts, widths } of parts) {
      if (n >= counts.length) continue;
      tokens += counts[n]!;
      width = Math.max(width, widths[n]!);
    }
    bases[n + 1] = bases[n]! + (width > SLOTS_PER_TOKEN * tokens + SLOTS_MORE ? 0 : width);
  }
  return bases;
}

function readBytes(location: PageLocation, into: Uint8Array, start: number, count: number): void {
  const reader = new PageReader(location);
  try {
    for (let at = start; at < start + count && reader.nextPage(); at += reader.length) {
      into.set(reader.bytes.subarray(0, reader.length), at);
    }
  } finally {
    reader.close();
  }
}
