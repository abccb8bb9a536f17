/** Turns the documents of an answer into item ids, in ascending order. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { ItemSet } from '../search/search-engine.ts';
import { ways } from '../shared/thresholds.ts';
import { popcount } from './operators/block-set.ts';

/** Ids handed out at once. */
const BATCH = ways.idsAtOnce;

/**
 * The items of a bitmap over documents, by ascending id: documents are in that order, or the bitmap is brought in the
 * order of ids once.
 */
export function itemsOf(index: IndexReader, words: Uint32Array): ItemSet {
  const order = index.idOrder;
  const count = popcount(words);
  const ordered = order === null ? words : byRank(words, order.ranks);
  const { ids } = index;
  return {
    count,
    *batches(): Generator<Uint32Array> {
      const batch = new Uint32Array(BATCH);
      let length = 0;
      for (let i = 0; i < ordered.length; i++) {
        for (let word = ordered[i]!; word !== 0; word &= word - 1) {
          const rank = i * 32 + 31 - Math.clz32(word & -word);
          batch[length++] = ids[order === null ? rank : order.docs[rank]!]!;
          if (length === BATCH) {
            yield batch;
            length = 0;
          }
        }
      }
      if (length > 0) yield batch.subarray(0, length);
    },
  };
}

function byRank(words: Uint32Array, ranks: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(words.length);
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]!; word !== 0; word &= word - 1) {
      const rank = ranks[i * 32 + 31 - Math.clz32(word & -word)]!;
      ordered[rank >>> 5]! |= 1 << (rank & 31);
    }
  }
  return ordered;
}
