/** The sources of a command, asked together. Damage of an index is a fault here: a command does not go on without a source. */
import {
  type Combined,
  type CombinedAnswer,
  type CombinedRequest,
  Coordinator,
  type Damaged,
} from '../search/coordinator.ts';
import { DamageWatch } from '../search/damage-watch.ts';
import type { Explanation } from '../search/explanation.ts';
import { ItemReader } from '../search/item-reader.ts';
import type { IndexedItem } from '../search/item-store.ts';
import { type NamedItems, namedSets } from '../search/named-sets.ts';
import type { OutsideSet } from '../search/search-request.ts';
import { takeSets } from '../search/set-clauses.ts';
import { AppError } from '../shared/errors.ts';
import type { NamedSource } from './open-sources.ts';

export class AskedSources {
  readonly #sources: readonly NamedSource[];
  readonly #coordinator: Coordinator<NamedSource>;
  readonly #items: ItemReader<NamedSource>;
  readonly #named: SetReader;

  /** `named`: reads bookmarks and selection, for queries that name them. */
  constructor(sources: readonly NamedSource[], named: SetReader = noBookmarks) {
    this.#named = named;
    const watch = new DamageWatch<NamedSource>(() => undefined);
    this.#sources = sources;
    this.#coordinator = new Coordinator(watch);
    this.#items = new ItemReader(watch);
  }

  async search(request: CombinedRequest, signal: AbortSignal): Promise<CombinedAnswer<NamedSource>> {
    return whole(await this.#coordinator.search(this.#sources, await this.#withSets(request), signal));
  }

  async explain(request: CombinedRequest, signal: AbortSignal): Promise<Combined<NamedSource, Explanation>['found']> {
    return whole(await this.#coordinator.explain(this.#sources, await this.#withSets(request), signal)).found;
  }

  records(source: NamedSource, ids: Uint32Array, signal: AbortSignal): Promise<readonly (IndexedItem | null)[]> {
    return this.#items.records(source, ids, signal);
  }

  /** With the items that the query names by bookmark, selection or source. */
  async #withSets(request: CombinedRequest): Promise<CombinedRequest> {
    if (request.query.kind === 'unparsed') return request;
    const { query, clauses } = takeSets(request.query);
    if (clauses.length === 0) return request;
    const ids = this.#sources.map(({ id }) => id);
    const read = (named: NamedItems): Promise<readonly OutsideSet[]> => namedSets(clauses, ids, named);
    const needsStore = clauses.some(({ field }) => field !== 'source');
    return { ...request, query, sets: needsStore ? await this.#named(read) : await read(NOTHING_NAMED) };
  }
}

/** Opens bookmarks and selection for as long as they are read. */
export type SetReader = (read: (named: NamedItems) => Promise<readonly OutsideSet[]>) => Promise<readonly OutsideSet[]>;

const noBookmarks: SetReader = () => {
  throw new AppError(
    'USAGE',
    'Bookmarks and the selection belong to the sources of a sources file: give --sources FILE, not --case.',
  );
};

/** Before anything was bookmarked. */
export const NOTHING_NAMED: NamedItems = {
  names: () => [],
  readMembers: async () => [],
  readSelected: async () => [],
};

function whole<A extends { readonly damaged: readonly Damaged<unknown>[] }>(answer: A): A {
  for (const { fault } of answer.damaged) throw fault;
  return answer;
}
