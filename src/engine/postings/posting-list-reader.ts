/** Reads a posting list, which list-encoder.ts writes. docs/index-format.md describes the format. */
import { popcount } from '../../codec/bits.ts';
import { ByteReader } from '../../codec/byte-reader.ts';
import { type ListLocation, SHORT_LIST_MAX } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { aligned } from './alignment.ts';
import { BytesInMemory } from './bytes-in-memory.ts';
import {
  BITMAP,
  BLOCK_BITS,
  BLOCK_SIZE,
  BLOCK_WORDS,
  type DocForm,
  decodeDocBlock,
  uniteDocBlock,
} from './doc-block.ts';
import type { TermInfo } from './term-info.ts';

/** The bytes that a long list reads. */
export type DocumentBytes = Pick<StreamReader, 'bytes' | 'start' | 'fetch' | 'copy'>;

/**
 * The documents of one list, by block of 65,536. A long list reads its directory when opened, and the documents of a
 * block on demand. A short list is decoded immediately.
 */
export class PostingList {
  readonly docFreq: number;
  /** Blocks that have documents, ascending. */
  readonly blocks: Uint32Array;
  /** Indexed by block: its number of documents, and the number of documents before it in the list. */
  readonly counts: Uint32Array;
  readonly ranks: Uint32Array;
  /** All documents of a list of up to {@link SHORT_LIST_MAX}, else null. */
  readonly shortDocs: Uint32Array | null;
  /** Term frequencies of a short list. */
  readonly shortFrequencies: Uint32Array | null;
  /** For each block of a long list with frequencies: its highest impact plus one, or 0 if not known yet. */
  readonly impacts: Uint16Array;
  /** Null for a short list, so that nothing is fetched. */
  readonly #stream: DocumentBytes | null;
  readonly #forms: Uint8Array;
  /** Indexed by block: the offset of its documents in the stream, and their bytes. */
  readonly #offsets: Float64Array;
  readonly #lengths: Uint32Array;
  /** Indexed by block: the offsets of its frequencies and positions in the stream, and the ends of the last. */
  readonly frequencyOffsets: Float64Array;
  readonly positionOffsets: Float64Array;
  /** The bytes of a block, after `fetchBlock`. */
  bytes: Uint8Array = EMPTY;
  start = 0;
  end = 0;
  form: DocForm = 0;

  private constructor(stream: DocumentBytes | null, docFreq: number, blockCount: number, short: ShortList | null) {
    this.#stream = stream;
    this.docFreq = docFreq;
    this.shortDocs = short?.docs ?? null;
    this.shortFrequencies = short?.frequencies ?? null;
    // A query may have hundreds of thousands of short lists, so they share these arrays.
    const isSingle = short !== null && docFreq === 1;
    if (short === null) {
      // All arrays share one buffer. Separate buffers outside the heap would cost as much as reading the directory.
      const after = blockCount + 1;
      const buffer = new ArrayBuffer(after * BYTES_OF_BLOCK);
      this.#offsets = new Float64Array(buffer, 0, blockCount);
      this.frequencyOffsets = new Float64Array(buffer, after * 8, after);
      this.positionOffsets = new Float64Array(buffer, after * 16, after);
      this.blocks = new Uint32Array(buffer, after * 24, blockCount);
      this.counts = new Uint32Array(buffer, after * 28, blockCount);
      this.ranks = new Uint32Array(buffer, after * 32, after);
      this.#lengths = new Uint32Array(buffer, after * 36, blockCount);
      this.impacts = new Uint16Array(buffer, after * 40, blockCount);
      this.#forms = new Uint8Array(buffer, after * 42, blockCount);
      return;
    }
    this.blocks = isSingle ? singleBlock(short.docs[0]! >>> BLOCK_BITS) : new Uint32Array(blockCount);
    this.counts = isSingle ? ONE : new Uint32Array(blockCount);
    this.ranks = isSingle ? RANKS_OF_ONE : new Uint32Array(blockCount + 1);
    this.#forms = EMPTY;
    this.impacts = NO_IMPACTS;
    this.#offsets = NO_OFFSETS;
    this.#lengths = NONE;
    this.frequencyOffsets = NO_OFFSETS;
    this.positionOffsets = NO_OFFSETS;
    if (!isSingle) this.#splitShort(short.docs);
  }

  /** Opens the list of a term. `blocksMax`, the number of blocks in the index, limits the fetch of the directory. */
  static ofTerm(stream: StreamReader, info: TermInfo, blocksMax: number): PostingList {
    if (info.docFreq > SHORT_LIST_MAX) {
      return PostingList.#long(stream, info.docFreq, info.postingsOffset, info.postingsBytes, info, blocksMax);
    }
    const short = info.docFreq === 1 ? singleList(info) : readShortList(stream, info);
    return new PostingList(stream, info.docFreq, countBlocks(short.docs), short);
  }

  /** Wraps ascending documents in memory, without frequencies and positions. */
  static ofDocs(docs: Uint32Array): PostingList {
    return new PostingList(null, docs.length, countBlocks(docs), { docs, frequencies: NONE });
  }

  /** Wraps a bitmap in memory, in whole blocks, without frequencies and positions. The bitmap is not copied. */
  static ofBitmap(words: Uint32Array): PostingList {
    const counts: number[] = [];
    for (let first = 0; first < words.length; first += BLOCK_WORDS) {
      counts.push(popcount(words.subarray(first, first + BLOCK_WORDS)));
    }
    const blocks = [...counts.keys()].filter((block) => counts[block]! > 0);
    const docFreq = counts.reduce((sum, count) => sum + count, 0);
    const list = new PostingList(new BytesInMemory(words), docFreq, blocks.length, null);
    let rank = 0;
    for (const [n, block] of blocks.entries()) {
      list.blocks[n] = block;
      list.counts[n] = counts[block]!;
      list.ranks[n] = rank;
      list.#forms[n] = BITMAP;
      list.#offsets[n] = block * BLOCK_BYTES;
      list.#lengths[n] = BLOCK_BYTES;
      rank += counts[block]!;
    }
    list.ranks[blocks.length] = rank;
    return list;
  }

  /** Opens a set of documents without frequencies and positions. */
  static ofLocation(stream: StreamReader, location: ListLocation, blocksMax: number): PostingList {
    return PostingList.#long(
      stream,
      location.docFreq,
      location.postings.offset,
      location.postings.length,
      null,
      blocksMax,
    );
  }

  static #long(
    stream: StreamReader,
    docFreq: number,
    offset: number,
    length: number,
    info: TermInfo | null,
    blocksMax: number,
  ): PostingList {
    if (length === 0) return new PostingList(stream, 0, 0, { docs: NONE, frequencies: NONE });
    // The directory comes first, with a few bytes for each block. Its length is unknown until it is read.
    const directoryMax = Math.min(length, 9 + blocksMax * DIRECTORY_ENTRY_MAX);
    stream.peek(offset, directoryMax);
    const reader = new ByteReader(stream.bytes, stream.start, stream.start + directoryMax);
    const blockCount = reader.varint();
    const list = new PostingList(stream, docFreq, blockCount, null);
    let block = -1;
    let documents = 0;
    let frequencies = info?.frequenciesOffset ?? 0;
    let positions = info?.positionsOffset ?? 0;
    let rank = 0;
    for (let i = 0; i < blockCount; i++) {
      block += reader.varint() + 1;
      const count = reader.varint() + 1;
      const bytesAndForm = reader.varint();
      list.blocks[i] = block;
      list.counts[i] = count;
      list.ranks[i] = rank;
      list.#forms[i] = bytesAndForm & 3;
      if ((bytesAndForm & 3) === BITMAP) documents = aligned(documents);
      list.#offsets[i] = documents;
      list.frequencyOffsets[i] = frequencies;
      list.positionOffsets[i] = positions;
      list.#lengths[i] = Math.floor(bytesAndForm / 4);
      documents += list.#lengths[i]!;
      frequencies += reader.varint();
      positions += reader.varint();
      rank += count;
    }
    const first = aligned(offset + reader.offset - stream.start);
    for (let i = 0; i < blockCount; i++) list.#offsets[i]! += first;
    list.ranks[blockCount] = rank;
    list.frequencyOffsets[blockCount] = frequencies;
    list.positionOffsets[blockCount] = positions;
    return list;
  }

  #splitShort(docs: Uint32Array): void {
    let n = -1;
    for (let i = 0; i < docs.length; i++) {
      const block = docs[i]! >>> BLOCK_BITS;
      if (n < 0 || this.blocks[n] !== block) {
        this.blocks[++n] = block;
        this.ranks[n] = i;
      }
      this.counts[n]!++;
    }
    this.ranks[n + 1] = docs.length;
  }

  /** Returns the index in `blocks` of the first block at or after `block`, or `blocks.length`. */
  seek(block: number, from = 0): number {
    const { blocks } = this;
    let at = from;
    while (at < blocks.length && blocks[at]! < block) at++;
    return at;
  }

  /** Makes the documents of the n-th block of a long list available as `bytes[start … end)` of `form`. */
  fetchBlock(n: number): void {
    const offset = this.#offsets[n]!;
    const length = this.#lengths[n]!;
    const stream = this.#stream!;
    stream.fetch(offset, length);
    this.bytes = stream.bytes;
    this.start = stream.start;
    this.end = this.start + length;
    this.form = this.#forms[n] as DocForm;
  }

  /** Copies `length` bytes of documents of a long list from the n-th block on, for a caller that keeps them. */
  copyBlocks(n: number, length: number, out: Uint8Array, at: number): void {
    this.#stream!.copy(this.#offsets[n]!, length, out, at, 'copied');
  }

  /** Returns the stream offset of the documents of the n-th block of a long list. */
  offsetOf(n: number): number {
    return this.#offsets[n]!;
  }

  /** Returns the byte length of the documents of the n-th block of a long list. */
  bytesOf(n: number): number {
    return this.#lengths[n]!;
  }

  formOf(n: number): DocForm {
    return this.#forms[n] as DocForm;
  }

  /** Decodes the low parts of the n-th block's documents into `out`. Returns how many there are. */
  decodeBlock(n: number, out: Uint16Array | Uint32Array): number {
    if (this.shortDocs !== null) {
      const from = this.ranks[n]!;
      const count = this.counts[n]!;
      for (let i = 0; i < count; i++) out[i] = this.shortDocs[from + i]! & LOW_MASK;
      return count;
    }
    this.fetchBlock(n);
    return decodeDocBlock(this.form, this.bytes, this.start, this.end, 0, out, 0);
  }

  /** Sets the bits of the n-th block's documents in `words`. Bit 0 of word `first` is the block's first document. */
  uniteBlock(n: number, words: Uint32Array, first = 0): void {
    if (this.shortDocs !== null) {
      const from = this.ranks[n]!;
      for (let i = from; i < from + this.counts[n]!; i++) {
        const low = this.shortDocs[i]! & LOW_MASK;
        words[first + (low >>> 5)]! |= 1 << (low & 31);
      }
      return;
    }
    this.fetchBlock(n);
    uniteDocBlock(this.form, this.bytes, this.start, this.end, words, first);
  }
}

const EMPTY = new Uint8Array(0);
const NONE = new Uint32Array(0);
const ONE = Uint32Array.of(1);
const RANKS_OF_ONE = Uint32Array.of(0, 1);
const NO_IMPACTS = new Uint16Array(0);
const NO_OFFSETS = new Float64Array(0);
/** Approximate memory per block of a long list. */
const BYTES_OF_BLOCK = 43;
/** Maximum bytes of a directory entry: five varints. */
const DIRECTORY_ENTRY_MAX = 24;
const LOW_MASK = BLOCK_SIZE - 1;
const BLOCK_BYTES = BLOCK_SIZE / 8;

const singleBlocks: Uint32Array[] = [];

function singleBlock(block: number): Uint32Array {
  let blocks = singleBlocks[block];
  if (blocks === undefined) {
    blocks = Uint32Array.of(block);
    singleBlocks[block] = blocks;
  }
  return blocks;
}

interface ShortList {
  readonly docs: Uint32Array;
  readonly frequencies: Uint32Array;
}

function singleList(info: TermInfo): ShortList {
  return { docs: Uint32Array.of(info.doc), frequencies: info.tf === 1 ? ONE : Uint32Array.of(info.tf) };
}

function readShortList(stream: StreamReader, info: TermInfo): ShortList {
  stream.peek(info.postingsOffset, info.postingsBytes);
  const reader = new ByteReader(stream.bytes, stream.start, stream.start + info.postingsBytes);
  const docs = new Uint32Array(info.docFreq);
  const frequencies = new Uint32Array(info.docFreq);
  let doc = -1;
  for (let i = 0; i < info.docFreq; i++) {
    const head = reader.varint();
    doc += Math.floor(head / 2) + 1;
    docs[i] = doc;
    frequencies[i] = head % 2 === 1 ? 1 : reader.varint() + 1;
  }
  return { docs, frequencies };
}

function countBlocks(docs: Uint32Array): number {
  let blocks = 0;
  for (let i = 0; i < docs.length; i++) {
    if (i === 0 || docs[i]! >>> BLOCK_BITS !== docs[i - 1]! >>> BLOCK_BITS) blocks++;
  }
  return blocks;
}
