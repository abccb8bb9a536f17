/** Reads the term frequencies of a posting list, pack by pack. */
import { ByteReader } from '../../codec/byte-reader.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { decodePack, PACK, PACK_BITS, packStarts } from '../../engine/postings/frequencies.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';

/** Term frequencies of one list, by block and by rank in the block. */
export class TermFrequencies {
  readonly #list: PostingList;
  readonly #stream: StreamReader;
  #block = -1;
  /** For a block of a long list: its bytes, and the offset of each pack in them. */
  #bytes: Uint8Array = NO_BYTES;
  #end = 0;
  #count = 0;
  #starts: readonly number[] = [];

  constructor(index: IndexReader, list: PostingList) {
    this.#list = list;
    this.#stream = index.frequencies;
  }

  /** Moves to the n-th block of the list. */
  openBlock(n: number): void {
    if (n === this.#block) return;
    this.#block = n;
    const list = this.#list;
    if (list.shortDocs !== null) return;
    const offset = list.frequencyOffsets[n]!;
    const length = list.frequencyOffsets[n + 1]! - offset;
    this.#stream.fetch(offset, length);
    this.#bytes = this.#stream.bytes;
    this.#end = this.#stream.start + length;
    this.#count = list.counts[n]!;
    this.#starts = packStarts(this.#bytes, this.#stream.start, this.#count);
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
const NO_BYTES = new Uint8Array(0);
