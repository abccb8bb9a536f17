/** Decodes the effect of a log record, and applies it again. */
import { DamagedBlockError } from './block.ts';
import { type BookmarkState, SELECTION } from './bookmark-state.ts';
import type { ChangeRecord, Effect } from './change-record.ts';
import { parseDescription } from './descriptions/description.ts';
import type { PackedItems } from './member-set.ts';
import { decodePacked } from './packed-items.ts';
import type { StoredBase } from './record-format.ts';
import type { Steps } from './steps.ts';
import { DamagedStoreError } from './store-errors.ts';

/** The effect of a record, or null for one of format 1. Throws DamagedStoreError. */
export function effectOf(record: ChangeRecord, items: Buffer): Effect | null {
  if (record.effect === undefined || record.set === undefined) return null;
  const { effect: kind, set, bookmark: name, newName } = record;
  const description = parseDescription(record.description);
  const formerly = parseDescription(record.formerly);
  if (kind === 'describe' && (description === null || formerly === null)) {
    throw new DamagedStoreError(`record ${record.sequence} describes a bookmark without saying how`);
  }
  return {
    kind,
    set,
    name,
    ...(newName !== undefined && { newName }),
    ...(description !== null && { description }),
    ...(formerly !== null && { formerly }),
    items: unpackItems(items),
  };
}

export function applyBase({ set, name, items }: StoredBase, state: BookmarkState, steps: Steps): void {
  const kind = set === SELECTION ? 'add' : 'create';
  state.apply({ kind, set, name: set === SELECTION ? null : name, items: unpackItems(items) }, steps);
}

/** Throws DamagedStoreError. */
export function unpackItems(items: Buffer): PackedItems[] {
  try {
    return decodePacked(items);
  } catch (error) {
    if (error instanceof DamagedBlockError) throw new DamagedStoreError(`a block ${error.message}`);
    throw error;
  }
}
