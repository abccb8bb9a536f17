/** Lists members of bookmarks for clients. Only listed sources count, in their order. */
import type { Includes, SourceItems } from '../../bookmarks/references.ts';
import type { SourceList } from '../../sources/source-list.ts';

/** A source that failed to open is still listed: its memberships are shown even if its items cannot be read. */
export function isListed(sources: Pick<SourceList, 'list'>): Includes {
  const ids = new Set(sources.list().map(({ id }) => id));
  return (source) => ids.has(source);
}

export function inListedOrder(sources: Pick<SourceList, 'list'>, members: readonly SourceItems[]): SourceItems[] {
  const order = new Map(sources.list().map(({ id }, index) => [id, index]));
  return [...members].sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0));
}
