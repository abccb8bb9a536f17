/** The ordered items of a new review: listed in the body, or taken from a sorted set. */
import type { ItemRef } from '../../../bookmarks/reviews/batch.ts';
import { FrozenOrder } from '../../../bookmarks/reviews/frozen-order.ts';
import { type Grouping, linkedGroups } from '../../../bookmarks/reviews/linked-groups.ts';
import type { Together } from '../../../bookmarks/reviews/review.ts';
import type { Want } from '../../../search/search-request.ts';
import { AppError } from '../../../shared/errors.ts';
import { runInSlices, Slice } from '../../../shared/slices.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withAllHints } from '../../hints/all-hints.ts';
import { readSort } from '../../input/sort-order.ts';
import { runSearch, sourceAmong } from '../../searches.ts';
import { type ItemsBody, itemsOfBody } from '../bookmarks/changed-items.ts';
import { typesBySource } from '../fields.ts';
import { readSetParameters, type SetParameters } from '../set-parameters.ts';

/** Ids whose families or threads are looked up at once. */
const GROUPED_AT_ONCE = 65_536;

interface FrozenSet {
  readonly order: FrozenOrder;
  /** A source in the state in which its items were found. */
  sourceOf(id: string): ReadySource;
  /** About the query of a set. */
  readonly hints: readonly string[];
}

/** Throws NOT_FOUND for an unknown item, TOO_LARGE, and the errors of a search. */
export async function frozenSet(
  { docs, ...set }: ItemsBody,
  sort: readonly string[] | undefined,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<FrozenSet> {
  if (docs === undefined && set.q !== undefined) return ofSet(set, sort, signal, dependencies);
  // Checks that the items exist, and that nothing else selects items.
  await itemsOfBody({ docs, ...set }, { signal }, dependencies);
  if (sort !== undefined) {
    throw new AppError('INVALID_REQUEST', 'With "docs", remove "order": items keep the order of the list.');
  }
  const order = new FrozenOrder();
  for (const { source, id } of docs ?? ([] as readonly ItemRef[])) order.add(source, id);
  return { order, sourceOf: (id) => dependencies.sources.getReady(id), hints: [] };
}

async function ofSet(
  set: SetParameters,
  keys: readonly string[] | undefined,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<FrozenSet> {
  const sort = readSort(keys);
  if (sort.by === 'relevance') {
    throw new AppError(
      'INVALID_REQUEST',
      'A review cannot be ordered by "relevance", because it lists a complete set. Name fields.',
    );
  }
  const asked = await readSetParameters(set, dependencies);
  let searched: readonly ReadySource[] = [];
  const { result } = await runSearch(dependencies, {
    query: asked.query,
    sourceId: set.sourceID,
    clientSignal: signal,
    remedyIfMissing: '',
    run: async (sources, searchSignal) => {
      searched = sources;
      if (sort.by === 'fields') for (const { field } of sort.keys) await typesBySource(dependencies, sources, field);
      const want: readonly Want[] = sort.by === 'id' ? ['ids', 'hints'] : ['ids', 'keys', 'hints'];
      const request = { ...(await asked.requestOf(sources, searchSignal)), sort, want };
      const found = await dependencies.coordinator.search(sources, request, searchSignal);
      return withAllHints(found, { ...asked, collapse: set.collapse }, sources, dependencies, searchSignal);
    },
  });
  const order = new FrozenOrder();
  const slice = new Slice();
  for await (const batches of result.hits) {
    for (const { target, ids } of batches) for (const id of ids) order.add(target.id, id);
    await slice.giveWay();
  }
  return { order, sourceOf: (id) => sourceAmong(searched, id), hints: result.hints };
}

/** Returns the group name of each item, in order. Null if it has none. */
export async function groupNames(
  together: Together,
  set: FrozenSet,
  signal: AbortSignal,
  dependencies: Pick<Dependencies, 'items'>,
): Promise<Grouping> {
  if (together === 'family') return namesBy(familiesOf, set, signal, dependencies);
  if (together === 'thread') return namesBy(threadsOf, set, signal, dependencies);
  const families = await namesBy(familiesOf, set, signal, dependencies);
  const threads = await namesBy(threadsOf, set, signal, dependencies);
  return runInSlices(linkedGroups(set.order.count, [families, threads]));
}

async function namesBy(
  namesIn: NamesIn,
  { order, sourceOf }: FrozenSet,
  signal: AbortSignal,
  dependencies: Pick<Dependencies, 'items'>,
): Promise<Grouping> {
  const groups = new Array<string | null>(order.count);
  for (const [number, name] of order.names.entries()) {
    const source = sourceOf(name);
    const own: number[] = [];
    for (let at = 0; at < order.count; at++) if (order.sources[at] === number) own.push(at);
    for (let from = 0; from < own.length; from += GROUPED_AT_ONCE) {
      const some = own.slice(from, from + GROUPED_AT_ONCE);
      const ids = Uint32Array.from(some, (at) => order.ids[at]!);
      const found = await namesIn(source, ids, signal, dependencies);
      for (const [i, at] of some.entries()) groups[at] = found[i]!;
    }
  }
  return groups;
}

type NamesIn = (
  source: ReadySource,
  ids: Uint32Array,
  signal: AbortSignal,
  dependencies: Pick<Dependencies, 'items'>,
) => Promise<Grouping>;

const familiesOf: NamesIn = async (source, ids, signal, { items }) => {
  const roots = await items.familyRoots(source, ids, signal);
  return Array.from(roots, (root) => `${root}/${source.id}`);
};

/** Equal names in several sources are the same thread. */
const threadsOf: NamesIn = async (source, ids, signal, { items }) => {
  const { of, threads } = await items.threadGroups(source, ids, signal);
  return Array.from(of, (index) => (index === 0 ? null : threads[index - 1]!));
};
