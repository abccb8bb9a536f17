/**
 * A log record: who requested which change, when, and its effect. The text is JSON. The members that the change added or
 * removed are stored next to it, packed. So every past state can be shown, and every change undone.
 *
 * hash = SHA-256(hash of the previous record, 32 zero bytes for the first, then the text). The text contains the SHA-256 of the
 * packed members, so the chain also covers the members. A record that is changed, removed, inserted or moved breaks the chain
 * from there on. Records cut from the end contradict the head of the store. Anyone who can write the file can also compute a
 * new chain. To rule that out, record the head (count and hash) elsewhere from time to time, and compare.
 */
import { createHash } from 'node:crypto';
import type { Description } from './descriptions/description.ts';
import type { PackedItems } from './member-set.ts';
import type { OrderedReferences } from './references.ts';

export type ChangeAction =
  | 'create'
  | 'add'
  | 'remove'
  | 'rename'
  | 'delete'
  | 'describe'
  | 'select'
  | 'unselect'
  | 'import'
  | 'undo';

/** The origin of a change: from the request, or null if there was none. */
export interface Origin {
  /** The authenticated user; absent without authentication. */
  readonly who?: string | null;
  readonly remoteAddress: string | null;
  readonly requestId: string | null;
}

export interface ChangeRecord extends Origin {
  readonly sequence: number;
  /** ISO 8601, UTC, by the clock of this machine. */
  readonly time: string;
  readonly action: ChangeAction;
  /** The name of the bookmark before the change; null for the selection. */
  readonly bookmark: string | null;
  /** Present for a rename. */
  readonly newName?: string;
  /** Present for an undo: the undone record. */
  readonly undoes?: number;
  /** Number of associations that the change added or removed. */
  readonly changed: number;
  /** Number of references in the request, and their digest (see references.ts). */
  readonly references: number;
  readonly digest: string | null;
  /** The references themselves, if they are few. */
  readonly items?: readonly { readonly source: string; readonly ids: readonly number[] }[];
  /** Number of the set that changed, 0 for the selection. A bookmark keeps its number when it is renamed. */
  readonly set?: number;
  /** The kind of effect on the set. Records of format 1 lack it. */
  readonly effect?: EffectKind;
  /** SHA-256 of the packed members beside the record. */
  readonly members?: string;
  /** The new description. Present for a changed description, and for a set that is created with one. */
  readonly description?: Description;
  /** The previous description. Present for a changed description. */
  readonly formerly?: Description;
}

export type EffectKind = 'create' | 'delete' | 'add' | 'remove' | 'rename' | 'describe';

/** The effect of a change on the state. `items` are all members that it adds or removes. */
export interface Effect {
  readonly kind: EffectKind;
  readonly set: number;
  /** The name before the change. Null for the selection. */
  readonly name: string | null;
  /** Present for a rename. */
  readonly newName?: string;
  /** The new description. Present for a changed description, and for a set that is created with one. */
  readonly description?: Description;
  /** Present for a changed description. */
  readonly formerly?: Description;
  readonly items: readonly PackedItems[];
}

/** A change to be logged. */
export interface Change {
  readonly action: ChangeAction;
  readonly effect: Effect;
  /** The client's request. */
  readonly refs?: OrderedReferences;
  readonly undoes?: number;
}

export function chainHash(before: Uint8Array, text: Uint8Array): Buffer {
  return createHash('sha256').update(before).update(text).digest();
}

export function membersDigest(items: Uint8Array): string {
  return createHash('sha256').update(items).digest('hex');
}

export function parseRecord(text: Uint8Array): ChangeRecord | undefined {
  try {
    const record = JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8')) as unknown;
    return typeof record === 'object' && record !== null ? (record as ChangeRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the reverse of a change: the same members in the opposite direction. */
export function inverse(effect: Effect): Effect {
  const { kind, name, newName, description, formerly } = effect;
  if (kind === 'describe') return { ...effect, description: formerly!, formerly: description! };
  if (kind === 'rename') return { ...effect, name: newName ?? name, newName: name ?? '' };
  // Leaves the description out, because a restored set keeps its last description.
  const { description: _description, ...rest } = effect;
  return { ...rest, kind: OPPOSITES[kind] };
}

const OPPOSITES = { create: 'delete', delete: 'create', add: 'remove', remove: 'add' } as const;
