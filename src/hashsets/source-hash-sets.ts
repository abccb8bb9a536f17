/** The hash sets of a server or a command, and the items of each source in them, which are computed on first use. */
import { AppError } from '../shared/errors.ts';
import { type HashSet, hashSetDirectory } from './build-hash-set.ts';
import { foundItems, type HashedItems } from './found-items.ts';

export interface HashedSource {
  readonly id: string;
  readonly summary: { readonly identity: string };
}

type Found = Promise<ReadonlyMap<string, Uint32Array>>;

export class SourceHashSets<S extends HashedSource> {
  readonly sets: readonly HashSet[];
  readonly #directory: string;
  readonly #itemsOf: (source: S) => HashedItems;
  readonly #found = new Map<string, Found>();

  constructor(sets: readonly HashSet[], dataDir: string, itemsOf: (source: S) => HashedItems) {
    this.sets = sets;
    this.#directory = hashSetDirectory(dataDir);
    this.#itemsOf = itemsOf;
  }

  get names(): readonly string[] {
    return this.sets.map(({ name }) => name);
  }

  /**
   * Returns ascending ids by the name of the set. Throws errors of reading the items, and SOURCE_UNAVAILABLE for a damaged set.
   */
  of(source: S): Found {
    const { identity } = source.summary;
    const key = `${identity} ${source.id}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#compute(source);
      this.#found.set(key, found);
      // A failure is not cached.
      found.catch(() => this.#found.delete(key));
    }
    return found;
  }

  /** Returns for each id the names of the sets with the item. */
  async namesOf(source: S, ids: readonly number[]): Promise<readonly (readonly string[])[]> {
    const { lists, of } = await this.listsOf(source, Uint32Array.from(ids));
    return Array.from(of, (list) => lists[list]!);
  }

  /** Returns the distinct lists of names, and for each id the number of its list. */
  async listsOf(
    source: S,
    ids: Uint32Array,
  ): Promise<{ readonly lists: readonly (readonly string[])[]; readonly of: Uint32Array }> {
    const found = [...(await this.of(source))];
    const lists: string[][] = [];
    const numbers = new Map<string, number>();
    const of = ids.map((id) => {
      const sets = found.flatMap(([, own], n) => (has(own, id) ? [n] : []));
      const known = numbers.get(sets.join());
      if (known !== undefined) return known;
      numbers.set(sets.join(), lists.length);
      return lists.push(sets.map((n) => found[n]![0])) - 1;
    });
    return { lists, of };
  }

  async #compute(source: S): Promise<ReadonlyMap<string, Uint32Array>> {
    const found = await foundItems(this.sets, this.#itemsOf(source), this.#directory).catch((fault: unknown) => {
      if (fault instanceof AppError) throw fault;
      const message = `A hash set ${(fault as Error).message}.`;
      throw new AppError('SOURCE_UNAVAILABLE', message, { cause: fault });
    });
    return new Map(this.sets.map(({ name }, n) => [name, found[n]!]));
  }
}

function has(ids: Uint32Array, id: number): boolean {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
}
