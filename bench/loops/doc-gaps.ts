/**
 * Shows why the gaps of a block of documents are decoded in three loops (src/engine/postings/doc-block.ts writes documents and
 * sets bits, rank-docs compares). Setting bits from decoded documents would visit them twice.
 *
 * Measured on Node 20 (`node dist/bench/loops.js`): 1.4 ns a document; by way of decoded documents 2.0 ns, 1.45 times as long.
 */
import { ByteWriter } from '../../src/codec/byte-writer.ts';
import {
  BLOCK_SIZE,
  BLOCK_WORDS,
  decodeDocBlock,
  encodeDocBlock,
  GAPS,
  uniteDocBlock,
} from '../../src/engine/postings/doc-block.ts';
import type { Random } from '../random.ts';
import type { LoopPair } from './loop.ts';

/** Number of documents, small enough that gaps take less space than a bitmap. */
const DOCS = 2000;

export function docGaps(random: Random): LoopPair {
  const chosen = new Set<number>();
  while (chosen.size < DOCS) chosen.add(random.below(BLOCK_SIZE));
  const docs = Uint32Array.from(chosen).sort();
  const out = new ByteWriter();
  const form = encodeDocBlock(docs, 0, docs.length, out);
  if (form !== GAPS) throw new Error('the block is not of gaps: take fewer documents');
  const words = new Uint32Array(BLOCK_WORDS);
  const decoded = new Uint16Array(BLOCK_SIZE);
  const last = (docs.at(-1)! & (BLOCK_SIZE - 1)) >>> 5;
  return {
    name: 'bits of a block of gaps',
    elements: docs.length,
    present: () => {
      uniteDocBlock(form, out.bytes, 0, out.length, words);
      return words[last]!;
    },
    shorter: () => {
      const count = decodeDocBlock(form, out.bytes, 0, out.length, 0, decoded, 0);
      for (let i = 0; i < count; i++) words[decoded[i]! >>> 5]! |= 1 << (decoded[i]! & 31);
      return words[last]!;
    },
  };
}
