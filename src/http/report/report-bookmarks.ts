/** The bookmarks of a report: the clause for their items, and their log. */
import type { Bookmarks } from '../../bookmarks/visible/visible-bookmarks.ts';
import type { LoggedChange } from '../../html-report/report-input.ts';
import { LOG_RECORD_COUNT_MAX } from '../limits.ts';

/** The clause for items in one of the bookmarks. */
export function inBookmarks(names: readonly string[]): string {
  return names.map((name) => `bookmark:"${name.replace(/["\\]/g, '\\$&')}"`).join(' OR ');
}

/** Newest first. */
export async function* changesOf(
  bookmark: string,
  { history }: { readonly history: Pick<Bookmarks['history'], 'changesOf'> },
): AsyncGenerator<readonly LoggedChange[], void, undefined> {
  for (let after: number | undefined; ; ) {
    const page = { limit: LOG_RECORD_COUNT_MAX, ...(after === undefined ? {} : { after }) };
    const { records, hasMore } = await history.changesOf(bookmark, page);
    yield records.map(({ sequence, time, action, bookmark: name, newName, changed, who }) => ({
      seq: sequence,
      time,
      what: action,
      bookmark: name ?? bookmark,
      newName: newName ?? null,
      items: changed,
      who: who ?? null,
    }));
    if (!hasMore) return;
    after = records.at(-1)!.sequence;
  }
}
