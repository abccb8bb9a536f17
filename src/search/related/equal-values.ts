/**
 * Collapses to one item per value over sources of several groups. Each group is one request to an engine. It gets, for each of
 * its sources, the values for which previous sources keep an item. Within one group no exchange is needed.
 */
import { AppError } from '../../shared/errors.ts';
import type { Facet, SearchRequest } from '../search-request.ts';
import type { Target } from '../target.ts';

/** Maximum number of values that engines exchange. */
const VALUES_MAX = 1_000_000;

type Collapsed = Omit<SearchRequest, 'sources' | 'want'> & { readonly collapse: string };

/** Returns, by target, the values of the items that it keeps. Called with targets of one group. */
export type AskValues<T> = (
  targets: readonly T[],
  request: Omit<SearchRequest, 'sources'>,
  seen: SeenBefore<T>,
) => Promise<ReadonlyMap<T, readonly string[]>>;

/** By target: the values that previous targets of other groups keep. */
export type SeenBefore<T> = ReadonlyMap<T, readonly string[]>;

/** `groups`: the group of each target, in order. Throws AppError INVALID_REQUEST for too many values. */
export async function seenBefore<T extends Target>(
  groups: ReadonlyMap<T, number>,
  { query, defaultFields, sets, expand, equal, collapse }: Collapsed,
  ask: AskValues<T>,
): Promise<SeenBefore<T>> {
  const least: Facet = { kind: 'values', field: collapse, isLeast: true };
  const request = {
    ...{ query, collapse, want: [], facets: [least] },
    ...(defaultFields === undefined ? {} : { defaultFields }),
    ...(sets === undefined ? {} : { sets }),
    ...(expand === undefined ? {} : { expand }),
    ...(equal === undefined ? {} : { equal }),
  };
  const targets = [...groups.keys()];
  const kept: { readonly group: number; readonly values: readonly string[] }[] = [];
  const seen = new Map<T, readonly string[]>();
  let count = 0;
  for (let first = 0; first < targets.length; ) {
    const group = groups.get(targets[first]!)!;
    const values = kept.filter((one) => one.group !== group).flatMap((one) => [...one.values]);
    let end = first;
    for (; end < targets.length && groups.get(targets[end]!) === group; end++) seen.set(targets[end]!, values);
    if (end === targets.length) break;
    const own = targets.slice(0, end).filter((target) => groups.get(target) === group);
    const found = await ask(own, request, seen);
    for (const target of targets.slice(first, end)) {
      const some = found.get(target) ?? [];
      count += some.length;
      if (count > VALUES_MAX) throw tooMany(collapse);
      kept.push({ group, values: some });
    }
    first = end;
  }
  return seen;
}

function tooMany(field: string): AppError {
  return new AppError(
    'INVALID_REQUEST',
    `The set has more than ${VALUES_MAX} different values of ${JSON.stringify(field)}, the most that engines exchange. Narrow the set, or name one source.`,
  );
}
