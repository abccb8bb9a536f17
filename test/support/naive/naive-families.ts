/** Which family an item is of, by walking up from it. */
import { CONTAINER, kindOf } from '../../../src/schema/item-kinds.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { NaiveItem } from './naive-case.ts';

/** The topmost item above that is no container, or the item itself. */
export function naiveFamilyRoot(items: readonly NaiveItem[], id: number): number {
  let item = items.find((one) => one.id === id);
  if (item === undefined) throw new AppError('CONFLICT', `no item ${id}`);
  if ((kindOf(item) & CONTAINER) !== 0) return id;
  const seen = new Set<number>();
  let root = id;
  while (item !== undefined && !seen.has(item.id)) {
    seen.add(item.id);
    if ((kindOf(item) & CONTAINER) === 0) root = item.id;
    const { parentId }: NaiveItem = item;
    item = items.find((one) => one.id === parentId);
  }
  return root;
}
