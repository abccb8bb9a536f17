/** Summarizes a source. The process with the open index sends the summary to other processes. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { SourceSummary, SourceWords } from '../search/search-engine.ts';

/** `parts`: the parts of one index. */
export function summaryOfIndex(parts: readonly IndexReader[]): SourceSummary {
  const headers = parts.map(({ header }) => header);
  return {
    searchableCount: parts.reduce((sum, { searchableCount }) => sum + searchableCount, 0),
    itemCount: parts.reduce((sum, { itemCount }) => sum + itemCount, 0),
    isComplete: headers.every(({ isComplete }) => isComplete),
    problemCount: headers.reduce((sum, { problemCount }) => sum + problemCount, 0),
    identity: parts.map(({ identity }) => identity).join(' '),
    words: wordsOfIndex(parts[0]!),
  };
}

export function wordsOfIndex({ header: { origin, isItemStore } }: Pick<IndexReader, 'header'>): SourceWords {
  if (isItemStore === true) return 'cluster';
  return origin === undefined ? 'own' : 'imported';
}
