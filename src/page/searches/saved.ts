/** The saved searches visible to this viewer: loads, saves, renames and deletes them, with undo. */
import { signal } from '@preact/signals';
import type { SavedSearchEntry } from '../api/answers.ts';
import { client, isOwnRequest, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { address, go, VIEWS, type View } from '../state/address.ts';
import { undoAll } from '../state/bookmarks.ts';
import { changesOf } from '../state/own-changes.ts';
import { timeZone } from '../state/settings.ts';
import { viewer } from '../state/viewer.ts';

/** Number of recent log records to search for a change that was just made. */
const RECENT = 20;

export const saved = signal<readonly SavedSearchEntry[]>([]);
export const areSavedKnown = signal(false);
/** The last result, shown in the dialog, which covers the page's notice. */
export const outcome = signal<Outcome | null>(null);

export interface Outcome {
  readonly text: string;
  readonly isFault: boolean;
  readonly undo?: () => void;
}

export type SearchContent = Omit<SavedSearchEntry, 'name' | 'owner' | 'shared'>;

export async function loadSaved(): Promise<void> {
  try {
    saved.value = (await client.ask('listSearches', {})).searches;
    areSavedKnown.value = true;
  } catch (fault) {
    outcome.value = { text: messageOf(fault), isFault: true };
  }
}

/** Without a viewer, everything is shared. */
export const canBePrivate = (): boolean => viewer.value?.name != null;

export function mayChangeSaved({ owner }: SavedSearchEntry): boolean {
  const who = viewer.value;
  return who === null || (who.role !== 'reader' && (owner === who.name || owner === null || isAdministrator()));
}

const isAdministrator = (): boolean => viewer.value?.role === 'administrator';

export const isMine = ({ owner }: SavedSearchEntry): boolean => owner === (viewer.value?.name ?? null);

/** Returns the current search of the page. */
export function presentSearch(): SearchContent {
  const { q, literal, filter, sources, sort, bbox, view } = address.peek();
  return {
    q,
    literal,
    defaultOperator: 'OR',
    timeZone: timeZone.peek(),
    filter,
    sourceID: sources,
    bbox: bbox === '' ? null : bbox,
    sort,
    view: view === 'table' ? null : view,
  };
}

export function saveAs(name: string, content: SearchContent, shared: boolean): Promise<boolean> {
  return changing([name], t().searchSaved(name), async () => {
    await client.ask('saveSearch', { search: name }, { ...content, shared });
  });
}

/** Saves under the new name before the old one is deleted, so that an error in between loses nothing. */
export function renameSaved({ name, owner, shared, ...content }: SavedSearchEntry, next: string): Promise<boolean> {
  return changing([name, next], t().searchRenamed(name, next), async () => {
    await client.ask('saveSearch', { search: next }, { ...content, shared });
    await client.ask('deleteSearch', { search: name });
  });
}

export function deleteSaved(name: string): Promise<boolean> {
  return changing([name], t().searchDeleted(name), async () => {
    await client.ask('deleteSearch', { search: name });
  });
}

/** Shows the result of a change with an undo, or the server's error. */
async function changing(names: readonly string[], text: string, change: () => Promise<void>): Promise<boolean> {
  try {
    const { changes: before } = await changesOf(1);
    await change();
    outcome.value = { text, isFault: false, ...undoing(await recordsSince(before[0]?.seq ?? -1, names)) };
    return true;
  } catch (fault) {
    outcome.value = { text: messageOf(fault), isFault: true };
    return false;
  } finally {
    await loadSaved();
  }
}

/** Newest first. */
async function recordsSince(last: number, names: readonly string[]): Promise<readonly number[]> {
  const { changes } = await changesOf(RECENT).catch(() => ({ changes: [] }));
  return changes
    .filter(({ requestId }) => isOwnRequest(requestId))
    .filter(({ seq, search }) => seq > last && search != null && names.includes(search))
    .map(({ seq }) => seq);
}

function undoing(seqs: readonly number[]): Pick<Outcome, 'undo'> {
  if (seqs.length === 0) return {};
  return {
    undo: () => {
      outcome.value = { text: t().saving, isFault: false };
      void undoAll(seqs)
        .then(loadSaved)
        .then(() => (outcome.value = null));
    },
  };
}

/** Returns the clause for a saved search in a query. */
export function searchClause(name: string): string {
  return `search:"${name.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Runs a saved search. The address has no operator and no time zone. If a search needs another operator or zone than the page
 * uses, the query refers to the search by name, so that its meaning does not change.
 */
export function runSaved({ name, q, literal, filter, sourceID, bbox, sort, view, ...meaning }: SavedSearchEntry): void {
  const known: View = VIEWS.find((one) => one === view) ?? (view === 'across' ? 'across' : 'table');
  const rest = { sort, view: known, item: null };
  const isAsHere = meaning.defaultOperator === 'OR' && meaning.timeZone === timeZone.peek();
  if (isAsHere) go({ q, literal, filter, sources: sourceID, bbox: bbox ?? '', ...rest });
  else go({ q: searchClause(name), literal: false, filter: [], sources: [], bbox: '', ...rest });
}
