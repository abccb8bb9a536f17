/**
 * Estimates the steps of a query by running it on some documents of some blocks, because the number of documents that a phrase
 * checks depends on other clauses.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import type { Operator } from '../operators/operator.ts';
import type { SampleSteps } from './query-work.ts';
import type { Scorer } from './scoring.ts';

/** Number of sampled blocks. Fewer would not be representative, and more would read all lists of the index again. */
const DOCS_MIN = 16;
const BLOCKS_MAX = 4;
/** Maximum fraction of all documents. A larger sample would cost as much as the query. */
const PART_MAX = 1 / 4;

/** Returns the steps of finding documents and, with a scorer, of scoring them. */
export function sampledWork(index: IndexReader, operator: Operator, scorer: Scorer | null): SampleSteps {
  return (part, work) => {
    const { documentCount } = index;
    const blocks = Math.ceil(documentCount / BLOCK_SIZE);
    const taken = Math.min(blocks, BLOCKS_MAX);
    const most = Math.min(SPARSE_MAX, Math.floor((documentCount * Math.min(part, PART_MAX)) / taken));
    let sampled = 0;
    let steps = 0;
    if (most * taken < DOCS_MIN) return null;
    const set = BlockSet.take();
    for (let n = 0; n < taken; n++) {
      const block = Math.floor(((2 * n + 1) * blocks) / (2 * taken));
      const count = Math.min(BLOCK_SIZE, documentCount - block * BLOCK_SIZE);
      const docs = Math.min(most, count);
      // Returns the middle of each of equal parts.
      for (let i = 0; i < docs; i++) set.docs[i] = Math.floor(((2 * i + 1) * count) / (2 * docs));
      set.isSparse = true;
      set.length = docs;
      sampled += docs;
      steps += work.measured(() => {
        operator.retain(block, set);
        if (scorer !== null) score(scorer, block, set);
      });
    }
    set.release();
    return (steps * documentCount) / sampled;
  };
}

function score(scorer: Scorer, block: number, set: BlockSet): void {
  const docs = new Uint32Array(set.length);
  set.collect(block * BLOCK_SIZE, docs, 0);
  if (docs.length > 0) scorer.add(block, docs, docs.length, new Float64Array(docs.length));
}
