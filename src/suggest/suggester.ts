/**
 * What people may want to type next: names of fields, values of a field, names of bookmarks. An index is built when a
 * field is first asked for, kept while the sources and their order stay the same, and the least recently used one is dropped when there
 * are too many.
 */
import type { SearchEngine } from '../search/search-engine.ts';
import { type Suggestion, ValueIndex } from './value-index.ts';

export interface SuggesterOptions {
  /** The engines of every source that is ready. */
  readonly engines: () => readonly SearchEngine[];
  /** Called when an engine fails. If it returns true, only the others are asked; else the fault is thrown. */
  readonly onFault: (engine: SearchEngine, fault: unknown) => boolean;
  /** Every bookmark with its number of items. */
  readonly bookmarks: () => readonly Suggestion[];
}

const indexCountMax = 32;

export class Suggester {
  readonly #options: SuggesterOptions;
  /** By field, least recently used first. Field names and bookmarks have keys of their own. */
  readonly #indexes = new Map<string, CachedIndex>();

  constructor(options: SuggesterOptions) {
    this.#options = options;
  }

  /** Most items first. No `field` means the names of fields, `bookmark` those of bookmarks. Unknown fields have none. */
  async suggest(field: string | null, prefix: string, limit: number): Promise<readonly Suggestion[]> {
    const index = await this.#index(field);
    return index.suggest(prefix, limit);
  }

  #index(field: string | null): Promise<ValueIndex> {
    if (field === 'bookmark') {
      const bookmarks = this.#options.bookmarks();
      const state = bookmarks.flatMap(({ value, items }) => [value, items]);
      return this.#cached('bookmarks', state, () => bookmarks);
    }
    const engines = this.#options.engines();
    if (field === null) return this.#cached('fields', engines, () => this.#sum(engines, fieldNames));
    return this.#cached(`field ${field}`, engines, () =>
      this.#sum(engines, (engine) => engine.fieldValues(field).values),
    );
  }

  #sum(engines: readonly SearchEngine[], valuesOf: (engine: SearchEngine) => readonly Suggestion[]): Suggestion[] {
    const items = new Map<string, number>();
    for (const engine of engines) {
      try {
        for (const { value, items: count } of valuesOf(engine)) items.set(value, (items.get(value) ?? 0) + count);
      } catch (fault) {
        if (!this.#options.onFault(engine, fault)) throw fault;
      }
    }
    return [...items].map(([value, count]) => ({ value, items: count }));
  }

  /** `state` is what the index depends on: another state means another index. */
  #cached(key: string, state: readonly unknown[], values: () => readonly Suggestion[]): Promise<ValueIndex> {
    const known = this.#indexes.get(key);
    this.#indexes.delete(key);
    if (known !== undefined && isSameState(known.state, state)) {
      this.#indexes.set(key, known);
      return known.index;
    }
    const index = ValueIndex.build(values());
    const entry: CachedIndex = { state, index };
    this.#indexes.set(key, entry);
    index.catch(() => {
      if (this.#indexes.get(key) === entry) this.#indexes.delete(key);
    });
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= indexCountMax) break;
      this.#indexes.delete(oldest);
    }
    return index;
  }
}

interface CachedIndex {
  readonly state: readonly unknown[];
  readonly index: Promise<ValueIndex>;
}

function isSameState(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

function fieldNames(engine: SearchEngine): Suggestion[] {
  return engine.fields().map(({ name, items }) => ({ value: name, items }));
}
