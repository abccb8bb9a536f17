/**
 * The generations of indexes that this process has open. Their files stay after newer generations were published, because a new
 * engine process that replaces an ended one opens them again.
 */
import { type LockToken, proveDataLock } from '../data-dir/data-lock.ts';
import { removeLeftovers, removeOlder } from '../indexing/generations.ts';

/** Number of openings by path of the generation. */
const held = new Map<string, number>();

const isHeld = (path: string): boolean => held.has(path);

/**
 * Removes the older generations of a case that are not open, and, if `isIdle`, leftovers of killed builds. Throws LOCK_LOST.
 */
export function removeUnheld(directory: string, lock: LockToken | undefined, isIdle: boolean): void {
  if (lock !== undefined) proveDataLock(lock);
  if (isIdle) removeLeftovers(directory, isHeld);
  else removeOlder(directory, isHeld);
}

/**
 * Opens the index of a generation, and keeps its files until it is closed. Without a lock, nothing is removed when it is
 * closed.
 */
export async function openHeld<T extends { close(): Promise<void> }>(
  path: string,
  open: () => Promise<T>,
  { directory, lock }: { readonly directory: string; readonly lock: LockToken | undefined },
): Promise<T> {
  held.set(path, (held.get(path) ?? 0) + 1);
  let isOpen = true;
  const release = (): void => {
    if (!isOpen) return;
    isOpen = false;
    const left = held.get(path)! - 1;
    if (left === 0) held.delete(path);
    else held.set(path, left);
  };
  try {
    const opened = await open();
    const close = async (): Promise<void> => {
      await opened.close();
      release();
      if (lock !== undefined) removeIfOurs(directory, lock);
    };
    return { ...opened, close };
  } catch (error) {
    release();
    throw error;
  }
}

function removeIfOurs(directory: string, lock: LockToken): void {
  try {
    removeUnheld(directory, lock, false);
  } catch {
    // The lock was released or lost. The next process that has it cleans up.
  }
}
