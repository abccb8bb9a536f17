/** Answers questions about values in an engine process: suggestions with their indexes, and distinct values. */
import { Coordinator } from '../search/combined/coordinator.ts';
import { DamageWatch } from '../search/damage-watch.ts';
import type { ItemStore } from '../search/item-store.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import type { Target } from '../search/target.ts';
import type { KnownValues } from '../search/value-questions.ts';
import { distinctValues } from '../suggest/distinct-values.ts';
import { Suggester } from '../suggest/suggester.ts';
import { encodeFault } from './faults.ts';
import type { Calls, WireDamage } from './protocol.ts';

export class ValueSession {
  readonly #engine: SearchEngine;
  readonly #items: ItemStore;
  readonly #damage = new Map<string, Error>();
  readonly #coordinator = new Coordinator<Target>(
    new DamageWatch(({ id }, fault) => {
      this.#damage.set(id, fault);
      return fault;
    }),
  );
  #suggester: Suggester;

  constructor(engine: SearchEngine, items: ItemStore) {
    this.#engine = engine;
    this.#items = items;
    this.#suggester = this.#fresh();
  }

  /** Drops cached values of a source when it is opened or dropped. */
  forget(source: string): void {
    this.#damage.delete(source);
    this.#suggester = this.#fresh();
  }

  async suggest({ sources, field, prefix, limit }: Calls['suggest']['argument']): Promise<Calls['suggest']['result']> {
    const { values, isComplete } = await this.#suggester.suggestOf(this.#targets(sources), field, prefix, limit);
    return { suggestions: values, isComplete, damaged: this.#damagedAmong(sources) };
  }

  async distinct(
    { sources, field }: Calls['distinct']['argument'],
    signal: AbortSignal,
  ): Promise<KnownValues<string> & { readonly damaged: readonly WireDamage[] }> {
    const known = await distinctValues(this.#coordinator, this.#targets(sources), field, signal);
    return { ...known, damaged: this.#damagedAmong(sources) };
  }

  #fresh(): Suggester {
    return new Suggester({ coordinator: this.#coordinator });
  }

  #targets(sources: readonly string[]): readonly Target[] {
    return sources.map((name) => ({ id: name, name, engine: this.#engine, items: this.#items }));
  }

  #damagedAmong(sources: readonly string[]): readonly WireDamage[] {
    return sources.flatMap((source) => {
      const fault = this.#damage.get(source);
      return fault === undefined ? [] : [{ source, fault: encodeFault(fault) }];
    });
  }
}
