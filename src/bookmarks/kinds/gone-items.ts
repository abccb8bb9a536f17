/** Items of a set that their source no longer has. A snapshot, made from the answers of the sources. */
import type { SourceItems } from '../references.ts';

export interface GoneItems {
  /** By source, ids ascending. */
  readonly items: readonly SourceItems[];
  /** Whether all sources with members were examined. */
  readonly isComplete: boolean;
}

export const NOTHING_GONE: GoneItems = { items: [], isComplete: true };

export type IsGone = (item: { readonly source: string; readonly id: number }) => boolean;

export function isGoneOf({ items }: GoneItems): IsGone {
  const bySource = new Map(items.map(({ source, ids }) => [source, new Set(ids)]));
  return ({ source, id }) => bySource.get(source)?.has(id) === true;
}
