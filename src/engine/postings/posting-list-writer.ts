/** Writes posting lists: documents, frequencies and positions, each to its own stream. posting-list-reader.ts reads them. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { BLOCK_BITS } from '../../codec/doc-block.ts';
import { encodeFrequencies } from '../../codec/frequencies.ts';
import { positionEncoder } from '../../kernel/position-encoder.ts';
import { INLINE_POSITIONS_MAX, SHORT_LIST_MAX } from '../format.ts';
import type { ListSink } from './list-sink.ts';
import { LongListBlocks } from './long-list-writer.ts';

/** What the term dictionary stores about a list. */
export interface ListInfo {
  docFreq: number;
  /** Bytes in `postings`, `frequencies` and `positions`. */
  postingsBytes: number;
  frequenciesBytes: number;
  positionsBytes: number;
  /** For a list of one document: the document, and its first `tf` positions if they are few enough to be inline. */
  doc: number;
  tf: number;
  inlinePositions: Uint32Array | null;
}

/** Upper bounds on the scores of postings of the current field: see `src/codec/frequencies.ts`. */
export interface ListImpacts {
  /** Those of `docs[from … from + count)`, which have `tfs[0 … count)`, into `out[0 … count)`. */
  fill(docs: Uint32Array, from: number, tfs: Uint32Array, count: number, out: Float64Array): void;
}

/**
 * Writes posting lists, one after the other: `begin`, `add` any number of times, `end`.
 *
 * A short list is one record; a long one is cut into blocks of 65,536 documents and begins with their directory:
 *
 *   short list := {document gap, tf - 1}{docFreq}, varints; the gap shifted left by one, bit 0 set if tf is 1 and
 *                 tf - 1 is omitted
 *   long list  := blocks, {block gap, docFreq - 1, documents bytes * 4 + form, frequencies bytes, positions bytes}
 *                 {blocks}, varints, then, from the next multiple of four of the stream, the documents of every
 *                 block, a bitmap from the next multiple of four
 *
 * The frequencies and positions of the blocks follow one another in their own streams.
 */
export class PostingListWriter {
  readonly #streams: ListSink;
  readonly #impacts: ListImpacts;
  readonly #hasPositions: boolean;
  #docs = new Uint32Array(1024);
  #starts = new Uint32Array(1025);
  #positions = new Uint32Array(4096);
  #docCount = 0;
  #positionCount = 0;
  #docFreq = 0;
  readonly #blocks = new LongListBlocks();
  readonly #frequencies = new ByteWriter(1 << 16);
  readonly #positionBytes = new ByteWriter(1 << 16);
  readonly #scratch = new ByteWriter(1 << 12);
  #frequencyBytes = 0;
  #positionsBytes = 0;
  /** Reused for every list: there are millions. */
  readonly #ended: ListInfo = {
    docFreq: 0,
    postingsBytes: 0,
    frequenciesBytes: 0,
    positionsBytes: 0,
    doc: 0,
    tf: 0,
    inlinePositions: null,
  };

  /** Without positions, only a list of one document in the dictionary keeps them. */
  constructor(streams: ListSink, impacts: ListImpacts, hasPositions = true) {
    this.#streams = streams;
    this.#impacts = impacts;
    this.#hasPositions = hasPositions;
  }

  begin(): void {
    this.#docCount = 0;
    this.#positionCount = 0;
    this.#docFreq = 0;
    this.#blocks.clear();
    this.#frequencyBytes = 0;
    this.#positionsBytes = 0;
  }

  /** Occurrences by document and position, `count` of them from `from`; a document may continue in the next call. */
  add(docs: Uint32Array, positions: Uint32Array, from: number, count: number): void {
    const end = from + count;
    if (this.#positionCount + count > this.#positions.length) this.#growPositions(count);
    for (let i = from; i < end; ) {
      const doc = docs[i]!;
      if (this.#docCount === 0 || doc !== this.#docs[this.#docCount - 1]) this.#beginDoc(doc);
      const kept = this.#positions;
      let at = this.#positionCount;
      do kept[at++] = positions[i++]!;
      while (i < end && docs[i] === doc);
      this.#positionCount = at;
    }
  }

  #beginDoc(doc: number): void {
    if (
      this.#docCount > 0 &&
      this.#docFreq > SHORT_LIST_MAX &&
      doc >>> BLOCK_BITS !== this.#docs[this.#docCount - 1]! >>> BLOCK_BITS
    ) {
      this.#flushBlocks();
    }
    if (this.#docCount + 1 >= this.#docs.length) this.#growDocs();
    this.#starts[this.#docCount] = this.#positionCount;
    this.#docs[this.#docCount++] = doc;
    this.#docFreq++;
  }

  /** Ends the list and appends it to the streams. What it returns is valid until the next list. */
  end(): ListInfo {
    this.#starts[this.#docCount] = this.#positionCount;
    if (this.#docFreq === 1) return this.#endSingle();
    if (this.#docFreq <= SHORT_LIST_MAX) return this.#endShort();
    this.#flushBlocks();
    const head = this.#scratch;
    this.#blocks.writeHead(head);
    const postingsBytes = this.#streams.long(head, this.#blocks.documents);
    return this.#info(postingsBytes, this.#frequencyBytes, this.#positionsBytes);
  }

  #info(postingsBytes: number, frequenciesBytes: number, positionsBytes: number): ListInfo {
    const info = this.#ended;
    info.docFreq = this.#docFreq;
    info.postingsBytes = postingsBytes;
    info.frequenciesBytes = frequenciesBytes;
    info.positionsBytes = positionsBytes;
    info.inlinePositions = null;
    return info;
  }

  #endSingle(): ListInfo {
    const tf = this.#positionCount;
    const isInline = tf <= INLINE_POSITIONS_MAX;
    const info = this.#info(0, 0, isInline ? 0 : this.#writePositions(0, 1));
    info.doc = this.#docs[0]!;
    info.tf = tf;
    info.inlinePositions = isInline ? this.#positions : null;
    return info;
  }

  #endShort(): ListInfo {
    const out = this.#scratch;
    out.clear();
    let previous = -1;
    for (let i = 0; i < this.#docCount; i++) {
      const tf = this.#starts[i + 1]! - this.#starts[i]!;
      const gap = this.#docs[i]! - previous - 1;
      out.varint(gap * 2 + (tf === 1 ? 1 : 0));
      if (tf > 1) out.varint(tf - 1);
      previous = this.#docs[i]!;
    }
    return this.#info(this.#streams.short(out), 0, this.#writePositions(0, this.#docCount));
  }

  /** Encodes all collected documents, block by block, and clears them. */
  #flushBlocks(): void {
    this.#starts[this.#docCount] = this.#positionCount;
    for (let from = 0; from < this.#docCount; ) {
      const block = this.#docs[from]! >>> BLOCK_BITS;
      let to = from + 1;
      while (to < this.#docCount && this.#docs[to]! >>> BLOCK_BITS === block) to++;
      this.#writeBlock(from, to);
      from = to;
    }
    this.#docCount = 0;
    this.#positionCount = 0;
  }

  #writeBlock(from: number, to: number): void {
    const frequencies = this.#writeFrequencies(from, to);
    const positions = this.#writePositions(from, to);
    this.#blocks.add(this.#docs, from, to, frequencies, positions);
    this.#frequencyBytes += frequencies;
    this.#positionsBytes += positions;
  }

  #writeFrequencies(from: number, to: number): number {
    const count = to - from;
    if (frequencyScratch.length < count) {
      frequencyScratch = new Uint32Array(count * 2);
      impactScratch = new Float64Array(count * 2);
    }
    takeFrequencies(this.#starts, from, count);
    this.#impacts.fill(this.#docs, from, frequencyScratch, count, impactScratch);
    const out = this.#frequencies;
    out.clear();
    encodeFrequencies(frequencyScratch, impactScratch, 0, count, out, this.#scratch);
    this.#streams.frequencies.append(out.bytes, 0, out.length);
    return out.length;
  }

  #writePositions(from: number, to: number): number {
    if (!this.#hasPositions) return 0;
    const encoder = positionEncoder;
    encoder.encode(this.#starts, from, this.#positions, to - from);
    const { bytes, headStart, headEnd, groupsStart, groupsEnd } = encoder;
    const out = this.#positionBytes;
    out.clear();
    out.copy(bytes, headStart, headEnd);
    out.copy(bytes, groupsStart, groupsEnd);
    this.#streams.positions.append(out.bytes, 0, out.length);
    return out.length;
  }

  #growDocs(): void {
    const docs = new Uint32Array(this.#docs.length * 2);
    docs.set(this.#docs);
    this.#docs = docs;
    const starts = new Uint32Array(docs.length + 1);
    starts.set(this.#starts);
    this.#starts = starts;
  }

  #growPositions(count: number): void {
    const grown = new Uint32Array(Math.max(this.#positions.length * 2, this.#positionCount + count));
    grown.set(this.#positions.subarray(0, this.#positionCount));
    this.#positions = grown;
  }
}

/** A function of its own: V8 enters a long loop in the middle, and what comes behind it in the same function would be left each time. */
function takeFrequencies(starts: Uint32Array, from: number, count: number): void {
  for (let i = 0; i < count; i++) frequencyScratch[i] = starts[from + i + 1]! - starts[from + i]!;
}

let frequencyScratch = new Uint32Array(1024);
let impactScratch = new Float64Array(1024);
