/**
 * Kinds of sets. The store keeps named sets of items, each with what is said of it: bookmarks, and sets of other kinds under
 * names that no bookmark can have. So all of them are logged, undone, verified and seen as of a time alike.
 *
 *     stored-name := bookmark-name | mark kind mark name        mark := U+0001
 */
export const KINDS = ['coding', 'reviewed'] as const;
export type Kind = (typeof KINDS)[number];

const MARK = '\u0001';

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

/** How messages call the set: `bookmark is named "a"`. */
export function namedSet(stored: string): string {
  const { kind, name } = kindName(stored) ?? { kind: 'set', name: stored };
  return `${kind} is named ${JSON.stringify(name)}`;
}
