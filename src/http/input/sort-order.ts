/** `sort` of a request: a list of `field:asc`, `field:desc`, or `relevance`, or `id`. */
import type { Sort, SortKey } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { SET_PARTS_MAX } from '../limits.ts';

/** Throws AppError INVALID_REQUEST. */
export function readSort(list: readonly string[] | undefined): Sort {
  if (list !== undefined && list.length > SET_PARTS_MAX) {
    throw new AppError('INVALID_REQUEST', `"sort" has more than ${SET_PARTS_MAX} fields. Leave some out.`);
  }
  const keys = list ?? [];
  if (keys.length === 0 || (keys.length === 1 && keys[0] === 'id')) return { by: 'id' };
  if (keys.length === 1 && keys[0] === 'relevance') return { by: 'relevance' };
  if (keys.includes('relevance')) {
    throw new AppError('INVALID_REQUEST', 'In "sort", "relevance" stands alone: equal scores come by source and id.');
  }
  // Ties are by source and id anyway.
  const fields = keys.at(-1) === 'id' ? keys.slice(0, -1) : keys;
  return { by: 'fields', keys: fields.map(keyOf) };
}

function keyOf(text: string): SortKey {
  const colon = text.lastIndexOf(':');
  const direction = text.slice(colon + 1);
  if (colon >= 0 && (direction === 'asc' || direction === 'desc')) return named(text.slice(0, colon), direction);
  return named(text, 'asc');
}

function named(field: string, direction: SortKey['direction']): SortKey {
  if (field === '') throw new AppError('INVALID_REQUEST', 'The parameter "sort" has an empty field name.');
  return { field, direction };
}
