/**
 * Completes text while it is typed: names of fields, values of a field, names of bookmarks. An index is built on the first
 * request for a field, and kept while the sources and their order stay the same. If there are too many, the least recently used
 * one is dropped.
 */
import type { Combined } from '../search/combined/combined-answer.ts';
import type { Coordinator } from '../search/combined/coordinator.ts';
import type { FieldSummary } from '../search/search-engine.ts';
import type { Target } from '../search/target.ts';
import type { KnownValues, ValueQuestions } from '../search/value-questions.ts';
import { type Suggestion, VALUE_COUNT_MAX, ValueIndex } from './value-index.ts';

export interface SuggesterOptions {
  readonly coordinator: Pick<Coordinator<Target>, 'fields' | 'fieldValues'>;
  /**
   * Answers requests for names and values of fields in the process that has the sources. If absent, the indexes for them are
   * built here.
   */
  readonly values?: Pick<ValueQuestions, 'suggest'>;
}

const INDEX_COUNT_MAX = 32;

export class Suggester {
  readonly #options: SuggesterOptions;
  /** By field, least recently used first. Field names and bookmarks have separate keys. */
  readonly #indexes = new Map<string, CachedIndex>();

  constructor(options: SuggesterOptions) {
    this.#options = options;
  }

  /** Returns suggestions, those with most items first. `bookmarks` has every bookmark with its number of items. */
  async suggestBookmarks(
    bookmarks: readonly Suggestion[],
    prefix: string,
    limit: number,
  ): Promise<KnownValues<Suggestion>> {
    const state = bookmarks.flatMap(({ value, items }) => [value, items]);
    const known = await this.#cached('bookmarks', state, async () => ({ values: bookmarks, isComplete: true }));
    return known.suggest(prefix, limit);
  }

  /**
   * Returns suggestions, those with most items first. Without `field`, these are names of fields. Unknown fields have no
   * values.
   */
  async suggest(
    targets: readonly Target[],
    field: string | null,
    prefix: string,
    limit: number,
  ): Promise<KnownValues<Suggestion>> {
    const { values } = this.#options;
    if (values === undefined) return this.suggestOf(targets, field, prefix, limit);
    return targets.length === 0
      ? NOTHING
      : values.suggest(
          targets.map(({ name }) => name),
          field,
          prefix,
          limit,
        );
  }

  /** Like `suggest`, for names and values of fields in some sources. Builds the indexes here. */
  async suggestOf(
    targets: readonly Target[],
    field: string | null,
    prefix: string,
    limit: number,
  ): Promise<KnownValues<Suggestion>> {
    const { coordinator } = this.#options;
    const state = targets.flatMap(({ engine, name }) => [engine, name]);
    const index =
      field === null
        ? this.#cached('fields', state, async () => fieldNames(await coordinator.fields(targets)))
        : this.#cached(`field ${field}`, state, async () => {
            const { found } = await coordinator.fieldValues(targets, field);
            const isComplete = found.every(({ value }) => value.isComplete);
            return { values: summed(found.map(({ value }) => value.values)), isComplete };
          });
    return (await index).suggest(prefix, limit);
  }

  /** `state` is everything that the index depends on. If it has changed, a new index is built. */
  #cached(key: string, state: readonly unknown[], values: () => Promise<KnownValues<Suggestion>>): Promise<KnownIndex> {
    const known = this.#indexes.get(key);
    this.#indexes.delete(key);
    if (known !== undefined && isSameState(known.state, state)) {
      this.#indexes.set(key, known);
      return known.index;
    }
    const index = values().then(async (found) => new KnownIndex(await ValueIndex.build(found.values), found));
    const entry: CachedIndex = { state, index };
    this.#indexes.set(key, entry);
    index.catch(() => {
      if (this.#indexes.get(key) === entry) this.#indexes.delete(key);
    });
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= INDEX_COUNT_MAX) break;
      this.#indexes.delete(oldest);
    }
    return index;
  }
}

interface CachedIndex {
  readonly state: readonly unknown[];
  readonly index: Promise<KnownIndex>;
}

/** An index of values, and whether they are complete. */
class KnownIndex {
  readonly #index: ValueIndex;
  readonly #isComplete: boolean;

  constructor(index: ValueIndex, { isComplete, values }: KnownValues<Suggestion>) {
    this.#index = index;
    this.#isComplete = isComplete && values.length <= VALUE_COUNT_MAX;
  }

  suggest(prefix: string, limit: number): KnownValues<Suggestion> {
    return { values: this.#index.suggest(prefix, limit), isComplete: this.#isComplete };
  }
}

const NOTHING: KnownValues<Suggestion> = { values: [], isComplete: true };

function isSameState(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

/** Returns one suggestion per value, with its number of items in all sources. */
function summed(sources: readonly (readonly Suggestion[])[]): Suggestion[] {
  const sums = new Map<string, number>();
  for (const { value, items } of sources.flat()) sums.set(value, (sums.get(value) ?? 0) + items);
  return [...sums].map(([value, items]) => ({ value, items }));
}

/** Returns the names of fields. A common name counts the items of the fields that it means. */
function fieldNames({ found }: Combined<Target, readonly FieldSummary[]>): KnownValues<Suggestion> {
  const own = summed(found.map(({ value }) => value.map(({ name, items }) => ({ value: name, items }))));
  const usual = summed(
    found.map(({ value }) =>
      value.flatMap(({ usualNames = [], items }) => usualNames.map((name) => ({ value: name, items }))),
    ),
  );
  const isOwn = new Set(own.map(({ value }) => value));
  const others = usual.filter(({ value }) => !isOwn.has(value));
  return { values: [...others.map((one) => ({ ...one, usual: true as const })), ...own], isComplete: true };
}
