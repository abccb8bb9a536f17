import { ByteReader } from '../codec/byte-reader.ts';
import { decodeRun, RUN } from '../codec/frequencies.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { PostingList } from '../engine/posting-list.ts';
import type { StreamReader } from '../engine/store.ts';

/** Term frequencies of one list by block and rank in it; runs are decoded when they are asked for. */
export class TermFrequencies {
  readonly #list: PostingList;
  readonly #stream: StreamReader;
  readonly #reader = new ByteReader();
  #block = -1;
  /** Of the block at hand: where each run begins, and its bound on the score, 0 to 255. */
  #starts = new Uint32Array(8);
  impacts = new Uint8Array(8);
  runCount = 0;
  #run = -1;
  readonly #frequencies = new Uint32Array(RUN);

  constructor(index: IndexReader, list: PostingList) {
    this.#list = list;
    this.#stream = index.frequencies;
  }

  /** Turns to the n-th block of the list. A short list has no bounds: `runCount` is 0. */
  openBlock(n: number): void {
    if (n === this.#block) return;
    this.#block = n;
    this.#run = -1;
    const list = this.#list;
    this.runCount = 0;
    if (list.shortDocs !== null) return;
    const offset = list.frequencyPlaces[n]!;
    const length = list.frequencyPlaces[n + 1]! - offset;
    this.#stream.fetch(offset, length);
    const reader = this.#reader.set(this.#stream.bytes, this.#stream.start, this.#stream.start + length);
    const runs = Math.ceil(list.counts[n]! / RUN);
    if (runs > this.impacts.length) {
      this.impacts = new Uint8Array(runs * 2);
      this.#starts = new Uint32Array(runs * 2);
    }
    let start = 0;
    for (let run = 0; run < runs; run++) {
      this.impacts[run] = reader.u8();
      this.#starts[run] = start;
      start += reader.varint();
    }
    for (let run = 0; run < runs; run++) this.#starts[run]! += reader.offset;
    this.runCount = runs;
  }

  /**
   * Adds the scores of documents to `scores`: of `docs[i]`, whose rank in the block is `ranks[i]`, -1 for none,
   * `weight · tf / (tf + norms[docs[i]])`.
   */
  addScores(
    docs: Uint32Array,
    ranks: Int32Array,
    count: number,
    weight: number,
    norms: Float64Array,
    scores: Float64Array,
  ): void {
    const frequencies = this.#frequencies;
    const isShort = this.#list.shortFrequencies !== null;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      if (rank < 0) continue;
      if (!isShort && rank >> RUN_BITS !== this.#run) this.#decode(rank >> RUN_BITS);
      const tf = isShort ? this.at(rank) : frequencies[rank & (RUN - 1)]!;
      scores[i]! += (weight * tf) / (tf + norms[docs[i]!]!);
    }
  }

  /** The frequencies of a run of a long list; valid until another is asked for. */
  run(run: number): Uint32Array {
    if (run !== this.#run) this.#decode(run);
    return this.#frequencies;
  }

  /** The frequency of the document of a rank in the block. */
  at(rank: number): number {
    const list = this.#list;
    const short = list.shortFrequencies;
    if (short !== null) return short[list.ranks[this.#block]! + rank]!;
    const run = rank >> RUN_BITS;
    if (run !== this.#run) this.#decode(run);
    return this.#frequencies[rank & (RUN - 1)]!;
  }

  #decode(run: number): void {
    this.#run = run;
    const count = Math.min(RUN, this.#list.counts[this.#block]! - run * RUN);
    this.#reader.offset = this.#starts[run]!;
    decodeRun(this.#reader, count, this.#frequencies, 0);
  }
}

/** A run is 2^7 postings. */
const RUN_BITS = 7;
