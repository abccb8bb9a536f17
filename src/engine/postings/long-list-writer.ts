/** Builds the blocks of one long posting list for doc-list-writer.ts. The lists of terms are made in the kernel. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { appendPadding, toAlignment } from './alignment.ts';
import { BITMAP, BLOCK_BITS, encodeDocBlock } from './doc-block.ts';

/** Collects blocks. Can be reused after `clear`. */
export class LongListBlocks {
  readonly documents = new ByteWriter(1 << 16);
  readonly #directory = new ByteWriter();
  readonly #block = new ByteWriter(1 << 13);
  #count = 0;
  #last = -1;

  clear(): void {
    this.documents.clear();
    this.#directory.clear();
    this.#count = 0;
    this.#last = -1;
  }

  /** Adds the block of the ascending documents `docs[from … to)`, with the bytes of its frequencies and positions. */
  add(docs: Uint32Array, from: number, to: number, frequenciesBytes: number, positionsBytes: number): void {
    const own = this.#block;
    own.clear();
    const form = encodeDocBlock(docs, from, to, own);
    if (form === BITMAP) appendPadding(this.documents);
    this.documents.copy(own.bytes, 0, own.length);
    const block = docs[from]! >>> BLOCK_BITS;
    const out = this.#directory;
    out.varint(block - this.#last - 1);
    out.varint(to - from - 1);
    out.varint(own.length * 4 + form);
    out.varint(frequenciesBytes);
    out.varint(positionsBytes);
    this.#last = block;
    this.#count++;
  }

  /** Fills `head` with the data before the documents: the number of blocks and their directory. */
  writeHead(head: ByteWriter): void {
    head.clear();
    head.varint(this.#count);
    head.copy(this.#directory.bytes, 0, this.#directory.length);
  }
}

/** Appends a long list to a stream. Returns its length in bytes. */
export function appendLongList(postings: StreamWriter, head: ByteWriter, documents: ByteWriter): number {
  const before = postings.length;
  postings.append(head.bytes, 0, head.length);
  postings.append(PADDING, 0, toAlignment(postings.length));
  postings.append(documents.bytes, 0, documents.length);
  return postings.length - before;
}

const PADDING = new Uint8Array(4);
