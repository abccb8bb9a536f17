/** What a session of matching is asked about the items of a set: those that a query finds match it, those that came with them may not. */
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
