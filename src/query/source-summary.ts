/** Summarizes a source. The process that opened its index sends the summary to others. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { SourceSummary, SourceWords } from '../search/search-engine.ts';

export function summaryOfIndex(index: IndexReader): SourceSummary {
  const { searchableCount, isComplete, problemCount } = index.header;
  const { identity, documentCount: itemCount } = index;
  return { searchableCount, itemCount, isComplete, problemCount, identity, words: wordsOfIndex(index) };
}

export function wordsOfIndex({ header: { origin, isItemStore } }: Pick<IndexReader, 'header'>): SourceWords {
  if (isItemStore === true) return 'cluster';
  return origin === undefined ? 'own' : 'imported';
}
