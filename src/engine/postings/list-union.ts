/** Union of many posting lists in one bitmap, for the expansion of prefixes, wildcards and text ranges. */
import { ByteReader } from '../../codec/byte-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { SHORT_LIST_MAX } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { aligned } from './alignment.ts';
import { BITMAP, BLOCK_BITS, type DocForm, decodeDocBlock, uniteDocBlock } from './doc-block.ts';
import { PostingList } from './posting-list-reader.ts';
import type { TermInfo } from './term-info.ts';

/** Longer lists are fetched block by block. */
const FETCHED_AT_ONCE = tuning.fetchedAtOnce;
/** Log2 of the 32-bit words in a block. */
const BLOCK_WORD_BITS = BLOCK_BITS - 5;

const directory = new ByteReader();
const entries = new ByteReader();

/**
 * Collects the documents of many lists in a bitmap over all documents, without an object per list. Adjacent lists are read from
 * the same fetched bytes.
 */
export class ListUnion {
  /** The bitmap to which the next lists are added. */
  words: Uint32Array;
  readonly #stream: StreamReader;
  readonly #fetchedAtOnce: number;
  /** Fetched bytes of the stream, their offset `#origin`, a multiple of four, and their number. */
  #bytes: Uint8Array = NONE;
  #origin = 0;
  #length = 0;

  /** `words` covers whole blocks. */
  constructor(stream: StreamReader, words: Uint32Array, fetchedAtOnce = FETCHED_AT_ONCE) {
    this.#stream = stream;
    this.words = words;
    this.#fetchedAtOnce = fetchedAtOnce;
  }

  /** Adds the documents of a term. */
  addTerm(info: TermInfo): void {
    if (info.docFreq === 1) this.words[info.doc >>> 5]! |= 1 << (info.doc & 31);
    else this.addList(info.postingsOffset, info.postingsBytes, info.docFreq);
  }

  /** Adds the documents of a list of two or more. */
  addList(offset: number, length: number, docFreq: number): void {
    const from = offset - this.#origin;
    const isFetched = from >= 0 && from + length <= this.#length;
    if (!isFetched && length > this.#fetchedAtOnce && docFreq > SHORT_LIST_MAX) {
      this.#addBlocks(offset, length, docFreq);
      return;
    }
    const at = isFetched ? from : this.#fetch(offset, length);
    if (docFreq <= SHORT_LIST_MAX) uniteShort(this.#bytes, at, docFreq, this.words);
    else uniteLong(this.#bytes, at, at + length, this.words);
  }

  /** Whether a list of `length` bytes is fetched as a whole, as {@link decode} does. */
  isFetchedAtOnce(length: number): boolean {
    return length <= this.#fetchedAtOnce;
  }

  /** Writes the documents of a list of two or more into `docs`, ascending. */
  decode(offset: number, length: number, docFreq: number, docs: Uint32Array): void {
    const from = offset - this.#origin;
    const at = from >= 0 && from + length <= this.#length ? from : this.#fetch(offset, length);
    const count =
      docFreq <= SHORT_LIST_MAX
        ? decodeShort(this.#bytes, at, docFreq, docs)
        : decodeLong(this.#bytes, at, at + length, docs);
    if (count !== docFreq) throw new RangeError('a list has a different number of documents than its term');
  }

  /** Returns the offset of the bytes in `#bytes`. */
  #fetch(offset: number, length: number): number {
    // Keeps the 4-byte alignment of the stream, so that bitmaps can be read as words.
    const before = offset % 4;
    const stream = this.#stream;
    stream.fetch(offset - before, before + length);
    this.#bytes = stream.bytes;
    this.#origin = offset - before - stream.start;
    this.#length = stream.viewTo - stream.viewFrom;
    return stream.start + before;
  }

  #addBlocks(offset: number, length: number, docFreq: number): void {
    const { words } = this;
    const location = { docFreq, postings: { offset, length } };
    const list = PostingList.ofLocation(this.#stream, location, words.length >>> BLOCK_WORD_BITS);
    for (let n = 0; n < list.blocks.length; n++) list.uniteBlock(n, words, list.blocks[n]! << BLOCK_WORD_BITS);
  }
}

const NONE = new Uint8Array(0);

function uniteShort(bytes: Uint8Array, at: number, docFreq: number, words: Uint32Array): void {
  let doc = -1;
  for (let i = 0; i < docFreq; i++) {
    let byte = bytes[at++]!;
    let head = byte & 127;
    // The varint is decoded inline. Most gaps take two bytes.
    if (byte > 127) {
      byte = bytes[at++]!;
      head |= (byte & 127) << 7;
      if (byte > 127) {
        byte = bytes[at++]!;
        head |= (byte & 127) << 14;
        if (byte > 127) {
          byte = bytes[at++]!;
          head |= (byte & 127) << 21;
          if (byte > 127) doc += (bytes[at++]! & 127) * 2 ** 27;
        }
      }
    }
    doc += (head >> 1) + 1;
    words[doc >>> 5]! |= 1 << (doc & 31);
    if ((head & 1) === 0) while (bytes[at++]! > 127);
  }
}

/** Writes the documents of a short list into `docs`. Returns their number. */
function decodeShort(bytes: Uint8Array, at: number, docFreq: number, docs: Uint32Array): number {
  directory.set(bytes, at, bytes.length);
  let doc = -1;
  for (let i = 0; i < docFreq; i++) {
    const head = directory.varint();
    doc += Math.floor(head / 2) + 1;
    docs[i] = doc;
    if (head % 2 === 0) directory.varint();
  }
  return docFreq;
}

/** Writes the documents of a long list into `docs`. Returns their number. */
function decodeLong(bytes: Uint8Array, start: number, end: number, docs: Uint32Array): number {
  let count = 0;
  eachBlock(bytes, start, end, (form, at, next, block) => {
    count = decodeDocBlock(form, bytes, at, next, block << BLOCK_BITS, docs, count);
  });
  return count;
}

function uniteLong(bytes: Uint8Array, start: number, end: number, words: Uint32Array): void {
  eachBlock(bytes, start, end, (form, at, next, block) => {
    uniteDocBlock(form, bytes, at, next, words, block << BLOCK_WORD_BITS);
  });
}

/**
 * Reads the directory of the list `bytes[start … end)` twice, because the documents begin after its end. `bytes[0]` has 4-byte
 * alignment in the stream. Throws a RangeError if the directory does not end within the list.
 */
function eachBlock(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (form: DocForm, at: number, next: number, block: number) => void,
): void {
  directory.set(bytes, start, end);
  const blockCount = directory.varint();
  entries.set(bytes, directory.offset, end);
  for (let left = blockCount; left > 0; left--) {
    for (let varint = 0; varint < DIRECTORY_VARINTS; varint++) directory.varint();
  }
  let at = aligned(directory.offset);
  let block = -1;
  for (let n = 0; n < blockCount; n++) {
    block += entries.varint() + 1;
    entries.varint();
    const bytesAndForm = entries.varint();
    entries.varint();
    entries.varint();
    const form = (bytesAndForm & 3) as DocForm;
    if (form === BITMAP) at = aligned(at);
    const next = at + Math.floor(bytesAndForm / 4);
    if (next > end) throw new RangeError('documents pass the end of their list');
    visit(form, at, next, block);
    at = next;
  }
}

/** Numbers per block in the directory of a long list. */
const DIRECTORY_VARINTS = 5;
