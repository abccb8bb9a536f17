/** Documents that must not enter the top k: those that are struck, and those that were already offered. */
import { hasBit } from '../../codec/bits.ts';
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';

export interface DocsLeftOut {
  /** A bitmap over the index. Do not change it. */
  readonly words: Uint32Array;
  has(doc: number): boolean;
  /** Whether any document of a block is left out. */
  areIn(block: number): boolean;
}

/** Documents that were already offered, plus those that were left out before. */
export class OfferedBefore implements DocsLeftOut {
  readonly words: Uint32Array;

  constructor(offered: Uint32Array, earlier: DocsLeftOut | null) {
    this.words = earlier === null ? offered : offered.map((word, i) => word | earlier.words[i]!);
  }

  has(doc: number): boolean {
    return hasBit(this.words, doc);
  }

  areIn(block: number): boolean {
    const end = (block + 1) * BLOCK_WORDS;
    for (let i = block * BLOCK_WORDS; i < end; i++) if (this.words[i] !== 0) return true;
    return false;
  }
}
