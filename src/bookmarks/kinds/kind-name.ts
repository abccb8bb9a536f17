/**
 * Kinds of sets. The store contains named sets of items, each with a description: bookmarks, and sets of other kinds under
 * names that no bookmark can have. So sets of all kinds are logged, undone, verified and reconstructed for a past time in the
 * same way.
 *
 *     stored-name := bookmark-name | mark kind mark name        mark := U+0001
 *     name        := owner "/" key "/" name-of-owner            of a set that belongs to another one
 *     owner       := number of that set, which stays the same if it is deleted and restored
 *     name        := name mark viewer                           of a set that is private to a viewer, as are its records
 */
import { createHash } from 'node:crypto';

export const KINDS = ['coding', 'reviewed', 'note', 'review', 'batch', 'decision', 'search', 'choice'] as const;
export type Kind = (typeof KINDS)[number];

const MARK = '\u0001';
/** Kinds whose sets belong to another set. */
const OWNED: ReadonlySet<string> = new Set<Kind>(['batch', 'decision', 'choice']);

export interface KindName {
  readonly kind: Kind | 'bookmark';
  readonly name: string;
}

export function storedName(kind: Kind, name: string): string {
  return `${MARK}${kind}${MARK}${name}`;
}

/** Returns null for a kind that this release does not know. */
export function kindName(stored: string): KindName | null {
  if (!stored.startsWith(MARK)) return { kind: 'bookmark', name: stored };
  const end = stored.indexOf(MARK, 1);
  const kind = KINDS.find((one) => one === stored.slice(1, end));
  return kind === undefined ? null : { kind, name: stored.slice(end + 1) };
}

/** Returns the stored name of a set that is private to the viewer of this key. */
export function privateName(name: string, viewer: string): string {
  return `${name}${MARK}${viewer}`;
}

/** Splits a name into the given name and the key of its private viewer. */
export function privateParts(name: string): { readonly name: string; readonly viewer?: string } {
  const mark = name.indexOf(MARK);
  return mark < 0 ? { name } : { name: name.slice(0, mark), viewer: name.slice(mark + 1) };
}

/** Returns the private viewer's key in a stored name. */
export function viewerOfStored(stored: string): string | undefined {
  if (!stored.startsWith(MARK)) return undefined;
  const second = stored.indexOf(MARK, 1);
  const third = stored.indexOf(MARK, second + 1);
  return second < 0 || third < 0 ? undefined : stored.slice(third + 1);
}

/** Encodes a viewer's name for a stored name: a long one, or one with control characters, becomes its digest. */
export function viewerKey(viewer: string): string {
  const isPlain = Buffer.byteLength(viewer) <= VIEWER_BYTES_MAX && !/^#|[\p{Cc}\p{Cs}]/u.test(viewer);
  return isPlain ? viewer : `#${createHash('sha256').update(viewer).digest('hex')}`;
}

/** With this limit, a stored name that contains a name of 255 bytes fits into a key of the store. */
const VIEWER_BYTES_MAX = 128;

/** Returns the name of a set that belongs to another set. */
export function ownedName(owner: number, key: string, nameOfOwner: string): string {
  return `${owner}/${key}/${nameOfOwner}`;
}

/** Whether sets of the kind belong to other sets. */
export function isOwned(kind: Kind | 'bookmark'): boolean {
  return OWNED.has(kind);
}

/** Returns the number of the owner in the name of an owned set. */
export function ownerOf(name: string): number {
  return Number(name.slice(0, name.indexOf('/')));
}

/** Splits the name of an owned set. Null for other names. */
export function ownedParts(name: string): { readonly key: string; readonly nameOfOwner: string } | null {
  const match = /^\d+\/([^/]*)\/(.*)$/su.exec(name);
  return match === null ? null : { key: match[1]!, nameOfOwner: match[2]! };
}

/** Returns the prefix of the stored names of all sets of a kind with this owner. */
export function ownedPrefix(kind: Kind, owner: number): string {
  return `${MARK}${kind}${MARK}${owner}/`;
}

/** Like `ownedPrefix`, for a stored name. Null if it has no owner. */
export function prefixOfOwner(stored: string): string | null {
  if (!stored.startsWith(MARK)) return null;
  const known = kindName(stored);
  const slash = stored.indexOf('/');
  return known === null || !OWNED.has(known.kind) || slash < 0 ? null : stored.slice(0, slash + 1);
}

/** Describes the set for a message: `bookmark is named "a"`. */
export function namedSet(stored: string): string {
  const { name } = kindName(stored) ?? { name: stored };
  return `${nounOf(stored)} is named ${JSON.stringify(privateParts(name).name)}`;
}

/** Returns the noun for a stored name in messages. Null means the selection. */
export function nounOf(stored: string | null): string {
  return stored === null ? 'selection' : NOUNS[kindName(stored)?.kind ?? 'set'];
}

const NOUNS: Readonly<Record<KindName['kind'] | 'set', string>> = {
  bookmark: 'bookmark',
  coding: 'coding panel',
  reviewed: 'list of reviewed items',
  note: 'note',
  review: 'review',
  batch: 'batch of a review',
  decision: 'list of decisions of a review',
  search: 'saved search',
  choice: 'list of decisions in a coding panel',
  set: 'set',
};
