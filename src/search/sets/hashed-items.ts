/** Items with their hashes, and the sets of hashes that queries name. */
import type { Coordinator } from '../combined/coordinator.ts';
import type { ItemReader } from '../item-reader.ts';
import type { IndexedItem } from '../item-store.ts';
import type { NamedItems } from '../named-sets.ts';
import type { Target } from '../target.ts';

const RECORDS_AT_ONCE = 2000;

interface Asking<T extends Target> {
  readonly coordinator: Coordinator<T>;
  readonly items: ItemReader<T>;
}

/** Yields all items that a search can hit, with their properties that contain hashes. */
export async function* hashedItems<T extends Target>(
  source: T,
  { coordinator, items }: Asking<T>,
  isHash: (property: string) => boolean,
): AsyncGenerator<readonly IndexedItem[], void> {
  const shown = (await items.propertyNames(source)).filter(isHash);
  if (shown.length === 0) return;
  const { hits, damaged } = await coordinator.search([source], { query: { kind: 'all' }, want: ['ids'] });
  for (const { fault } of damaged) throw fault;
  for await (const batches of hits) {
    for (const { ids } of batches) {
      for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) {
        const records = await items.records(source, ids.slice(from, from + RECORDS_AT_ONCE), undefined, shown);
        yield records.filter((record) => record !== null);
      }
    }
  }
}

interface SetsOfSources<S> {
  readonly names: readonly string[];
  readonly sets: readonly { readonly name: string; readonly head: { readonly digest: string } }[];
  of(source: S): Promise<ReadonlyMap<string, Uint32Array>>;
}

/** Hash sets by the names that queries use. */
export function namedHashSets<S extends { readonly id: string }>(
  sets: SetsOfSources<S>,
  sources: () => readonly S[],
): NonNullable<NamedItems['hashSets']> {
  return {
    digests: new Map(sets.sets.map(({ name, head }) => [name, head.digest])),
    async readMembers(name, isPresent) {
      const found: { source: string; ids: Uint32Array }[] = [];
      for (const source of sources()) {
        if (!isPresent(source.id)) continue;
        const ids = (await sets.of(source)).get(name);
        if (ids !== undefined) found.push({ source: source.id, ids });
      }
      return found;
    },
  };
}
