/** Writes every bookmark, of absent sources too, and the selection, as lines (see exchange-format.ts). */
import type { BookmarkStore } from './bookmark-store.ts';
import { EXCHANGE_FORMAT, EXCHANGE_VERSION } from './exchange-format.ts';
import { everySource, type SourceItems } from './references.ts';

const IDS_PER_LINE = 10_000;

/**
 * Yields the lines without line ends. Each bookmark is of one moment; take all lines without waiting in between, and the
 * whole export is.
 */
export function* exportBookmarks(store: BookmarkStore): Generator<string> {
  let lines = 0;
  for (const value of exportedObjects(store)) {
    lines++;
    yield JSON.stringify(value);
  }
  yield JSON.stringify({ end: true, lines: lines + 1 });
}

function* exportedObjects(store: BookmarkStore): Generator<object> {
  yield { format: EXCHANGE_FORMAT, version: EXCHANGE_VERSION, exported: new Date().toISOString() };
  for (const bookmark of store.names()) {
    if (!store.has(bookmark)) continue; // deleted since the first line
    const members = store.members(bookmark, everySource);
    yield { bookmark };
    for (const chunk of chunks(members)) yield { bookmark, ...chunk };
  }
  for (const chunk of chunks(store.selected(everySource))) yield { selection: true, ...chunk };
}

function* chunks(members: readonly SourceItems[]): Generator<{ source: string; ids: number[] }> {
  for (const { source, ids } of members) {
    for (let from = 0; from < ids.length; from += IDS_PER_LINE) {
      yield { source, ids: [...ids.subarray(from, from + IDS_PER_LINE)] };
    }
  }
}
