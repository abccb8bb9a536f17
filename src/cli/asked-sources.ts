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
import type { NamedSource } from './open-sources.ts';

export class AskedSources {
  readonly #sources: readonly NamedSource[];
  readonly #coordinator: Coordinator<NamedSource>;
  readonly #items: ItemReader<NamedSource>;

  constructor(sources: readonly NamedSource[]) {
    const watch = new DamageWatch<NamedSource>(() => undefined);
    this.#sources = sources;
    this.#coordinator = new Coordinator(watch);
    this.#items = new ItemReader(watch);
  }

  async search(request: CombinedRequest, signal: AbortSignal): Promise<CombinedAnswer<NamedSource>> {
    return whole(await this.#coordinator.search(this.#sources, request, signal));
  }

  async explain(request: CombinedRequest, signal: AbortSignal): Promise<Combined<NamedSource, Explanation>['found']> {
    return whole(await this.#coordinator.explain(this.#sources, request, signal)).found;
  }

  records(source: NamedSource, ids: Uint32Array, signal: AbortSignal): Promise<readonly (IndexedItem | null)[]> {
    return this.#items.records(source, ids, signal);
  }
}

function whole<A extends { readonly damaged: readonly Damaged<unknown>[] }>(answer: A): A {
  for (const { fault } of answer.damaged) throw fault;
  return answer;
}
