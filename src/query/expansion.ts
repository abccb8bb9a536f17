/**
 * Computes the set of a request with its expansions, as a bitmap of documents for each source. Relatives are found
 * within each source; duplicates, near duplicates and threads across all sources. All start from the items that the
 * query finds.
 */
import type { IndexReader } from '../engine/index-reader.ts';
import { EQUAL_FIELDS, equalExpansions } from '../search/related/equal-expansions.ts';
import type { EqualExpand, Expand, SourceScope } from '../search/search-request.ts';
import { claimMemory } from '../shared/query-memory.ts';
import { itemTree, wholeValues } from './columns/field-columns.ts';
import { collectDocs } from './execute.ts';
import { addDocsOf, addTexts, markTexts, valuesOfDocs } from './families/equal-values.ts';
import { addChildren, addFamilies, addParents } from './families/relatives.ts';
import { planned } from './plan/planning.ts';
import { unfiltered } from './request-sets.ts';
import { type ParsedRequest, planOf } from './source-search.ts';

/** The items of a source in the set, and the values that add more items. */
export interface ExpandedSource {
  readonly words: Uint32Array;
  /**
   * Indexed by value number: 1 if an item that the query finds has it. Only for requested fields that some item has.
   */
  readonly marked: ReadonlyMap<EqualExpand, Uint8Array>;
}

/** Folded values of the items that the query finds in all sources; null if only one source is searched. */
export type EqualTexts = ReadonlyMap<EqualExpand, Set<string>> | null;

export function equalTexts({ sources, equal, expand }: ParsedRequest): EqualTexts {
  if (sources.length <= 1 && equal === undefined) return null;
  const known = new Map(equal);
  return new Map(equalExpansions({ expand: expand! }).map((one) => [one, new Set(known.get(one))]));
}

/** Finds the items of the query in one source, and their relatives. Adds their values to `texts`. */
export function* expandedOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  texts: EqualTexts,
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
  const marked = new Map<EqualExpand, Uint8Array>();
  for (const one of equalExpansions(request)) {
    const values = yield* wholeValues(index, EQUAL_FIELDS[one]);
    if (values === null) continue;
    const own = yield* valuesOfDocs(values, docs);
    marked.set(one, own);
    if (texts !== null) yield* addTexts(values, own, texts.get(one)!);
  }
  return { words, marked };
}

/** Adds the items with equal values, once those of all sources are known. */
export function* withEqual(
  index: IndexReader,
  { words, marked }: ExpandedSource,
  texts: EqualTexts,
): Generator<void, Uint32Array> {
  for (const [one, own] of marked) {
    const values = (yield* wholeValues(index, EQUAL_FIELDS[one]))!;
    if (texts !== null) yield* markTexts(values, texts.get(one)!, own);
    yield* addDocsOf(values, own, index.documentCount, words);
  }
  return words;
}
