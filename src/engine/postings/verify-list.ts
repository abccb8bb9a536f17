/** Verifies posting lists with a separate decoder. */
import { ByteReader } from '../../codec/byte-reader.ts';
import { SHORT_LIST_MAX } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import {
  BITMAP,
  BLOCK_BITS,
  BLOCK_SIZE,
  type DocForm,
  decodeDocBlock,
  forEachInterval,
  INTERVALS,
} from './doc-block.ts';
import { decodePack, PACK, quantizeImpact } from './frequencies.ts';
import { PositionsCheck } from './verify-positions.ts';

/** A list according to the dictionary. */
export interface ListExtents {
  readonly docFreq: number;
  /** The document of a list of one document, else -1. */
  readonly doc: number;
  readonly tf: number;
  readonly hasInlinePositions: boolean;
  readonly postingsOffset: number;
  readonly postingsBytes: number;
  readonly frequenciesOffset: number;
  readonly frequenciesBytes: number;
  readonly positionsOffset: number;
  readonly positionsBytes: number;
}

/** The sources from which the lists of an index are read. */
export interface CheckedLists {
  readonly documentCount: number;
  readonly postings: StreamReader;
  readonly frequencies: StreamReader;
  readonly positions: StreamReader;
}

/** Called for every posting, in order of documents. */
export type PostingVisitor = (doc: number, tf: number) => void;

/** Computes the impact of a posting as the writer did, 0 … 1. */
export type TrueImpact = (doc: number, tf: number) => number;

/**
 * Checks posting lists. Each is decoded completely, block by block, and must use exactly its own bytes. Throws a RangeError on
 * a violation.
 */
export class ListCheck {
  readonly #index: CheckedLists;
  readonly #hasPositions: boolean;
  readonly #docs = new Uint32Array(BLOCK_SIZE);
  readonly #tf = new Uint32Array(BLOCK_SIZE);
  readonly positions = new PositionsCheck();

  /** If `hasPositions` is false, only a list of one document in the dictionary may have positions. */
  constructor(index: CheckedLists, hasPositions = true) {
    this.#index = index;
    this.#hasPositions = hasPositions;
  }

  term(list: ListExtents, impact: TrueImpact, visit: PostingVisitor): void {
    if (!this.#hasPositions && list.positionsBytes > 0) throw new RangeError('it has positions');
    if (list.docFreq === 1) this.#single(list, visit);
    else if (list.docFreq <= SHORT_LIST_MAX) this.#short(list, visit);
    else this.#long(list, impact, visit);
  }

  /** Checks a set of documents without frequencies and positions. */
  set(offset: number, length: number, docFreq: number, visit: (doc: number) => void): void {
    if (length === 0 && docFreq === 0) return;
    const blocks = this.#directory(offset, length, docFreq);
    for (const block of blocks.entries) {
      if (block.frequenciesBytes !== 0 || block.positionsBytes !== 0) throw new RangeError('a set has no positions');
      this.#decode(block);
      for (let i = 0; i < block.count; i++) visit(block.base + this.#docs[i]!);
    }
  }

  #single(list: ListExtents, visit: PostingVisitor): void {
    this.#expectDoc(list.doc);
    if (list.tf < 1) throw new RangeError('a posting without an occurrence');
    visit(list.doc, list.tf);
    if (list.hasInlinePositions) return;
    this.#tf[0] = list.tf;
    this.#positions(list.positionsOffset, list.positionsBytes, 1);
  }

  #short(list: ListExtents, visit: PostingVisitor): void {
    const { postings } = this.#index;
    postings.fetch(list.postingsOffset, list.postingsBytes);
    const reader = new ByteReader(postings.bytes, postings.start, postings.start + list.postingsBytes);
    let doc = -1;
    for (let i = 0; i < list.docFreq; i++) {
      const head = reader.varint();
      doc += Math.floor(head / 2) + 1;
      const tf = head % 2 === 1 ? 1 : reader.varint() + 1;
      if (head % 2 === 0 && tf === 1) throw new RangeError('a frequency of one is stored separately');
      this.#expectDoc(doc);
      this.#tf[i] = tf;
      visit(doc, tf);
    }
    if (reader.offset !== reader.end) throw new RangeError('the list does not end at the offset in the dictionary');
    this.#positions(list.positionsOffset, list.positionsBytes, list.docFreq);
  }

  #long(list: ListExtents, impact: TrueImpact, visit: PostingVisitor): void {
    const blocks = this.#directory(list.postingsOffset, list.postingsBytes, list.docFreq);
    if (blocks.frequenciesBytes !== list.frequenciesBytes) throw new RangeError('frequencies of blocks do not add up');
    if (blocks.positionsBytes !== list.positionsBytes) throw new RangeError('positions of blocks do not add up');
    let frequencies = list.frequenciesOffset;
    let positions = list.positionsOffset;
    for (const block of blocks.entries) {
      this.#decode(block);
      this.#frequencies(frequencies, block, impact);
      this.#positions(positions, block.positionsBytes, block.count);
      for (let i = 0; i < block.count; i++) visit(block.base + this.#docs[i]!, this.#tf[i]!);
      frequencies += block.frequenciesBytes;
      positions += block.positionsBytes;
    }
  }

  /** Reads the positions of `count` postings. Their frequencies determine the number of positions. */
  #positions(offset: number, length: number, count: number): void {
    if (this.#hasPositions) this.positions.check(this.#index.positions, offset, length, this.#tf, count);
  }

  /** Reads the directory of a long list, which must describe all of its bytes. */
  #directory(offset: number, length: number, docFreq: number): Directory {
    const { postings, documentCount } = this.#index;
    postings.fetch(offset, length);
    const reader = new ByteReader(postings.bytes, postings.start, postings.start + length);
    const count = reader.varint();
    const directory: Directory = { entries: [], frequenciesBytes: 0, positionsBytes: 0 };
    let number = -1;
    let postingsCounted = 0;
    for (let i = 0; i < count; i++) {
      number += reader.varint() + 1;
      const documents = reader.varint() + 1;
      const bytesAndForm = reader.varint();
      const frequenciesBytes = reader.varint();
      const positionsBytes = reader.varint();
      const base = number * BLOCK_SIZE;
      if (base >= documentCount) throw new RangeError(`block ${number} is beyond the last document`);
      if (documents > BLOCK_SIZE) throw new RangeError(`block ${number} has ${documents} documents`);
      const bytes = Math.floor(bytesAndForm / 4);
      if (bytesAndForm % 4 > INTERVALS) throw new RangeError(`block ${number} has an unknown form`);
      const form = (bytesAndForm % 4) as DocForm;
      directory.entries.push({ base, count: documents, form, offset: 0, bytes, frequenciesBytes, positionsBytes });
      directory.frequenciesBytes += frequenciesBytes;
      directory.positionsBytes += positionsBytes;
      postingsCounted += documents;
    }
    if (postingsCounted !== docFreq)
      throw new RangeError(`blocks have ${postingsCounted} documents, expected ${docFreq}`);
    // Documents begin at a multiple of four of the stream, and so does every bitmap among them.
    let at = this.#pastPadding(offset + reader.offset - postings.start, true);
    for (const entry of directory.entries) {
      at = this.#pastPadding(at, entry.form === BITMAP);
      entry.offset = at;
      at += entry.bytes;
    }
    if (at !== offset + length) throw new RangeError('blocks do not end at the end of the list');
    return directory;
  }

  /** If alignment `isDue`, returns the next multiple of four, otherwise the offset. The padding must be zero. */
  #pastPadding(offset: number, isDue: boolean): number {
    const { postings } = this.#index;
    let at = offset;
    for (; isDue && at % 4 !== 0; at++) {
      postings.fetch(at, 1);
      if (postings.bytes[postings.start] !== 0) throw new RangeError('the padding is not zero');
    }
    return at;
  }

  /** Decodes the documents of a block into `#docs`. */
  #decode(block: Block): void {
    const stream = this.#index.postings;
    stream.fetch(block.offset, block.bytes);
    const { bytes, start } = stream;
    const end = start + block.bytes;
    const where = `block ${block.base >>> BLOCK_BITS}`;
    if (block.form === BITMAP && block.bytes > BLOCK_SIZE / 8) throw new RangeError(`${where}: the bitmap is too long`);
    if (block.form === INTERVALS) {
      // Intervals are checked before they are expanded, because a damaged interval could have any length.
      let before = -1;
      forEachInterval(bytes, start, end, (first, last) => {
        if (first <= before || last < first || last >= BLOCK_SIZE)
          throw new RangeError(`${where}: an interval is invalid`);
        before = last;
      });
    }
    const docs = this.#docs;
    const count = decodeDocBlock(block.form, bytes, start, end, 0, docs, 0);
    if (count !== block.count) throw new RangeError(`${where} has ${count} documents, expected ${block.count}`);
    for (let i = 0; i < count; i++) {
      if (docs[i]! >= BLOCK_SIZE || (i > 0 && docs[i]! <= docs[i - 1]!)) {
        throw new RangeError(`${where}: documents do not ascend`);
      }
    }
    this.#expectDoc(block.base + docs[count - 1]!);
  }

  /** Decodes the frequencies of a block into `#tf`, and checks the bounds of its packs against the postings. */
  #frequencies(offset: number, block: Block, impact: TrueImpact): void {
    const stream = this.#index.frequencies;
    stream.fetch(offset, block.frequenciesBytes);
    const end = stream.start + block.frequenciesBytes;
    const reader = new ByteReader(stream.bytes, stream.start, end);
    const packs = Math.ceil(block.count / PACK);
    const bounds = new Uint8Array(packs);
    const lengths = new Uint32Array(packs);
    for (let pack = 0; pack < packs; pack++) {
      bounds[pack] = reader.u8();
      lengths[pack] = reader.varint();
    }
    for (let pack = 0; pack < packs; pack++) {
      const from = pack * PACK;
      const to = Math.min(block.count, from + PACK);
      const packEnd = reader.offset + lengths[pack]!;
      if (packEnd > end || lengths[pack]! < 2) throw new RangeError(`frequencies of pack ${pack} pass the end`);
      checkPackHead(stream.bytes, reader.offset, to - from);
      decodePack(reader, to - from, this.#tf, from);
      if (reader.offset !== packEnd) throw new RangeError(`frequencies of pack ${pack} end at the wrong place`);
      for (let i = from; i < to; i++) {
        const truth = impact(block.base + this.#docs[i]!, this.#tf[i]!);
        if (quantizeImpact(truth) > bounds[pack]!) throw new RangeError(`the score bound of pack ${pack} is too low`);
      }
    }
    if (reader.offset !== end) throw new RangeError('more frequencies than expected');
  }

  #expectDoc(doc: number): void {
    if (!(doc >= 0 && doc < this.#index.documentCount)) throw new RangeError(`document ${doc} does not exist`);
  }
}

function checkPackHead(bytes: Uint8Array, at: number, count: number): void {
  if (bytes[at]! > 12) throw new RangeError('a width of frequencies is too large');
  if (bytes[at + 1]! > count) throw new RangeError('a pack has more exceptions than postings');
}

interface Block {
  readonly base: number;
  readonly count: number;
  readonly form: DocForm;
  offset: number;
  readonly bytes: number;
  readonly frequenciesBytes: number;
  readonly positionsBytes: number;
}

interface Directory {
  readonly entries: Block[];
  frequenciesBytes: number;
  positionsBytes: number;
}
