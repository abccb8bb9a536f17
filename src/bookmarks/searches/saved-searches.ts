/**
 * The saved searches of one viewer: the viewer's own, and shared ones. A private search is a set with an owner. Sharing creates
 * another set, so that its earlier records stay private.
 */
import { AppError } from '../../shared/errors.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { Effect, Origin } from '../change-record.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import { kindName, privateName, privateParts, storedName, viewerKey } from '../kinds/kind-name.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import type { Includes } from '../references.ts';
import { parseSearch, type SavedSearch, type SearchContent, searchName, searchText } from './saved-search.ts';

/** Maximum number of searches of one owner, and of all shared searches. */
export const OWN_SEARCHES_MAX = 1000;

/** A viewer of saved searches, and their permissions. */
export interface SearchAsker {
  readonly name: string | null;
  /** Whether they may change shared searches of others. */
  readonly isAdministrator: boolean;
  /** Visible sources. Null or missing for all. */
  readonly isSeen?: Includes | null;
}

/** Stands for an unknown viewer, who sees everything shared. */
export const ANYBODY: SearchAsker = { name: null, isAdministrator: true };

export class SavedSearches {
  readonly #parts: ChangeParts;
  readonly #sets: KindSets;
  readonly #asker: SearchAsker;

  constructor(parts: ChangeParts, asker: SearchAsker) {
    this.#parts = parts;
    this.#sets = new KindSets(parts, 'search');
    this.#asker = asker;
  }

  /** Sorted by name. A private search hides a shared one of the same name. */
  all(): readonly SavedSearch[] {
    return seenSearches(this.#parts.state, this.#asker);
  }

  /** The viewer's own, or else a shared one. Undefined if there is none. Throws INVALID_REQUEST. */
  find(name: string, isSharedOnly = false): SavedSearch | undefined {
    const search = searchName(name);
    const viewer = isSharedOnly ? undefined : this.#viewer;
    const found = (viewer === undefined ? undefined : this.#at(search, viewer)) ?? this.#at(search);
    return found === undefined ? undefined : asSeen(found, this.#asker)[0];
  }

  /** Throws NOT_FOUND, INVALID_REQUEST. */
  get(name: string): SavedSearch {
    const found = this.find(name);
    if (found === undefined) throw noSuchSearch(name);
    return found;
  }

  /** Saves, replaces, shares or unshares. Rejects with CONFLICT if somebody else shares a search of this name. */
  put(name: string, content: SearchContent, shared: boolean, origin: Origin): Promise<SavedSearch> {
    const search = searchName(name);
    return this.#parts.queue.submit(0, () => {
      this.applyPut({ name: search, owner: this.#asker.name, shared, ...content }, origin);
      return this.get(search);
    });
  }

  /** Inside a transaction. */
  applyPut({ name, owner, shared, ...content }: SavedSearch, origin: Origin): void {
    const key = owner === null ? undefined : viewerKey(owner);
    const other = this.#at(name);
    const isOwn = other !== undefined && this.#mayChange(other);
    if (shared || key === undefined) {
      if (other !== undefined && !isOwn) throw taken(other);
      this.#write(name, undefined, searchText({ owner: other?.owner ?? owner, content }), origin);
      if (key !== undefined) this.#deleteIfThere(named(name, key), origin);
      return;
    }
    this.#write(name, key, searchText({ owner, content }), origin);
    if (other !== undefined && other.owner === owner) this.#deleteIfThere(name, origin);
  }

  /** Deletes the viewer's own search, or else a shared one. Rejects with NOT_FOUND, and FORBIDDEN for another owner's search. */
  delete(name: string, origin: Origin): Promise<{ readonly name: string }> {
    const search = searchName(name);
    return this.#parts.queue.submit(0, () => {
      const found = this.get(search);
      if (!this.#mayChange(found)) throw notYours(found);
      this.#sets.delete(named(search, found.shared ? undefined : this.#viewer), origin);
      return { name: search };
    });
  }

  /** Throws FORBIDDEN if the change concerns a search that this viewer may not change. Used for undo. */
  requireOwn({ set, name: stored }: Pick<Effect, 'set' | 'name'>): void {
    const known = stored === null ? null : kindName(stored);
    if (known?.kind !== 'search') return;
    const { name, viewer } = privateParts(known.name);
    if (viewer !== undefined && viewer !== this.#viewer) {
      throw new AppError('FORBIDDEN', 'The record belongs to another person. Nothing was changed.');
    }
    const said = parseSearch(this.#parts.state.descriptionOf(set).comment);
    if (viewer === undefined && said !== null && !this.#mayChange(said)) throw notYours({ name, owner: said.owner });
  }

  get #viewer(): string | undefined {
    return this.#asker.name === null ? undefined : viewerKey(this.#asker.name);
  }

  #at(name: string, viewer?: string): SavedSearch | undefined {
    const set = this.#sets.find(named(name, viewer));
    return set === undefined ? undefined : shown(name, viewer === undefined, this.#sets.textOf(set));
  }

  #deleteIfThere(stored: string, origin: Origin): void {
    if (this.#sets.find(stored) !== undefined) this.#sets.delete(stored, origin);
  }

  #mayChange({ owner }: Pick<SavedSearch, 'owner'>): boolean {
    return owner === null || owner === this.#asker.name || this.#asker.isAdministrator;
  }

  #write(name: string, viewer: string | undefined, text: string, origin: Origin): void {
    const stored = named(name, viewer);
    if (this.#sets.find(stored) !== undefined) {
      this.#sets.describe(stored, text, origin);
      return;
    }
    const kept = entriesOf(this.#parts.state).filter((one) => one.viewer === viewer).length;
    if (kept >= OWN_SEARCHES_MAX) {
      const whose = viewer === undefined ? 'shared' : 'of your own';
      throw new AppError('INVALID_REQUEST', `${OWN_SEARCHES_MAX} searches ${whose} are kept at most. Delete one.`);
    }
    this.#sets.create(stored, text, [], origin);
  }
}

/** The name within the kind. */
function named(name: string, viewer: string | undefined): string {
  return viewer === undefined ? name : privateName(name, viewer);
}

interface Entry {
  readonly name: string;
  readonly viewer?: string;
  readonly text: string | null;
}

function entriesOf(state: BookmarkState): readonly Entry[] {
  return state.namesOf('search').map((stored) => {
    const set = state.find(storedName('search', stored))!;
    return { ...privateParts(stored), text: state.descriptionOf(set).comment };
  });
}

/** The searches in a state visible to a viewer, sorted by name. */
export function seenSearches(
  state: BookmarkState,
  asker: Omit<SearchAsker, 'isAdministrator'>,
): readonly SavedSearch[] {
  const own = asker.name === null ? undefined : viewerKey(asker.name);
  const entries = entriesOf(state).filter(({ viewer }) => viewer === undefined || viewer === own);
  const ofOwn = new Set(entries.flatMap(({ name, viewer }) => (viewer === undefined ? [] : name)));
  return entries
    .filter(({ name, viewer }) => viewer !== undefined || !ofOwn.has(name))
    .flatMap(shownEntry)
    .flatMap((search) => asSeen(search, asker));
}

/** Restricts a shared search to the visible sources. A search in hidden sources only does not exist for the viewer. */
function asSeen(
  search: SavedSearch,
  { name, isSeen = null }: Omit<SearchAsker, 'isAdministrator'>,
): readonly SavedSearch[] {
  const { sourceID, owner } = search;
  if (isSeen === null || sourceID.length === 0 || owner === name) return [search];
  const seen = sourceID.filter(isSeen);
  return seen.length === 0 ? [] : [{ ...search, sourceID: seen }];
}

/** Every saved search, for exports. */
export function allSearches(state: BookmarkState): readonly SavedSearch[] {
  return entriesOf(state).flatMap(shownEntry);
}

function shownEntry({ name, viewer, text }: Entry): readonly SavedSearch[] {
  const one = shown(name, viewer === undefined, text);
  return one === undefined ? [] : [one];
}

function shown(name: string, shared: boolean, text: string | null): SavedSearch | undefined {
  const stored = parseSearch(text);
  return stored === null ? undefined : { name, owner: stored.owner, shared, ...stored.content };
}

export function noSuchSearch(name: string): AppError {
  return new AppError('NOT_FOUND', `There is no saved search named ${JSON.stringify(name)}.`);
}

function taken({ name, owner }: SavedSearch): AppError {
  return new AppError(
    'CONFLICT',
    `${shownOwner(owner)} already shares a search named ${JSON.stringify(name)}. Choose another name, or do not share yours.`,
  );
}

function notYours({ name, owner }: Pick<SavedSearch, 'name' | 'owner'>): AppError {
  return new AppError(
    'FORBIDDEN',
    `The search ${JSON.stringify(name)} belongs to ${shownOwner(owner)}. Save it under another name to change it.`,
  );
}

function shownOwner(owner: string | null): string {
  return JSON.stringify(owner);
}
