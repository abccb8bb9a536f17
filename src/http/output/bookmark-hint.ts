/** Tells that a case has bookmarks of its own, as long as none of a source are kept here: they are not read by themselves. */
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { Source } from '../../sources/source.ts';

/** Openings of which bookmarks were seen: they are not looked for again. */
const settled = new WeakSet<object>();

/** Null: there is nothing to tell. */
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
