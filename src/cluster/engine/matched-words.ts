/**
 * Counts the words of a set that the patterns of a query matched, with their items. The item store counts the words of values.
 * The cluster lists and counts those of texts.
 */
import type { Query } from '../../../grammar/ast.ts';
import { inBatches } from '../../query/columns/facet-counter.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import type { QueryMemory } from '../../shared/query-memory.ts';
import { runInSlices } from '../../shared/slices.ts';
import { allOf, anyOf, type Dsl, LISTED_MAX, termDsl } from '../translate/dsl.ts';
import { wordListsOf } from '../translate/word-lists.ts';
import { countOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';
import { CONTENT_TERMS, wordsOf } from './index-words.ts';
import { countsAmong, countsOf, SEARCHES_AT_ONCE } from './multi-search.ts';

/** The set in a form that the cluster knows, or its ids. */
export type WordSet =
  | { readonly kind: 'query'; readonly dsl: Dsl }
  | { readonly kind: 'ids'; readonly ids: Uint32Array };

export interface MatchedQuery {
  readonly query: Query;
  readonly defaultFields: readonly string[];
  readonly setOf: () => Promise<WordSet>;
}

/** `local` has the counts of the item store. */
export async function withMatchedWords(
  source: ClusterSource,
  { query, defaultFields, setOf }: MatchedQuery,
  local: FacetAnswer,
  memory: QueryMemory,
  signal?: AbortSignal,
): Promise<FacetAnswer> {
  const { lists, having } = await runInSlices(wordListsOf(source.store, query, defaultFields), signal, memory);
  if (lists.length === 0) return local;
  const words = new Set<string>();
  for (const list of lists) for (const word of await wordsOf(source, list, memory, signal)) words.add(word);
  const set = await setOf();
  const filters = [...words].map((word) => termDsl(CONTENT_TERMS, word));
  const counted = await countsIn(source, set, filters, signal);
  const counts: FacetCount[] = [];
  for await (const some of local.counts) counts.push(...some);
  for (const [i, word] of [...words].entries()) {
    const items = counted[i]!;
    if (items === 0) continue;
    const key = `${CONTENT_FIELD}\0${word}`;
    counts.push({ key, field: CONTENT_FIELD, items, spellings: [{ value: word, items }] });
  }
  counts.sort((a, b) => compareTexts(a.key, b.key));
  // No query in `having` finds only the chosen words of a fuzzy word, so those words are searched one by one.
  const [items] = await countsIn(source, set, [anyOf([...having, ...chosen(lists, filters)])], signal);
  const sum = counts.reduce((all, one) => all + one.items, 0);
  return { items: items!, distinct: counts.length, sum, counts: inBatches(counts) };
}

function chosen(lists: readonly { readonly nearest: unknown }[], filters: readonly Dsl[]): readonly Dsl[] {
  return lists.some(({ nearest }) => nearest !== null) ? filters : [];
}

async function countsIn(
  source: ClusterSource,
  set: WordSet,
  filters: readonly Dsl[],
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const counts = new Float64Array(filters.length);
  if (set.kind === 'ids') {
    for (let at = 0; at < set.ids.length; at += LISTED_MAX) {
      const some = await countsAmong(source, set.ids.subarray(at, at + LISTED_MAX), filters, signal);
      for (const [i, count] of some.entries()) counts[i]! += count;
    }
    return counts;
  }
  for (let at = 0; at < filters.length; at += SEARCHES_AT_ONCE) {
    const some = filters.slice(at, at + SEARCHES_AT_ONCE).map((filter) => allOf([set.dsl, filter]));
    const found = await countsOf(source, some, signal);
    for (const [i, count] of found.entries()) counts[at + i] = count ?? (await countOf(source, some[i]!, signal));
  }
  return counts;
}
