/** Reads the occurrences of one term, block by block: its documents and frequencies, then the positions of some of them. */
import { ByteReader } from '../../codec/byte-reader.ts';
import { BLOCK_SIZE } from '../postings/doc-block.ts';
import { decodePack, PACK } from '../postings/frequencies.ts';
import { PositionsReader } from '../postings/positions-reader.ts';
import { PostingList } from '../postings/posting-list-reader.ts';
import type { TermInfo } from '../postings/term-info.ts';
import type { StreamReader } from '../store/stream-reader.ts';

export interface ListReaders {
  readonly postings: StreamReader;
  readonly frequencies: StreamReader;
  readonly positions: StreamReader;
}

/**
 * Receives positions and terms by document of a block. `next` has, for each document, the index of its next occurrence.
 */
export interface OccurrencesByDocument {
  readonly positions: Uint32Array;
  readonly terms: Uint16Array;
  readonly next: Uint32Array;
}

/** The postings of the last opened block of any term: the low halves of documents, and frequencies. */
export const lows = new Uint16Array(BLOCK_SIZE);
export const frequencies = new Uint32Array(BLOCK_SIZE + PACK);

export class TermOccurrences {
  readonly #streams: ListReaders;
  readonly #info: TermInfo;
  readonly #list: PostingList;
  readonly #reader: PositionsReader;
  /** The index of the open block in the list. */
  #n = 0;

  /** `blocksMax`: number of blocks in the index. */
  constructor(streams: ListReaders, info: TermInfo, blocksMax: number) {
    this.#streams = streams;
    this.#info = info;
    this.#list = PostingList.ofTerm(streams.postings, info, blocksMax);
    this.#reader = new PositionsReader(streams.positions);
  }

  /** Opens a block, the same or a later one. Returns the number of its documents with the term. */
  open(block: number): number {
    const list = this.#list;
    const n = list.seek(block, this.#n);
    this.#n = n;
    if (list.blocks[n] !== block) return 0;
    const count = list.decodeBlock(n, lows);
    const short = list.shortFrequencies;
    if (short === null) this.#readFrequencies(n, count);
    else for (let i = 0; i < count; i++) frequencies[i] = short[list.ranks[n]! + i]!;
    return count;
  }

  #readFrequencies(n: number, count: number): void {
    const stream = this.#streams.frequencies;
    const offset = this.#list.frequencyOffsets[n]!;
    const length = this.#list.frequencyOffsets[n + 1]! - offset;
    stream.fetch(offset, length);
    const reader = new ByteReader(stream.bytes, stream.start, stream.start + length);
    // The directory of packs is skipped, because packs are consecutive.
    for (let first = 0; first < count; first += PACK) {
      reader.u8();
      reader.varint();
    }
    for (let first = 0; first < count; first += PACK)
      decodePack(reader, Math.min(PACK, count - first), frequencies, first);
  }

  /** Adds the positions in the documents `lows[from … to)` of the open block to `out`, for term number `term`. */
  addTo(out: OccurrencesByDocument, from: number, to: number, term: number): void {
    if (this.#info.inlinePositions !== null) this.#addInline(out, from, to, term);
    else if (this.#list.shortFrequencies === null) {
      const { positionOffsets, counts } = this.#list;
      const offset = positionOffsets[this.#n]!;
      this.#reader.open(offset, positionOffsets[this.#n + 1]! - offset, counts[this.#n]!);
      this.#addDecoded(out, from, to, term, frequencies, 0);
    } else {
      const { positionsOffset, positionsBytes, docFreq } = this.#info;
      this.#reader.open(positionsOffset, positionsBytes, docFreq);
      this.#addDecoded(out, from, to, term, this.#list.shortFrequencies, this.#list.ranks[this.#n]!);
    }
  }

  #addInline(out: OccurrencesByDocument, from: number, to: number, term: number): void {
    const positions = this.#info.inlinePositions!;
    for (let i = from; i < to; i++) {
      const at = out.next[lows[i]!]!;
      out.positions.set(positions, at);
      out.terms.fill(term, at, at + positions.length);
      out.next[lows[i]!] = at + positions.length;
    }
  }

  /**
   * Reads a record with `counts` positions for each of its postings. `base` is the number of the block's first posting
   * in the record.
   */
  #addDecoded(
    out: OccurrencesByDocument,
    from: number,
    to: number,
    term: number,
    counts: Uint32Array,
    base: number,
  ): void {
    const reader = this.#reader;
    const { shift } = reader;
    const { next, positions, terms } = out;
    const first = base + from;
    const end = base + to;
    // Reading starts at the beginning of a group, which may have postings of other documents first.
    for (let i = (first >>> shift) << shift; i < end; i++) {
      const count = counts[i]!;
      if (i === (i >>> shift) << shift) reader.seek(i >>> shift, count);
      if (i < first) {
        reader.skip(count);
        continue;
      }
      const low = lows[i - base]!;
      const at = next[low]!;
      const after = reader.read(count, -1, NO_LIMIT, positions, at);
      for (let p = at; p < after; p++) terms[p] = term;
      next[low] = after;
    }
  }
}

/** Larger than every position. */
const NO_LIMIT = 0x7fff_ffff;
