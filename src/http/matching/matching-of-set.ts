/**
 * The question for a matching session about the items of a set. Items that were found by the query match it. Items of a given
 * set may not.
 */
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { MatchesWanted, MatchingRequest } from '../../search/text-matching.ts';

export function matchingOfSet(
  { query, defaultFields, sets, expand }: Omit<CombinedRequest, 'want'>,
  want: MatchesWanted,
): Omit<MatchingRequest, 'source'> {
  return {
    query,
    ...(defaultFields === undefined ? {} : { defaultFields }),
    ...(sets === undefined ? {} : { sets }),
    areHits: expand === undefined || expand.length === 0,
    want,
  };
}
