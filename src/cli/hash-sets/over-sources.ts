/** The hash sets of a command's sources, for queries that name them and for lists of items. */
import type { SourceHashSets } from '../../hashsets/source-hash-sets.ts';
import type { Coordinator } from '../../search/combined/coordinator.ts';
import { DamageWatch } from '../../search/damage-watch.ts';
import { ItemReader } from '../../search/item-reader.ts';
import type { NamedItems } from '../../search/named-sets.ts';
import type { NamedSource } from '../open-sources.ts';
import type { HashLists } from './option.ts';

export async function hashSetsOver(
  { sets, dataDir }: HashLists,
  coordinator: Coordinator<NamedSource>,
): Promise<SourceHashSets<NamedSource>> {
  const { isHashProperty } = await import('../../hashsets/found-items.ts');
  const { SourceHashSets } = await import('../../hashsets/source-hash-sets.ts');
  const { hashedItems } = await import('../../search/sets/hashed-items.ts');
  const items = new ItemReader<NamedSource>(new DamageWatch((_, fault) => fault));
  return new SourceHashSets<NamedSource>(sets, dataDir, (source) => ({
    identity: source.summary.identity,
    batches: () => hashedItems(source, { coordinator, items }, isHashProperty),
  }));
}

/** The hash sets by the names that queries use. */
export async function hashSetsOf(
  lists: HashLists,
  sources: readonly NamedSource[],
  coordinator: Coordinator<NamedSource>,
): Promise<NonNullable<NamedItems['hashSets']>> {
  const { namedHashSets } = await import('../../search/sets/hashed-items.ts');
  return namedHashSets(await hashSetsOver(lists, coordinator), () => sources);
}
