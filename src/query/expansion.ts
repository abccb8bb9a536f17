/**
 * The set of a request with what it adds to it: of each source a bitmap of documents. Relatives are found in each source by itself,
 * duplicates over all of them, everything from what the query finds.
 */
import type { IndexReader } from '../engine/index-reader.ts';
import type { Expand, SourceScope } from '../search/search-request.ts';
import { claimMemory } from '../shared/query-memory.ts';
import { itemTree, wholeValues } from './columns/field-columns.ts';
import { collectDocs } from './execute.ts';
import { addDocsOf, addTexts, markTexts, valuesOfDocs } from './families/equal-values.ts';
import { addChildren, addFamilies, addParents } from './families/relatives.ts';
import { planned } from './plan/planning.ts';
import { unfiltered } from './request-sets.ts';
import { type ParsedRequest, planOf } from './source-search.ts';

/** By what items are duplicates of each other. */
const HASH = 'hash';

/** What a source has of the set, and the values by which it has duplicates. */
export interface ExpandedSource {
  readonly words: Uint32Array;
  /** By value of the hash: 1 if an item that the query finds has it; null where nobody asked, or no item has one. */
  readonly marked: Uint8Array | null;
}

/** What the query finds in one source, and its relatives. `texts` gets its hashes; null where only this source has duplicates. */
export function* expandedOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  texts: Set<string> | null,
): Generator<void, ExpandedSource> {
  const expand = new Set<Expand>(request.expand);
  const docs = yield* collectDocs(yield* planned(planOf(index, unfiltered(request), scope)));
  claimMemory(4 * index.bitmapWords, 'the relatives of items');
  const words = new Uint32Array(index.bitmapWords);
  for (const doc of docs) words[doc >>> 5]! |= 1 << (doc & 31);
  if (expand.has('children') || expand.has('parents') || expand.has('family')) {
    const tree = yield* itemTree(index);
    if (expand.has('children')) yield* addChildren(tree, docs, words);
    if (expand.has('parents')) yield* addParents(tree, docs, words);
    if (expand.has('family')) yield* addFamilies(tree, docs, words);
  }
  if (!expand.has('duplicates')) return { words, marked: null };
  const values = yield* wholeValues(index, HASH);
  if (values === null) return { words, marked: null };
  const marked = yield* valuesOfDocs(values, docs);
  if (texts !== null) yield* addTexts(values, marked, texts);
  return { words, marked };
}

/** Adds the duplicates, when the hashes of all sources are known. */
export function* withDuplicates(
  index: IndexReader,
  { words, marked }: ExpandedSource,
  texts: ReadonlySet<string> | null,
): Generator<void, Uint32Array> {
  if (marked === null) return words;
  const values = (yield* wholeValues(index, HASH))!;
  if (texts !== null) yield* markTexts(values, texts, marked);
  yield* addDocsOf(values, marked, index.documentCount, words);
  return words;
}
