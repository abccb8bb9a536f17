import type { IndexReader } from '../../../src/engine/index-reader.ts';
import type { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import type { SyntheticDoc } from '../engine/synthetic-index.ts';

export const BLOCK = 65_536;
export const DOCUMENTS = 2 * BLOCK + 300;

function range(from: number, to: number, step = 1): number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
}

/** Words with their documents: lists of every form, at the borders of runs, of blocks and of short lists. */
export const WORDS: Readonly<Record<string, readonly number[]>> = {
  single: [BLOCK + 5],
  short: range(BLOCK - 32, BLOCK + 32),
  gaps: range(3, DOCUMENTS, 41),
  thin: range(1, DOCUMENTS, 1700),
  bitmap: range(0, 2 * BLOCK + 100, 3),
  cut: range(0, 129 * 7, 7),
  edge: [...range(0, 127 * 5, 5), ...range(BLOCK, BLOCK + 128 * 5, 5), ...range(2 * BLOCK, 2 * BLOCK + 129, 1)],
  runs: [...range(100, 4000), ...range(BLOCK - 1500, BLOCK + 2000), DOCUMENTS - 1],
  third: range(2 * BLOCK + 1, DOCUMENTS, 2),
};

/** Mostly 1 to 4, occasionally many, which makes some documents long. */
export function tfOf(word: string, doc: number): number {
  const mixed = Math.imul(doc + word.length * 7919, 2_654_435_761) >>> 16;
  return mixed % 151 === 0 ? 30 + (mixed % 9) : 1 + ((mixed & 3) === 0 ? (mixed >>> 2) & 3 : 0);
}

export function docsOfWords(): SyntheticDoc[] {
  const texts = new Map<number, string>();
  for (const [word, docs] of Object.entries(WORDS)) {
    for (const doc of docs) texts.set(doc, `${texts.get(doc) ?? ''}${`${word} `.repeat(tfOf(word, doc))}`);
  }
  return [...texts].sort(([a], [b]) => a - b).map(([doc, text]) => ({ doc, text }));
}

export function listOf(index: IndexReader, word: string): PostingList {
  return index.list(index.dictionary(index.fields.get('content')!).find(word)!);
}
