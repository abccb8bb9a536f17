/** Translates a request over several engines into one request for each, with the engine's own names of sources and sets. */
import { AppError } from '../../shared/errors.ts';
import type { OutsideSet, Position, SearchRequest } from '../search-request.ts';
import type { Target } from '../target.ts';
import { positionIn } from './merged-hits.ts';

/** A request with sources by id, also in external sets. */
export interface CombinedRequest extends Omit<SearchRequest, 'sources' | 'limit'> {
  /** Number of items to skip, over all sources. Not with `after`. */
  readonly offset?: number;
  readonly limit?: number;
  /** The last item of the previous page. */
  readonly after?: Position & { readonly source: string };
}

/** The order of the sources, and the rank of the position's source. */
export interface Orders {
  readonly ranks: ReadonlyMap<string, number>;
  readonly after: Position;
  readonly rankOfAfter: number;
}

export function orderOf(targets: readonly Target[], after: CombinedRequest['after']): Orders | null {
  if (after === undefined) return null;
  const ranks = new Map(targets.map(({ id }, rank) => [id, rank]));
  const rankOfAfter = ranks.get(after.source);
  if (rankOfAfter === undefined) {
    throw new AppError(
      'INVALID_REQUEST',
      `The position is in the source ${JSON.stringify(after.source)}, which is not searched.`,
    );
  }
  return { ranks, after, rankOfAfter };
}

/** The request for one engine: sources and sets under its own names. */
export function requestOf(
  targets: readonly Target[],
  { offset: _offset, after: _after, limit: _limit, sets, seen, want, ...shared }: CombinedRequest,
  orders: Orders | null,
  { skip, limit }: { readonly skip: number; readonly limit: number | undefined },
  isMerged: boolean,
): SearchRequest {
  const sources = targets.map(({ id, name }) =>
    orders === null
      ? { source: name, ...(skip === 0 ? {} : { skip }) }
      : { source: name, after: positionIn(orders.after, orders.ranks.get(id)!, orders.rankOfAfter) },
  );
  // Orders other than by id are merged by their keys.
  const needsKeys = isMerged && want.includes('ids') && shared.sort !== undefined && shared.sort.by !== 'id';
  return {
    ...shared,
    ...seenIn(targets, seen),
    sources,
    want: needsKeys && !want.includes('keys') ? [...want, 'keys'] : want,
    ...(limit === undefined ? {} : { limit }),
    ...(sets === undefined ? {} : { sets: sets.map((set) => renamed(set, targets)) }),
  };
}

/** The part for these sources, under their names in the engine. */
export function seenIn(targets: readonly Target[], seen: SearchRequest['seen']): Pick<SearchRequest, 'seen'> {
  const known = new Map(seen);
  const own = targets.flatMap(({ id, name }) => (known.has(id) ? [[name, known.get(id)!] as const] : []));
  return own.length === 0 ? {} : { seen: own };
}

/** Two sources on the same index may have different items in a set, so the version also contains the ids of the sources. */
export function renamed({ items, version, ...set }: OutsideSet, targets: readonly Target[]): OutsideSet {
  const own = new Map<string, Uint32Array | 'all'>();
  for (const target of targets) {
    const ids = items.get(target.id);
    if (ids !== undefined) own.set(target.name, ids);
  }
  if (version === undefined) return { ...set, items: own };
  return { ...set, items: own, version: JSON.stringify([version, ...targets.map(({ id }) => id)]) };
}
