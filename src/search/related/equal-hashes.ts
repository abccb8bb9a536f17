/**
 * Duplicates over sources of several engines: each engine first tells the hashes of what the query finds, then all of them get all
 * of these. One engine finds its own without that.
 */
import { AppError } from '../../shared/errors.ts';
import type { Facet, SearchRequest } from '../search-request.ts';

/** Hashes that are sent between engines at most. */
const HASHES_MAX = 1_000_000;
/** What is asked of each engine. */
const HASHES: Facet = { kind: 'values', field: 'hash' };

type Asked = Pick<SearchRequest, 'expand'>;

export function needsHashes({ expand }: Asked, engines: number): boolean {
  return engines > 1 && expand !== undefined && expand.includes('duplicates');
}

/** The request for the hashes of what the query finds. */
export function hashesRequest<R extends Omit<SearchRequest, 'sources'>>({ query, defaultFields, sets }: R) {
  return {
    query,
    want: [],
    facets: [HASHES],
    ...(defaultFields === undefined ? {} : { defaultFields }),
    ...(sets === undefined ? {} : { sets }),
  } as const;
}

/** The folded hashes of all answers. Throws AppError INVALID_REQUEST for too many. */
export function hashesOf(counts: readonly { readonly key: string }[]): readonly string[] {
  if (counts.length <= HASHES_MAX) return counts.map(({ key }) => key);
  throw new AppError(
    'INVALID_REQUEST',
    `The set has ${counts.length} different hashes; duplicates over several engines can be found of ${HASHES_MAX}. Narrow it down, or name one source.`,
  );
}
