/**
 * A record of the log: who asked for what, when, and what it changed. The text is JSON; the members that the change added
 * or removed are stored beside it, packed, so that every past state can be shown and every change undone.
 *
 * hash = SHA-256(hash of the record before, 32 zero bytes for the first, then the text). The text has the SHA-256 of the
 * packed members, so the chain holds them too. A record that is changed, removed, inserted or moved breaks the chain from
 * there on; records cut from the end contradict the head of the store. Anyone who can write the file can also compute a
 * whole new chain. To rule that out, write down the head (count and hash) elsewhere from time to time, and compare.
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

/** Who asked for a change: from the request, or null if there was none. */
export interface Origin {
  /** Whom the server knows; absent where it knows nobody. */
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
  /** Only of a rename. */
  readonly newName?: string;
  /** Of an undo: the record that was undone. */
  readonly undoes?: number;
  /** Number of associations that the change added or removed. */
  readonly changed: number;
  /** References that were asked for, and the digest of them (see references.ts). */
  readonly references: number;
  readonly digest: string | null;
  /** The references themselves, if they are few. */
  readonly items?: readonly { readonly source: string; readonly ids: readonly number[] }[];
  /** Number of the set that changed, 0 for the selection. A bookmark keeps its number when it is renamed. */
  readonly set?: number;
  /** What became of the set. Records of format 1 do not say. */
  readonly effect?: EffectKind;
  /** SHA-256 of the packed members beside the record. */
  readonly members?: string;
  /** Of a description, or of a set that is created with one: what it says now. */
  readonly description?: Description;
  /** Only of a description: what it said. */
  readonly formerly?: Description;
}

export type EffectKind = 'create' | 'delete' | 'add' | 'remove' | 'rename' | 'describe';

/** What a change does to the state. `items` are the members that it adds or removes, all of them. */
export interface Effect {
  readonly kind: EffectKind;
  readonly set: number;
  /** Before the change; null for the selection. */
  readonly name: string | null;
  /** Only of a rename. */
  readonly newName?: string;
  /** Of a description, or of a set that is created with one. */
  readonly description?: Description;
  /** Only of a description. */
  readonly formerly?: Description;
  readonly items: readonly PackedItems[];
}

/** A change to be logged. */
export interface Change {
  readonly action: ChangeAction;
  readonly effect: Effect;
  /** What the client asked for. */
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

/** The reverse of a change: the same members in the opposite direction. */
export function inverse(effect: Effect): Effect {
  const { kind, name, newName, description, formerly } = effect;
  if (kind === 'describe') return { ...effect, description: formerly!, formerly: description! };
  if (kind === 'rename') return { ...effect, name: newName ?? name, newName: name ?? '' };
  // A set that comes back has the last description that it had.
  const { description: _description, ...rest } = effect;
  return { ...rest, kind: OPPOSITES[kind] };
}

const OPPOSITES = { create: 'delete', delete: 'create', add: 'remove', remove: 'add' } as const;
