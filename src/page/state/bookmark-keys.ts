/**
 * Number keys of bookmarks. A bookmark gets the lowest free key when this browser first sees it, and keeps it, so that no key
 * changes during work. The key of a deleted bookmark is free after a reload.
 */
import { effect } from '@preact/signals';
import { areBookmarksKnown, bookmarks, onRenamed } from './bookmarks.ts';
import { kept } from './settings.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Names, indexed by key. */
type Keys = Readonly<Record<string, string>>;

const bookmarkKeys = kept<Keys>('bookmark-keys', {}, isNamed);

function isNamed(value: unknown): value is Keys {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([key, name]) => KEYS.includes(key) && typeof name === 'string')
  );
}

export function nameOfKey(key: string): string | undefined {
  return bookmarkKeys.peek()[key];
}

export function keyOf(name: string): string | undefined {
  return KEYS.find((key) => bookmarkKeys.value[key] === name);
}

/** A bookmark renamed here keeps its key. */
onRenamed.push((name, next) => {
  const key = keyOf(name);
  if (key !== undefined) bookmarkKeys.value = { ...bookmarkKeys.peek(), [key]: next };
});

let isFirst = true;
effect(() => {
  if (!areBookmarksKnown.value) return;
  const names = bookmarks.value.map(({ name }) => name);
  const known = bookmarkKeys.peek();
  const next: Record<string, string> = isFirst
    ? Object.fromEntries(Object.entries(known).filter(([, name]) => names.includes(name)))
    : { ...known };
  isFirst = false;
  for (const name of names) {
    if (Object.values(next).includes(name)) continue;
    const free = KEYS.find((key) => next[key] === undefined);
    if (free !== undefined) next[free] = name;
  }
  if (JSON.stringify(next) !== JSON.stringify(known)) bookmarkKeys.value = next;
});
