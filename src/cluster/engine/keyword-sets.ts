/** The items of each query of a list, on one source. A query that does not parse or plan stays as it is: the item store refuses it alike. */
import type { Query } from '../../../grammar/ast.ts';
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { QueryReader } from '../../query/keywords/keyword-report.ts';
import type { KeywordsRequest } from '../../search/keywords.ts';
import { AppError } from '../../shared/errors.ts';
import type { MemoryLimits } from '../../shared/query-memory.ts';

export interface KeywordSets {
  readonly sets: readonly (readonly [number: number, ids: Uint32Array | 'all'])[];
}

export async function keywordSets(
  request: KeywordsRequest,
  { query: room }: MemoryLimits,
  idsOf: (query: Query) => Promise<Uint32Array | 'all'>,
): Promise<KeywordSets> {
  const reader = new QueryReader(request);
  const sets: [number, Uint32Array | 'all'][] = [];
  let bytes = 0;
  for (let number = 0; number < request.queries.ends.length; number++) {
    if (request.left?.[number] === 1) continue;
    try {
      const ids = await idsOf(reader.at(number));
      sets.push([number, ids]);
      bytes += ids === 'all' ? 0 : ids.byteLength;
    } catch (fault) {
      const isRefused =
        fault instanceof QuerySyntaxError || (fault instanceof AppError && fault.code === 'QUERY_INVALID');
      if (!isRefused) throw fault;
    }
    if (bytes > room) {
      throw new AppError(
        'INVALID_REQUEST',
        `The queries of the list find more items than ${Math.round(room / 2 ** 20)} MiB hold. Divide the list, or raise --query-memory.`,
      );
    }
  }
  return { sets };
}
