/**
 * Merges the bookmarks of an IPED case into the store: what is missing is added, nothing is removed. What is said of a bookmark
 * that is there stays: another comment is kept below it.
 */
import { AppError } from '../../shared/errors.ts';
import { atOnce } from '../../shared/work.ts';
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
  /** What could not be taken over as it is. */
  readonly problems: readonly string[];
}

export interface ImportedMembers {
  readonly added: number;
  readonly alreadyThere: number;
  /** Ids that no item of the source has: left out. */
  readonly unknown: number;
}

export interface ImportedIpedBookmark extends ImportedMembers {
  readonly name: string;
  /** A bookmark of this name was there, or is in the file twice. */
  readonly existed: boolean;
}

/** The ids of `ids` that items of the source have; all of them where that is not known. */
export type KnownIds = (ids: Uint32Array) => Promise<Uint32Array>;

export interface IpedImport {
  readonly source: string;
  readonly origin: Origin;
  readonly known: KnownIds;
}

/** All or nothing. Rejects with what the store throws. */
export async function importIped(
  store: BookmarkStore,
  found: IpedBookmarks,
  how: IpedImport,
): Promise<IpedImportReport> {
  // Looked up before the transaction, which cannot wait.
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

  /** IPED takes any text for a name. */
  #nameOf({ number, name }: IpedBookmark): string | null {
    try {
      const normal = bookmarkName(name);
      if (normal !== name) this.#problems.push(`the bookmark ${quoted(name)} is called ${quoted(normal)} here`);
      return normal;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#problems.push(`bookmark ${number}, ${quoted(name)}, is left out: ${error.message}`);
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
