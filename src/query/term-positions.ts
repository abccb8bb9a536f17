import { BLOCK_BITS } from '../codec/doc-block.ts';
import { PositionsReader } from '../codec/positions.ts';
import type { TermInfo } from '../engine/dictionary-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { PostingList } from '../engine/posting-list.ts';
import { rankDocs } from './rank-docs.ts';

/** Hears of the positions of one candidate: `positions[0 … count)`, valid during the call. */
export type PositionsVisitor = (candidate: number, positions: Uint32Array, count: number) => void;

/** The positions of one term in chosen documents. */
export class TermPositions {
  readonly list: PostingList;
  readonly #info: TermInfo;
  readonly #reader: PositionsReader;

  constructor(index: IndexReader, info: TermInfo) {
    this.#info = info;
    this.list = index.list(info);
    this.#reader = new PositionsReader(index.positions);
  }

  /**
   * Visits, for those of the ascending documents `docs[0 … count)` that the term is in, its positions in them. With
   * `limits`, positions in `docs[i]` after the first one above `limits[i]` may be left out.
   */
  forEach(docs: Uint32Array, count: number, visit: PositionsVisitor, limits: Int32Array | null = null): void {
    const { list } = this;
    for (let from = 0, n = 0; from < count; ) {
      const block = docs[from]! >>> BLOCK_BITS;
      let to = from + 1;
      while (to < count && docs[to]! >>> BLOCK_BITS === block) to++;
      n = list.seek(block, n);
      if (n === list.blocks.length) return;
      if (list.blocks[n] === block) this.#forEachInBlock(n, docs, from, to, visit, limits);
      from = to;
    }
  }

  #forEachInBlock(
    n: number,
    docs: Uint32Array,
    from: number,
    to: number,
    visit: PositionsVisitor,
    limits: Int32Array | null,
  ): void {
    const { list } = this;
    const inline = this.#info.inlinePositions;
    if (inline !== null) {
      for (let i = from; i < to; i++) if (docs[i] === this.#info.doc) visit(i, inline, inline.length);
      return;
    }
    const reader = this.#reader;
    let base = 0;
    if (list.shortDocs === null) {
      reader.open(list.positionPlaces[n]!, list.positionPlaces[n + 1]! - list.positionPlaces[n]!, list.counts[n]!);
    } else {
      reader.open(this.#info.positionsOffset, this.#info.positionsBytes, list.docFreq);
      base = list.ranks[n]!;
    }
    if (ranks.length < to - from) ranks = new Int32Array(2 * (to - from));
    rankDocs(list, n, docs, from, to, ranks);
    for (let i = from; i < to; i++) {
      const rank = ranks[i - from]!;
      if (rank < 0) continue;
      const length = limits === null ? reader.read(base + rank) : reader.read(base + rank, limits[i]!);
      visit(i, reader.positions, length);
    }
  }
}

let ranks = new Int32Array(1024);
