/**
 * Hints that a case has its own bookmarks, while no item of the source is bookmarked here. They are not imported automatically.
 */
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { Source } from '../../sources/source.ts';

/** Open cases that have been checked. */
const settled = new WeakSet<object>();

/** Null if there is no hint. */
export function bookmarkHint(
  { id, path, state }: Pick<Source, 'id' | 'path' | 'state'>,
  bookmarks: Pick<BookmarkStore, 'isAvailable' | 'names' | 'membersIn'>,
): string | null {
  if (state.kind !== 'ready' || state.open.caseReader.hasBookmarks !== true) return null;
  if (settled.has(state.open) || !bookmarks.isAvailable) return null;
  if (bookmarks.names().some((name) => bookmarks.membersIn(name, id).length > 0)) {
    settled.add(state.open);
    return null;
  }
  const command = `case-access bookmarks import --iped ${quoted(path)} --data DIR --source ${quoted(id)}`;
  return `The case has bookmarks (iped/bookmarks.iped). This imports them, and writes nothing into the case: ${command}`;
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
