/** Unites the documents of lists in a bitmap over all documents, without opening an object for each list. */
import { ByteReader } from '../codec/byte-reader.ts';
import { BITMAP, BLOCK_BITS, type DocForm, uniteDocBlock } from '../codec/doc-block.ts';
import type { TermInfo } from './dictionary-block.ts';
import { SHORT_LIST_MAX } from './format.ts';
import { PostingList } from './posting-list.ts';
import type { StreamReader } from './store.ts';

/** Neighbouring lists are fetched together up to so many bytes; a list that is longer, block by block. */
const FETCHED_AT_ONCE = 1 << 16;
/** 32-bit words of a block are 1 << this. */
const BLOCK_WORD_BITS = BLOCK_BITS - 5;

const directory = new ByteReader();
const places = new ByteReader();

/** Lists that lie one after the other in `postings`: `bytes[i]` bytes of `docFreqs[i]` documents, of `count` lists. */
export interface NeighbouringLists {
  readonly docFreqs: Float64Array;
  readonly bytes: Float64Array;
  count: number;
}

/** Sets the bits of the documents of neighbouring lists, of which the first begins at `offset`. */
export function uniteLists(
  stream: StreamReader,
  offset: number,
  lists: NeighbouringLists,
  words: Uint32Array,
  fetchedAtOnce = FETCHED_AT_ONCE,
): void {
  const { docFreqs, bytes } = lists;
  for (let i = 0; i < lists.count; ) {
    let length = bytes[i]!;
    let end = i + 1;
    while (end < lists.count && length + bytes[end]! <= fetchedAtOnce) length += bytes[end++]!;
    if (length > fetchedAtOnce) uniteHugeList(stream, offset, length, docFreqs[i]!, words);
    else {
      // From a border of four bytes: bitmaps lie on one, and can then be read as words.
      const before = offset % 4;
      stream.fetch(offset - before, before + length);
      let at = stream.start + before;
      for (; i < end; i++) {
        if (docFreqs[i]! <= SHORT_LIST_MAX) uniteShort(stream.bytes, at, docFreqs[i]!, words);
        else uniteLong(stream.bytes, stream.start, at, at + bytes[i]!, words);
        at += bytes[i]!;
      }
    }
    offset += length;
    i = end;
  }
}

/** Sets the bit of every document of a term. */
export function uniteTerm(stream: StreamReader, info: TermInfo, words: Uint32Array): void {
  if (info.docFreq === 1) {
    words[info.doc >>> 5]! |= 1 << (info.doc & 31);
    return;
  }
  single.docFreqs[0] = info.docFreq;
  single.bytes[0] = info.postingsBytes;
  uniteLists(stream, info.postingsOffset, single, words);
}

const single: NeighbouringLists = { docFreqs: new Float64Array(1), bytes: new Float64Array(1), count: 1 };

function uniteShort(bytes: Uint8Array, at: number, docFreq: number, words: Uint32Array): void {
  let doc = -1;
  for (let i = 0; i < docFreq; i++) {
    let byte = bytes[at++]!;
    let head = byte & 127;
    // A varint, written out: gaps are of two bytes mostly.
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

/**
 * Reads the directory of the list `bytes[start … end)` twice: where the documents begin only its end tells. `base` is a
 * border of four bytes of the stream. Throws a RangeError where the directory does not end in the list.
 */
function uniteLong(bytes: Uint8Array, base: number, start: number, end: number, words: Uint32Array): void {
  directory.set(bytes, start, end);
  const blockCount = directory.varint();
  places.set(bytes, directory.offset, end);
  for (let left = blockCount; left > 0; left--) {
    for (let varint = 0; varint < DIRECTORY_VARINTS; varint++) directory.varint();
  }
  let at = base + aligned(directory.offset - base);
  let block = -1;
  for (let n = 0; n < blockCount; n++) {
    block += places.varint() + 1;
    places.varint();
    const bytesAndForm = places.varint();
    places.varint();
    places.varint();
    const form = (bytesAndForm & 3) as DocForm;
    if (form === BITMAP) at = base + aligned(at - base);
    const next = at + Math.floor(bytesAndForm / 4);
    if (next > end) throw new RangeError('documents pass the end of their list');
    uniteDocBlock(form, bytes, at, next, words, block << BLOCK_WORD_BITS);
    at = next;
  }
}

/** Numbers in the directory of a long list for each block. */
const DIRECTORY_VARINTS = 5;

function aligned(offset: number): number {
  return (offset + 3) & ~3;
}

function uniteHugeList(
  stream: StreamReader,
  offset: number,
  length: number,
  docFreq: number,
  words: Uint32Array,
): void {
  const place = { docFreq, postings: { offset, length } };
  const list = PostingList.ofPlace(stream, place, words.length >>> BLOCK_WORD_BITS);
  for (let n = 0; n < list.blocks.length; n++) list.uniteBlock(n, words, list.blocks[n]! << BLOCK_WORD_BITS);
}
