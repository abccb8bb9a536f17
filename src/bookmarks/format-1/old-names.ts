/**
 * Derives the set that a log record of format 1 changed. Sets were numbered in the order of their creation, and every creation
 * was logged, so names determine sets.
 */
import type { ChangeRecord } from '../change-record.ts';

export class OldNames {
  readonly #sets = new Map<string, number>();
  #created = 0;

  /** Returns the set of the next record, in order; 0 for the selection. */
  setOf({ action, bookmark, newName }: ChangeRecord): number {
    if (bookmark === null) return 0;
    if (action === 'create') this.#sets.set(bookmark, ++this.#created);
    const set = this.#sets.get(bookmark) ?? 0;
    if (action === 'delete' || action === 'rename') this.#sets.delete(bookmark);
    if (action === 'rename' && newName !== undefined) this.#sets.set(newName, set);
    return set;
  }
}
