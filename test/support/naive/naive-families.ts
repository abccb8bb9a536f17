/** The family of an item, and its nearest ancestor with a property, by walking up. */
import { CONTAINER, kindOf } from '../../../src/schema/item-kinds.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { NaiveItem } from './naive-case.ts';

/**
 * Returns the topmost ancestor that is not a container, or the item itself. In a cycle of parents, the one with the lowest id.
 */
export function naiveFamilyRoot(items: readonly NaiveItem[], id: number): number {
  const start = items.find((one) => one.id === id);
  if (start === undefined) throw new AppError('CONFLICT', `no item ${id}`);
  if (isContainer(start)) return id;
  const way: NaiveItem[] = [];
  let item: NaiveItem | undefined = start;
  while (item !== undefined && !way.includes(item)) {
    way.push(item);
    const { parentId }: NaiveItem = item;
    item = items.find((one) => one.id === parentId);
  }
  const circle = item === undefined ? [] : way.slice(way.indexOf(item));
  const ends = circle.filter((one) => !isContainer(one)).map((one) => one.id);
  return ends.length > 0 ? Math.min(...ends) : way.filter((one) => !isContainer(one)).at(-1)!.id;
}

/**
 * Returns the value of the item, or of the nearest ancestor with one; undefined if there is none, or a container comes before.
 */
export function naiveNearest<T>(
  items: readonly NaiveItem[],
  id: number,
  ownValueOf: (item: NaiveItem) => T | undefined,
): T | undefined {
  const way: NaiveItem[] = [];
  let item = items.find((one) => one.id === id);
  while (item !== undefined && !way.includes(item)) {
    const value = ownValueOf(item);
    if (value !== undefined) return value;
    if (isContainer(item)) return undefined;
    way.push(item);
    const { parentId }: NaiveItem = item;
    item = items.find((one) => one.id === parentId);
  }
  return undefined;
}

function isContainer(item: NaiveItem): boolean {
  return (kindOf(item) & CONTAINER) !== 0;
}
