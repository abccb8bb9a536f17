/** A snapshot of bookmarks and selection at their first read, so that two readers within one request see the same members. */
import type { NamedItems } from '../named-sets.ts';

export class RememberedSets implements NamedItems {
  readonly #named: NamedItems;
  readonly hashSets: NamedItems['hashSets'];
  readonly #known = new Map<string | null, ReturnType<NamedItems['readMembers']>>();

  constructor(named: NamedItems, hashSets: NamedItems['hashSets'] = named.hashSets) {
    this.#named = named;
    this.hashSets = hashSets;
  }

  names(): readonly string[] {
    return this.#named.names();
  }

  get codings(): NamedItems['codings'] {
    return this.#named.codings;
  }

  get notes(): NamedItems['notes'] {
    return this.#named.notes;
  }

  get decisions(): NamedItems['decisions'] {
    return this.#named.decisions;
  }

  get reviewed(): NamedItems['reviewed'] {
    return this.#named.reviewed;
  }

  /** The members in all sources that `isPresent` accepts at the first call. */
  readMembers(
    name: string,
    isPresent: Parameters<NamedItems['readMembers']>[1],
  ): ReturnType<NamedItems['readMembers']> {
    return this.#remember(name, () => this.#named.readMembers(name, isPresent));
  }

  readSelected(isPresent: Parameters<NamedItems['readSelected']>[0]): ReturnType<NamedItems['readSelected']> {
    return this.#remember(null, () => this.#named.readSelected(isPresent));
  }

  #remember(
    key: string | null,
    read: () => ReturnType<NamedItems['readMembers']>,
  ): ReturnType<NamedItems['readMembers']> {
    const known = this.#known.get(key) ?? read();
    this.#known.set(key, known);
    return known;
  }
}
