/** Exports every bookmark and the selection as lines, including members in absent sources (see exchange-format.ts). */
import { atOnce } from '../../shared/slices.ts';
import type { Description } from '../descriptions/description.ts';
import type { PastState } from '../history.ts';
import { listing } from '../member-set.ts';
import { everySource } from '../references.ts';
import { EXCHANGE_FORMAT, EXCHANGE_VERSION } from './exchange-format.ts';
import { chunks } from './line-parts.ts';

/** The content of an export: the current or a past state, with all bookmarks or one. */
export interface Exported {
  readonly state: PastState;
  readonly bookmark?: string;
}

/**
 * Yields the lines without line ends. Each bookmark is consistent. The export as a whole is consistent only if all lines are
 * read without waiting. Throws NOT_FOUND if the one bookmark is missing.
 */
export function* exportBookmarks(exported: Exported): Generator<string> {
  let lines = 0;
  for (const value of exportedObjects(exported)) {
    lines++;
    yield JSON.stringify(value);
  }
  yield JSON.stringify({ end: true, lines: lines + 1 });
}

function* exportedObjects({ state, bookmark: only }: Exported): Generator<object> {
  if (only !== undefined) state.members(only, everySource); // Throws before the first line.
  yield { format: EXCHANGE_FORMAT, version: EXCHANGE_VERSION, exported: new Date().toISOString() };
  for (const bookmark of only === undefined ? state.names() : [only]) {
    if (!state.has(bookmark)) continue; // It was deleted after the first line.
    const members = state.members(bookmark, everySource);
    yield { bookmark, ...saidOf(state.descriptionOf(bookmark)) };
    for (const chunk of chunks(members)) yield { bookmark, ...chunk };
  }
  if (only !== undefined) return;
  for (const { name: coding, ...panel } of state.codings.all()) yield { coding, ...panel };
  for (const { source, id, note } of state.notes.all()) {
    const { n: _n, text, ...said } = note;
    yield { note: text, source, id, ...said };
  }
  for (const reviewed of state.reviewed.viewers()) {
    for (const chunk of chunks(state.reviewed.members(reviewed, everySource))) yield { reviewed, ...chunk };
  }
  for (const { coding: decided, who, choice, items } of state.decisions.all()) {
    for (const chunk of chunks(atOnce(listing(items, everySource)))) yield { decided, who, choice, ...chunk };
  }
  for (const { name: search, ...saved } of state.searches.all()) yield { search, ...saved };
  yield* state.reviewLines();
  for (const chunk of chunks(state.selected(everySource))) yield { selection: true, ...chunk };
}

/** Leaves out default values. */
function saidOf({ comment, color, inReport }: Description): object {
  return { ...(comment !== null && { comment }), ...(color !== null && { color }), ...(inReport && { inReport }) };
}
