/** Reads the term frequencies of a posting list by rank. */
import { ByteReader } from '../../codec/byte-reader.ts';
import { decodePack, PACK, PACK_BITS } from '../../codec/frequencies.ts';
import { FrequencySums } from '../../codec/frequency-sums.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';

/** Term frequencies of one list by block and rank in it, one by one or by pack. */
export class TermFrequencies {
  readonly #list: PostingList;
  readonly #stream: StreamReader;
  #block = -1;
  /** For a block of a long list: its bytes, and where each pack begins in them. */
  #bytes: Uint8Array = NO_BYTES;
  #view: DataView = NO_VIEW;
  #end = 0;
  #count = 0;
  #starts: Uint32Array = NO_STARTS;
  /** For the current block: the score bound of each pack, 0 to 255. */
  impacts: Uint8Array = NO_BYTES;
  packCount = 0;

  constructor(index: IndexReader, list: PostingList) {
    this.#list = list;
    this.#stream = index.frequencies;
  }

  /** Moves to the n-th block of the list. A short list has no bounds: `packCount` is 0. */
  openBlock(n: number): void {
    if (n === this.#block) return;
    this.#block = n;
    const list = this.#list;
    this.packCount = 0;
    if (list.shortDocs !== null) return;
    const offset = list.frequencyOffsets[n]!;
    const length = list.frequencyOffsets[n + 1]! - offset;
    this.#stream.fetch(offset, length);
    this.#bytes = this.#stream.bytes;
    this.#view = this.#stream.view;
    this.#end = this.#stream.start + length;
    this.#count = list.counts[n]!;
    const packs = (this.#count + PACK - 1) >>> PACK_BITS;
    if (packs > this.impacts.length) {
      this.impacts = new Uint8Array(packs);
      this.#starts = new Uint32Array(packs);
    }
    reader.set(this.#bytes, this.#stream.start, this.#end);
    let start = 0;
    for (let pack = 0; pack < packs; pack++) {
      this.impacts[pack] = reader.u8();
      this.#starts[pack] = start;
      start += reader.varint();
    }
    for (let pack = 0; pack < packs; pack++) this.#starts[pack]! += reader.offset;
    this.packCount = packs;
  }

  /** Writes the frequency of the document of each of `ranks[0 … count)` into `out`, 0 for rank -1. */
  at(ranks: Int32Array, count: number, out: Uint32Array): void {
    const short = this.#list.shortFrequencies;
    if (short !== null) {
      const from = this.#list.ranks[this.#block]!;
      for (let i = 0; i < count; i++) out[i] = ranks[i]! < 0 ? 0 : short[from + ranks[i]!]!;
      return;
    }
    const view = this.#view;
    const starts = this.#starts;
    const all = this.#count;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      const pack = rank >> PACK_BITS;
      const inPack = Math.min(PACK, all - (pack << PACK_BITS));
      if (rank < 0) out[i] = 0;
      else {
        const index = rank & (PACK - 1);
        sums.add(view, starts[pack]!, inPack, index, index);
        out[i] = sums.frequency;
      }
    }
  }

  /** Writes the frequencies of a pack into `out`. */
  pack(pack: number, out: Uint32Array): void {
    const first = pack << PACK_BITS;
    const short = this.#list.shortFrequencies;
    if (short !== null) {
      const from = this.#list.ranks[this.#block]! + first;
      const count = Math.min(PACK, this.#list.counts[this.#block]! - first);
      for (let i = 0; i < count; i++) out[i] = short[from + i]!;
      return;
    }
    decodePack(reader.set(this.#bytes, this.#starts[pack]!, this.#end), Math.min(PACK, this.#count - first), out, 0);
  }
}

const reader = new ByteReader();
const sums = new FrequencySums();
const NO_BYTES = new Uint8Array(0);
const NO_VIEW = new DataView(NO_BYTES.buffer);
const NO_STARTS = new Uint32Array(0);
