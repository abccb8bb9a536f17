/**
 * Kinds of sets. The store keeps named sets of items, each with what is said of it: bookmarks, and sets of other kinds under
 * names that no bookmark can have. So all of them are logged, undone, verified and seen as of a time alike.
 *
 *     stored-name := bookmark-name | mark kind mark name        mark := U+0001
 *     name        := owner "/" key "/" name-of-owner            of a set that belongs to another one
 *     owner       := number of that set, which stays if it is deleted and comes back
 *     name        := name mark viewer                           of a set that is private to a viewer, as its records are
 */
import { createHash } from 'node:crypto';

export const KINDS = ['coding', 'reviewed', 'note', 'review', 'batch', 'decision', 'search', 'choice'] as const;
export type Kind = (typeof KINDS)[number];

const MARK = '\u0001';
/** Kinds whose sets belong to another one. */
const OWNED: ReadonlySet<string> = new Set<Kind>(['batch', 'decision', 'choice']);

export interface KindName {
  readonly kind: Kind | 'bookmark';
  readonly name: string;
}

export function storedName(kind: Kind, name: string): string {
  return `${MARK}${kind}${MARK}${name}`;
}

/** Returns null for a name of a kind that this release does not know. */
export function kindName(stored: string): KindName | null {
  if (!stored.startsWith(MARK)) return { kind: 'bookmark', name: stored };
  const end = stored.indexOf(MARK, 1);
  const kind = KINDS.find((one) => one === stored.slice(1, end));
  return kind === undefined ? null : { kind, name: stored.slice(end + 1) };
}

/** The name of a set that is private to the viewer of this key. */
export function privateName(name: string, viewer: string): string {
  return `${name}${MARK}${viewer}`;
}

/** The name that people gave, and the key of the viewer to whom it is private. */
export function privateParts(name: string): { readonly name: string; readonly viewer?: string } {
  const mark = name.indexOf(MARK);
  return mark < 0 ? { name } : { name: name.slice(0, mark), viewer: name.slice(mark + 1) };
}

/** The same of a stored name. */
export function viewerOfStored(stored: string): string | undefined {
  if (!stored.startsWith(MARK)) return undefined;
  const second = stored.indexOf(MARK, 1);
  const third = stored.indexOf(MARK, second + 1);
  return second < 0 || third < 0 ? undefined : stored.slice(third + 1);
}

/** A viewer's name as a part of a stored name: one that is long, or has control characters, stands there as its digest. */
export function viewerKey(viewer: string): string {
  const isPlain = Buffer.byteLength(viewer) <= VIEWER_BYTES_MAX && !/^#|[\p{Cc}\p{Cs}]/u.test(viewer);
  return isPlain ? viewer : `#${createHash('sha256').update(viewer).digest('hex')}`;
}

/** With a name of 255 bytes, a stored name then fits into a key of the store. */
const VIEWER_BYTES_MAX = 128;

/** The name of a set that belongs to another one. */
export function ownedName(owner: number, key: string, nameOfOwner: string): string {
  return `${owner}/${key}/${nameOfOwner}`;
}

/** Whether sets of the kind belong to other ones. */
export function isOwned(kind: Kind | 'bookmark'): boolean {
  return OWNED.has(kind);
}

/** The number of the set that the set of such a name belongs to. */
export function ownerOf(name: string): number {
  return Number(name.slice(0, name.indexOf('/')));
}

/** The parts of such a name; null for another one. */
export function ownedParts(name: string): { readonly key: string; readonly nameOfOwner: string } | null {
  const match = /^\d+\/([^/]*)\/(.*)$/su.exec(name);
  return match === null ? null : { key: match[1]!, nameOfOwner: match[2]! };
}

/** What the stored names of all sets of a kind begin with that belong to one set. */
export function ownedPrefix(kind: Kind, owner: number): string {
  return `${MARK}${kind}${MARK}${owner}/`;
}

/** The same of a stored name; null if it belongs to none. */
export function prefixOfOwner(stored: string): string | null {
  if (!stored.startsWith(MARK)) return null;
  const known = kindName(stored);
  const slash = stored.indexOf('/');
  return known === null || !OWNED.has(known.kind) || slash < 0 ? null : stored.slice(0, slash + 1);
}

/** How messages call the set: `bookmark is named "a"`. */
export function namedSet(stored: string): string {
  const { name } = kindName(stored) ?? { name: stored };
  return `${nounOf(stored)} is named ${JSON.stringify(privateParts(name).name)}`;
}

/** How messages call a set of that stored name; null: the selection. */
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
