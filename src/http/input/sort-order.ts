/** Parses `sort`: a list of `field:asc`, `field:desc`, `field:natural`, `field:natural-desc`, or `relevance`, or `id`. */
import type { Sort, SortKey } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { SET_PARTS_MAX } from '../limits.ts';

/** Throws AppError INVALID_REQUEST. */
export function readSort(list: readonly string[] | undefined): Sort {
  if (list !== undefined && list.length > SET_PARTS_MAX) {
    throw new AppError('INVALID_REQUEST', `"sort" has more than ${SET_PARTS_MAX} fields. Remove some.`);
  }
  const keys = list ?? [];
  if (keys.length === 0 || (keys.length === 1 && keys[0] === 'id')) return { by: 'id' };
  if (keys.length === 1 && keys[0] === 'relevance') return { by: 'relevance' };
  if (keys.includes('relevance')) {
    throw new AppError(
      'INVALID_REQUEST',
      'In "sort", "relevance" must be the only key: equal scores are ordered by source and id.',
    );
  }
  // Ties are ordered by source and id anyway.
  const fields = keys.at(-1) === 'id' ? keys.slice(0, -1) : keys;
  return { by: 'fields', keys: fields.map(keyOf) };
}

const ORDERS = new Map<string, Omit<SortKey, 'field'>>([
  ['asc', { direction: 'asc' }],
  ['desc', { direction: 'desc' }],
  ['natural', { direction: 'asc', isNatural: true }],
  ['natural-desc', { direction: 'desc', isNatural: true }],
]);

function keyOf(text: string): SortKey {
  const colon = text.lastIndexOf(':');
  const order = colon < 0 ? undefined : ORDERS.get(text.slice(colon + 1));
  const field = order === undefined ? text : text.slice(0, colon);
  if (field === '') throw new AppError('INVALID_REQUEST', 'The parameter "sort" has an empty field name.');
  return { field, ...(order ?? { direction: 'asc' }) };
}
