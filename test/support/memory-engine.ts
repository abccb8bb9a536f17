/**
 * A search engine without an index: the naive evaluator over items in memory, behind the interface of the real one. The
 * HTTP tests run on it, and can make it slow, damaged, or as large as they like.
 */
import type { Query } from '../../grammar/ast.ts';
import type { CaseItem, CaseReader } from '../../src/cases/case-reader.ts';
import { openCase } from '../../src/cases/open-case.ts';
import type { FieldValues, IndexedItem, SearchEngine, SearchOptions } from '../../src/query/search-engine.ts';
import { AppError } from '../../src/shared/errors.ts';
import { NaiveCase } from './naive/naive-case.ts';
import { evaluate } from './naive/naive-evaluator.ts';
import { rank } from './naive/naive-ranking.ts';
import { NaiveQueryError } from './naive/naive-regexp.ts';
import { readAll } from './read-case.ts';

/** What a test may do to a search: wait, throw, look at the signal. */
export type SearchHook = (query: Query, options: SearchOptions) => Promise<void> | void;

export class MemoryEngine implements SearchEngine {
  readonly items: readonly CaseItem[];
  readonly naive: NaiveCase;
  beforeSearch: SearchHook = () => undefined;
  /** Thrown in the middle of the ids of an answer. */
  batchFault: Error | null = null;
  /** Answers every search, where it is set: ids 0 to this. */
  hugeCount: number | null = null;
  isClosed = false;
  readonly #byId: ReadonlyMap<number, CaseItem>;

  constructor(items: readonly CaseItem[]) {
    this.items = items;
    this.#byId = new Map(items.map((item) => [item.id, item]));
    this.naive = new NaiveCase(
      items.map((item) => ({ ...item, text: typeof item.text === 'string' ? item.text : null })),
    );
  }

  get searchableCount(): number {
    return this.naive.searchable.length;
  }

  get itemCount(): number {
    return this.items.length;
  }

  async search(query: Query, options: SearchOptions = {}) {
    await this.beforeSearch(query, options);
    options.signal?.throwIfAborted();
    if (this.hugeCount !== null) return this.#huge(this.hugeCount);
    const ids = this.#run(() => evaluate(query, this.naive, options));
    return { count: ids.length, batches: () => this.#batches(ids) };
  }

  async searchTop(query: Query, limit: number, options: SearchOptions = {}) {
    await this.beforeSearch(query, options);
    const hits = this.#run(() => rank(query, this.naive, options));
    return { count: hits.length, items: hits.slice(0, limit) };
  }

  async explain(query: Query, options: SearchOptions = {}) {
    const { count } = await this.search(query, options);
    const plan = { operator: query.kind, detail: '', estimate: count, count, microseconds: 1, children: [] };
    return { plan, expansions: [], hints: [], count, microseconds: 1 };
  }

  hasItem(id: number): boolean {
    return this.#byId.has(id) || (this.hugeCount !== null && id < this.hugeCount);
  }

  item(id: number): IndexedItem | undefined {
    const item = this.#byId.get(id);
    if (item === undefined) return undefined;
    const { parentId, properties, content, thumb } = item;
    const text = typeof item.text === 'string' ? 'stored' : item.text;
    return { id, luceneId: this.items.indexOf(item), parentId, properties, text, content, thumb };
  }

  storedText(id: number) {
    const bytes = Buffer.from(String(this.#byId.get(id)?.text ?? ''), 'utf8');
    return { bytes: bytes.length, pieces: () => [bytes.subarray(0, 3), bytes.subarray(3)] };
  }

  fields() {
    return this.#fieldNames().map((name) => ({
      name,
      type: this.naive.type(name),
      items: this.naive.searchable.filter((item) => this.naive.values(item, name).length > 0).length,
    }));
  }

  fieldValues(field: string): FieldValues {
    const items = new Map<string, number>();
    for (const item of this.naive.searchable) {
      for (const value of new Set(this.naive.values(item, field))) items.set(value, (items.get(value) ?? 0) + 1);
    }
    return { isComplete: true, values: [...items].map(([value, count]) => ({ value, items: count })) };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  #fieldNames(): string[] {
    return [...new Set(this.items.flatMap(({ properties }) => properties.map(([name]) => name)))].sort();
  }

  #run<T>(evaluation: () => T): T {
    try {
      return evaluation();
    } catch (fault) {
      if (fault instanceof NaiveQueryError) throw new AppError('QUERY_INVALID', fault.message);
      throw fault;
    }
  }

  *#batches(ids: readonly number[]): Generator<Uint32Array> {
    const batch = new Uint32Array(2);
    for (let i = 0; i < ids.length; i += batch.length) {
      const part = ids.slice(i, i + batch.length);
      batch.set(part);
      yield batch.subarray(0, part.length);
      if (this.batchFault !== null) throw this.batchFault;
    }
  }

  #huge(count: number) {
    const fault = this.batchFault;
    function* batches(): Generator<Uint32Array> {
      const batch = new Uint32Array(4096);
      for (let start = 0; start < count; start += batch.length) {
        const length = Math.min(batch.length, count - start);
        for (let i = 0; i < length; i++) batch[i] = start + i;
        yield batch.subarray(0, length);
        if (fault !== null && start > count / 2) throw fault;
      }
    }
    return { count, batches };
  }
}

export async function openInMemory(path: string): Promise<{ engine: MemoryEngine; caseReader: CaseReader }> {
  const caseReader = await openCase(path);
  const { items } = await readAll(caseReader);
  return { engine: new MemoryEngine(items), caseReader };
}
