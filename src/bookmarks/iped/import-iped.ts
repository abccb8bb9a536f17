/**
 * Merges the bookmarks of an IPED case into the store: adds what is missing, removes nothing. An existing description stays,
 * and a different comment is added below it.
 */
import { AppError } from '../../shared/errors.ts';
import { atOnce } from '../../shared/slices.ts';
import { bookmarkName } from '../bookmark-name.ts';
import { SELECTION } from '../bookmark-state.ts';
import type { BookmarkStore } from '../bookmark-store.ts';
import type { Origin } from '../change-record.ts';
import { type Description, NO_DESCRIPTION } from '../descriptions/description.ts';
import { mergedDescription } from '../descriptions/merged-description.ts';
import { ordering } from '../references.ts';
import type { IpedBookmark, IpedBookmarks } from './iped-bookmarks.ts';

export interface IpedImportReport {
  readonly source: string;
  readonly bookmarks: readonly ImportedIpedBookmark[];
  readonly selection: ImportedMembers;
  /** Data that could not be imported unchanged. */
  readonly problems: readonly string[];
}

export interface ImportedMembers {
  readonly added: number;
  readonly alreadyThere: number;
  /** Number of ids without an item in the source, which are left out. */
  readonly unknown: number;
}

export interface ImportedIpedBookmark extends ImportedMembers {
  readonly name: string;
  /** Whether a bookmark of this name existed, or is in the file twice. */
  readonly existed: boolean;
}

/** Returns the ids that exist in the source, or all if that is unknown. */
export type KnownIds = (ids: Uint32Array) => Promise<Uint32Array>;

export interface IpedImport {
  readonly source: string;
  readonly origin: Origin;
  readonly known: KnownIds;
}

/** Imports everything or nothing. Rejects with errors of the store. */
export async function importIped(
  store: BookmarkStore,
  found: IpedBookmarks,
  how: IpedImport,
): Promise<IpedImportReport> {
  // Looked up before the transaction, which must be synchronous.
  const known = new Map<Uint32Array, Uint32Array>();
  for (const ids of [found.selected, ...found.bookmarks.map((bookmark) => bookmark.ids)]) {
    known.set(ids, await how.known(ids));
  }
  return store.applyTogether(() => new IpedMerge(store, how, known).run(found));
}

class IpedMerge {
  readonly #store: BookmarkStore;
  readonly #how: IpedImport;
  readonly #known: ReadonlyMap<Uint32Array, Uint32Array>;
  readonly #problems: string[] = [];

  constructor(store: BookmarkStore, how: IpedImport, known: ReadonlyMap<Uint32Array, Uint32Array>) {
    this.#store = store;
    this.#how = how;
    this.#known = known;
  }

  run({ bookmarks, selected }: IpedBookmarks): IpedImportReport {
    const imported = bookmarks.map((bookmark) => this.#bookmark(bookmark)).filter((one) => one !== null);
    const selection = this.#members(SELECTION, null, selected);
    return { source: this.#how.source, bookmarks: imported, selection, problems: this.#problems };
  }

  #bookmark(bookmark: IpedBookmark): ImportedIpedBookmark | null {
    const name = this.#nameOf(bookmark);
    if (name === null) return null;
    const existed = this.#store.setOf(name) !== undefined;
    if (!existed) this.#store.applyCreate(name, this.#how.origin);
    const before = existed ? this.#store.descriptionOf(name) : NO_DESCRIPTION;
    this.#store.applyDescription(name, this.#merged(name, before, bookmark), this.#how.origin);
    return { name, existed, ...this.#members(this.#store.setOf(name)!, name, bookmark.ids) };
  }

  /** IPED accepts any text as a name. */
  #nameOf({ number, name }: IpedBookmark): string | null {
    try {
      const normal = bookmarkName(name);
      if (normal !== name) this.#problems.push(`the bookmark ${quoted(name)} is called ${quoted(normal)} here`);
      return normal;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#problems.push(`bookmark ${number}, ${quoted(name)}, is skipped: ${error.message}`);
      return null;
    }
  }

  #merged(name: string, before: Description, { comment, color, isInReport }: IpedBookmark): Description {
    const { description, findings } = mergedDescription(before, { comment, color, inReport: isInReport });
    for (const finding of findings) this.#problems.push(`the bookmark ${quoted(name)} ${finding}`);
    return description;
  }

  #members(set: number, bookmark: string | null, ids: Uint32Array): ImportedMembers {
    const known = this.#known.get(ids)!;
    const { source, origin } = this.#how;
    const refs = atOnce(ordering([{ source, ids: known }]));
    const { changed } = this.#store.applyMembers({ action: 'import', kind: 'add', set, name: bookmark }, refs, origin);
    return { added: changed, alreadyThere: refs.count - changed, unknown: ids.length - known.length };
  }
}

const SHOWN_UNITS = 80;

function quoted(name: string): string {
  return JSON.stringify(name.length > SHOWN_UNITS ? `${name.slice(0, SHOWN_UNITS)}…` : name);
}
