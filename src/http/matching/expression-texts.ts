/**
 * Counts the texts that the expressions of a query matched in the items of a set: the number of items for each distinct folded
 * text of a field. Distinct texts are held within the memory of a query.
 */
import type { ExpressionQuery, Query } from '../../../grammar/ast.ts';
import { patternsOf } from '../../query/plan/pattern-forms.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { FacetCount } from '../../search/search-answer.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import type { Found } from '../../search/text-matching.ts';
import type { QueryMemory } from '../../shared/query-memory.ts';
import { Slice } from '../../shared/slices.ts';
import { TextMap } from '../../shared/text-map.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { ConcurrentFindings } from './concurrent-findings.ts';
import { unread } from './expression-items.ts';
import { ESTIMATE_ERROR, findingsMax, refuseTooManyFindings, tooManyFindings } from './findings-work.ts';

export interface TextCounts {
  /** Items with any of the texts, and how many of these also have a word that other patterns of the query matched. */
  readonly items: number;
  readonly withWords: number;
  readonly distinct: number;
  readonly sum: number;
  /** The texts with the most items. */
  readonly first: readonly FacetCount[];
}

export interface CountedSet {
  readonly sources: readonly ReadySource[];
  readonly request: Omit<CombinedRequest, 'want' | 'after'>;
  /** Number of texts to show. */
  readonly limit: number;
  /** Accounts for all distinct texts. */
  readonly memory: QueryMemory;
  readonly signal: AbortSignal;
}

type Means = Pick<Dependencies, 'coordinator' | 'items' | 'matching' | 'engines' | 'searchMsMax'>;

const TEXT_BYTES = 200;
const ITEM_BYTES = 8;
const TEXTS = 'the distinct texts that the query matched';
/** Elements between two checks of the clock. */
const AT_ONCE = 256;
/** Number of additional texts that are kept before the less frequent half is dropped. */
const SPARE = 1024;
/** A name in a query cannot contain this character. */
const ITEMS_WITH_TEXTS = '\0items with texts';

/** The expressions over texts in a query that are not prohibited. */
export function* expressionsOf(query: Query | UnparsedQuery): Generator<ExpressionQuery, void, undefined> {
  if (query.kind === 'expression') yield query;
  if (query.kind === 'boost') yield* expressionsOf(query.query);
  if (query.kind !== 'boolean') return;
  for (const { occur, query: clause } of query.clauses) if (occur !== 'mustNot') yield* expressionsOf(clause);
}

/** Null if the query has no expression over texts. Throws the same errors as `/findings`. */
export async function countTexts(dependencies: Means, set: CountedSet): Promise<TextCounts | null> {
  const { sources, request, memory, signal } = set;
  const expressions = [...expressionsOf(request.query)];
  if (expressions.length === 0) return null;
  const { coordinator } = dependencies;
  const found = await coordinator.search(sources, { ...request, want: ['ids', 'count'] }, signal);
  requireWhole(found);
  // Each expression counts in all items of the set, as words do. The items need not match the query.
  const clauses = expressions.map((query) => ({ occur: 'should', query }) as const);
  const query: Query = { kind: 'boolean', clauses, minimumMatch: 0 };
  const { defaultFields } = request;
  const wanted = {
    set: { query, ...(defaultFields === undefined ? {} : { defaultFields }) },
    want: { kind: 'texts', withFields: true } as const,
    signal,
  };
  const most = findingsMax(dependencies, true);
  const hits = await refuseTooManyFindings(
    dependencies,
    { ...wanted, hits: found.hits },
    { items: found.count ?? 0, most },
  );
  const findings = new ConcurrentFindings(dependencies, { ...wanted, hits });
  const texts = new TextItems(memory);
  await findings.forEach(async ({ source, found: one }, isNewItem) => {
    if (one.kind === 'texts') await texts.add(source, one, isNewItem);
    if (texts.findings > ESTIMATE_ERROR * most)
      throw tooManyFindings('has more matches than estimated from a sample', most);
  });
  if (findings.unreadable > 0) throw unread(query);
  const withWords = await countWithWords(dependencies, set, texts.ids());
  return { ...(await texts.counted(set.limit)), withWords };
}

/** Returns how many of these items have a word that a pattern of the query matched. */
async function countWithWords(
  { coordinator }: Means,
  { sources, request, signal }: CountedSet,
  ids: ReadonlyMap<string, Uint32Array>,
): Promise<number> {
  if (ids.size === 0 || patternsOf(request.query as Query).next().done === true) return 0;
  const { filters = [], sets = [], ...rest } = request;
  const answer = await coordinator.search(
    sources,
    {
      ...rest,
      isKept: false,
      filters: [...filters, { kind: 'set', name: ITEMS_WITH_TEXTS }],
      sets: [...sets, { name: ITEMS_WITH_TEXTS, items: ids }],
      want: ['count'],
      facets: [{ kind: 'matches', first: { count: 0, order: 'count' } }],
    },
    signal,
  );
  requireWhole(answer);
  return answer.facets[0]!.items;
}

interface TextCount {
  readonly key: string;
  items: number;
}

class TextItems {
  readonly #memory: QueryMemory;
  readonly #slice = new Slice();
  readonly #texts = new TextMap<TextCount>();
  readonly #ids = new Map<string, number[]>();
  #distinct = 0;
  #sum = 0;
  findings = 0;

  constructor(memory: QueryMemory) {
    this.#memory = memory;
  }

  /** Adds a part of an item. Each part has different texts. */
  async add(source: ReadySource, { id, texts }: Found & { kind: 'texts' }, isNewItem: boolean): Promise<void> {
    const ids = this.#ids.get(source.id) ?? [];
    this.#ids.set(source.id, ids);
    if (isNewItem) {
      this.#memory.claim(ITEM_BYTES, TEXTS);
      ids.push(id);
    }
    for (const [i, [key, count]] of texts.entries()) {
      if (i % AT_ONCE === 0) await this.#slice.giveWay();
      this.findings += count;
      this.#sum++;
      const known = this.#texts.get(key);
      if (known !== undefined) known.items++;
      else {
        this.#memory.claim(TEXT_BYTES + 2 * key.length, TEXTS);
        this.#texts.set(key, { key, items: 1 });
        this.#distinct++;
      }
    }
  }

  /** By source, ascending. */
  ids(): ReadonlyMap<string, Uint32Array> {
    return new Map([...this.#ids].map(([source, ids]) => [source, Uint32Array.from(ids).sort()]));
  }

  async counted(limit: number): Promise<Omit<TextCounts, 'withWords'>> {
    let items = 0;
    for (const ids of this.#ids.values()) items += ids.length;
    let best: TextCount[] = [];
    const keepBest = (): void => {
      best = best.sort((a, b) => b.items - a.items || compareTexts(a.key, b.key)).slice(0, limit);
    };
    for (const one of this.#texts.values()) {
      if (best.push(one) < 2 * limit + SPARE) continue;
      keepBest();
      await this.#slice.giveWay();
    }
    keepBest();
    return { items, distinct: this.#distinct, sum: this.#sum, first: best.map(asCount) };
  }
}

function asCount({ key, items }: TextCount): FacetCount {
  const end = key.indexOf('\0');
  return { key, items, field: key.slice(0, end), spellings: [{ value: key.slice(end + 1), items }] };
}
