/**
 * Expansions to items with a common value of a field: duplicates, mails of a thread, and near duplicates. With sources of
 * several engines, each engine first returns the values of its items, and then every engine gets all values. A single engine
 * needs no exchange.
 */
import { NEAR_DUPLICATES_FIELD, THREAD_FIELD } from '../../schema/well-known-fields.ts';
import { AppError } from '../../shared/errors.ts';
import type { EqualExpand, Facet, SearchRequest } from '../search-request.ts';

/** Maximum number of values that engines exchange. */
const VALUES_MAX = 1_000_000;

/** The field whose equal values each expansion follows. */
export const EQUAL_FIELDS: Readonly<Record<EqualExpand, string>> = {
  duplicates: 'hash',
  thread: THREAD_FIELD,
  neardup: NEAR_DUPLICATES_FIELD,
};

type Asked = Pick<SearchRequest, 'expand'>;

/** The expansions in a request. */
export function equalExpansions({ expand = [] }: Asked): readonly EqualExpand[] {
  return (Object.keys(EQUAL_FIELDS) as EqualExpand[]).filter((one) => expand.includes(one));
}

export function needsValues(asked: Asked, engines: number): boolean {
  return engines > 1 && equalExpansions(asked).length > 0;
}

/** The request for the values of the items that the query finds. */
export function valuesRequest<R extends Omit<SearchRequest, 'sources'>>({ query, defaultFields, sets, expand }: R) {
  const facets = equalExpansions({ ...(expand === undefined ? {} : { expand }) }).map(
    (one): Facet => ({ kind: 'values', field: EQUAL_FIELDS[one] }),
  );
  return {
    query,
    want: [],
    facets,
    ...(defaultFields === undefined ? {} : { defaultFields }),
    ...(sets === undefined ? {} : { sets }),
  } as const;
}

/** The folded values of all answers. Throws AppError INVALID_REQUEST for too many. */
export function valuesOf(
  asked: Asked,
  facets: readonly { readonly counts: readonly { readonly key: string }[] }[],
): NonNullable<SearchRequest['equal']> {
  return equalExpansions(asked).map((one, i) => {
    const { counts } = facets[i]!;
    if (counts.length > VALUES_MAX) throw tooMany(one, counts.length);
    return [one, counts.map(({ key }) => key)];
  });
}

function tooMany(expand: EqualExpand, count: number): AppError {
  return new AppError(
    'INVALID_REQUEST',
    `The set has ${count} different values of ${JSON.stringify(EQUAL_FIELDS[expand])}; "expand":"${expand}" over several engines allows ${VALUES_MAX}. Narrow the set, or name one source.`,
  );
}
