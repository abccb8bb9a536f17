/**
 * The bookmarks and the selection: the rules of what a change is, over the tables that keep it.
 *
 *     names  name in UTF-8 → set u32be     (sorts by code point)
 *     meta   `next-set`    → set u32be of the next bookmark
 *
 * Reads are synchronous and see every acknowledged change. A change resolves when it is on disk (see environment.ts), and
 * is in the log by then. The items of sources that are not open stay members; they are not listed or counted, which is
 * what the `Presence` arguments are for.
 */
import { AppError } from '../shared/errors.ts';
import { bookmarkName } from './bookmark-name.ts';
import { ChangeLog, type ChangeRecord, type LogVerdict, type Origin } from './change-log.ts';
import { ChangeQueue } from './change-queue.ts';
import { Environment, type EnvironmentOptions } from './environment.ts';
import { Memberships, readU32, u32 } from './memberships.ts';
import { bringToFormat } from './migrations.ts';
import { countReferences, everySource, orderReferences, type Presence, type SourceItems } from './references.ts';

export type References = ReadonlyMap<string, Uint32Array> | Iterable<SourceItems>;

/** The outcome of a change: the name after it, associations added or removed, members now of the sources present. */
export interface BookmarkChange {
  readonly name: string;
  readonly changed: number;
  readonly size: number;
}

export interface SelectionChange {
  readonly changed: number;
  readonly size: number;
}

const SELECTION = 0;
const NEXT_SET_KEY = Buffer.from('next-set');

/** Opens or creates the bookmarks in `directory`. Throws DATA_DIR_UNUSABLE: damaged, read-only, full, of a newer format. */
export function openBookmarkStore(directory: string, options: EnvironmentOptions = {}): BookmarkStore {
  const env = Environment.open(directory, options);
  try {
    bringToFormat(env);
    return new BookmarkStore(env);
  } catch (error) {
    env.close().catch(() => {}); // the failure that led here is the one to tell
    throw error;
  }
}

export class BookmarkStore {
  readonly env: Environment;
  readonly memberships: Memberships;
  readonly log: ChangeLog;
  readonly #queue: ChangeQueue;

  constructor(env: Environment) {
    this.env = env;
    this.memberships = new Memberships(env);
    this.log = new ChangeLog(env);
    this.#queue = new ChangeQueue(env);
  }

  /** Sorted by code point. */
  names(): string[] {
    return this.#namedSets().map(({ name }) => name);
  }

  /** Throws INVALID_REQUEST for what cannot be a name. */
  has(name: string): boolean {
    return this.#find(bookmarkName(name)) !== undefined;
  }

  /** The members by source, ids ascending, of the sources present. Throws NOT_FOUND, INVALID_REQUEST. */
  members(name: string, isPresent: Presence = everySource): SourceItems[] {
    return this.#membersOf(this.#existing(name), isPresent);
  }

  /** The members in one source, ascending. Throws NOT_FOUND, INVALID_REQUEST. */
  membersIn(name: string, source: string): Uint32Array {
    return this.memberships.members(this.#existing(name), source);
  }

  /** How many members the bookmark has in the sources present. Throws NOT_FOUND, INVALID_REQUEST. */
  size(name: string, isPresent: Presence = everySource): number {
    return this.memberships.size(this.#existing(name), isPresent);
  }

  /** The names of the bookmarks that hold the item, sorted. Cost: one look-up per bookmark. */
  bookmarksOf(source: string, id: number): string[] {
    return this.#namedSets()
      .filter(({ set }) => this.memberships.has(set, source, id))
      .map(({ name }) => name);
  }

  /** Rejects with ALREADY_EXISTS, INVALID_REQUEST. */
  create(name: string, origin: Origin): Promise<BookmarkChange> {
    return this.#submit(0, () => this.applyCreate(name, origin));
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. That the items exist is the caller's business. */
  add(name: string, refs: References, origin: Origin, isPresent: Presence = everySource): Promise<BookmarkChange> {
    const ordered = orderReferences(refs);
    return this.#submit(countReferences(ordered), () => {
      const set = this.#existing(name);
      return { name: bookmarkName(name), ...this.applyAdd(set, bookmarkName(name), ordered, origin, isPresent) };
    });
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. */
  remove(name: string, refs: References, origin: Origin, isPresent: Presence = everySource): Promise<BookmarkChange> {
    const ordered = orderReferences(refs);
    return this.#submit(countReferences(ordered), () => {
      const set = this.#existing(name);
      return { name: bookmarkName(name), ...this.#applyRemove(set, bookmarkName(name), ordered, origin, isPresent) };
    });
  }

  /** Keeps the members. Onto itself is fine. Rejects with NOT_FOUND, ALREADY_EXISTS, INVALID_REQUEST. */
  rename(name: string, newName: string, origin: Origin, isPresent: Presence = everySource): Promise<BookmarkChange> {
    return this.#submit(0, () => {
      const set = this.#existing(name);
      const before = bookmarkName(name);
      const after = bookmarkName(newName);
      if (after !== before) {
        if (this.#find(after) !== undefined) throw exists(after);
        this.env.table('names').remove(Buffer.from(before));
        this.env.table('names').put(Buffer.from(after), u32(set));
        this.log.append({ action: 'rename', bookmark: before, newName: after, changed: 0 }, origin);
      }
      return { name: after, changed: 0, size: this.memberships.size(set, isPresent) };
    });
  }

  /** Removes the bookmark and every association, those of absent sources too. Rejects with NOT_FOUND, INVALID_REQUEST. */
  delete(name: string, origin: Origin): Promise<BookmarkChange> {
    return this.#submit(0, () => {
      const set = this.#existing(name);
      const bookmark = bookmarkName(name);
      const changed = this.memberships.drop(set);
      this.env.table('names').remove(Buffer.from(bookmark));
      this.log.append({ action: 'delete', bookmark, changed }, origin);
      return { name: bookmark, changed, size: 0 };
    });
  }

  isSelected(source: string, id: number): boolean {
    return this.memberships.has(SELECTION, source, id);
  }

  selected(isPresent: Presence = everySource): SourceItems[] {
    return this.#membersOf(SELECTION, isPresent);
  }

  selectionSize(isPresent: Presence = everySource): number {
    return this.memberships.size(SELECTION, isPresent);
  }

  selectAdd(refs: References, origin: Origin, isPresent: Presence = everySource): Promise<SelectionChange> {
    const ordered = orderReferences(refs);
    return this.#submit(countReferences(ordered), () => this.applyAdd(SELECTION, null, ordered, origin, isPresent));
  }

  selectRemove(refs: References, origin: Origin, isPresent: Presence = everySource): Promise<SelectionChange> {
    const ordered = orderReferences(refs);
    return this.#submit(countReferences(ordered), () => this.#applyRemove(SELECTION, null, ordered, origin, isPresent));
  }

  /** Oldest first. */
  readLog(): Iterable<ChangeRecord & { readonly hash: string }> {
    return this.log.records();
  }

  /** Says whether the chain of the log holds, and where it breaks. */
  verifyLog(): LogVerdict {
    return this.log.verify();
  }

  /** Applies the changes that wait, and closes. No call of this object is allowed afterwards. */
  async close(): Promise<void> {
    this.#queue.drain();
    await this.env.close();
  }

  /** For the import, inside its transaction: the set of the bookmark, or undefined. */
  setOf(name: string): number | undefined {
    return this.#find(bookmarkName(name));
  }

  /** Runs several `apply…` steps in one transaction that is on disk when this returns; all of them, or none if they throw. */
  applyTogether<T>(steps: () => T): T {
    this.#queue.drain();
    const outcome = this.env.transact(() => {
      try {
        return { value: this.env.attempt(steps) };
      } catch (error) {
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Inside a transaction. */
  applyCreate(name: string, origin: Origin): BookmarkChange {
    const bookmark = bookmarkName(name);
    if (this.#find(bookmark) !== undefined) throw exists(bookmark);
    const meta = this.env.table('meta');
    const next = meta.get(NEXT_SET_KEY);
    const set = next === undefined ? SELECTION + 1 : readU32(next, 0);
    meta.put(NEXT_SET_KEY, u32(set + 1));
    this.env.table('names').put(Buffer.from(bookmark), u32(set));
    this.log.append({ action: 'create', bookmark, changed: 0 }, origin);
    return { name: bookmark, changed: 0, size: 0 };
  }

  /** Inside a transaction. `bookmark` is null for the selection. */
  applyAdd(
    set: number,
    bookmark: string | null,
    refs: readonly SourceItems[],
    origin: Origin,
    isPresent: Presence,
  ): SelectionChange {
    const changed = refs.reduce((sum, items) => sum + this.memberships.add(set, items), 0);
    if (changed > 0) this.log.append({ action: bookmark === null ? 'select' : 'add', bookmark, changed, refs }, origin);
    return { changed, size: this.memberships.size(set, isPresent) };
  }

  #applyRemove(
    set: number,
    bookmark: string | null,
    refs: readonly SourceItems[],
    origin: Origin,
    isPresent: Presence,
  ): SelectionChange {
    const changed = refs.reduce((sum, items) => sum + this.memberships.remove(set, items), 0);
    if (changed > 0) {
      this.log.append({ action: bookmark === null ? 'unselect' : 'remove', bookmark, changed, refs }, origin);
    }
    return { changed, size: this.memberships.size(set, isPresent) };
  }

  #submit<T>(references: number, apply: () => T): Promise<T> {
    return this.#queue.submit(references, apply);
  }

  #membersOf(set: number, isPresent: Presence): SourceItems[] {
    return this.memberships
      .sizes(set, isPresent)
      .map(({ source }) => ({ source, ids: this.memberships.members(set, source) }));
  }

  #namedSets(): { name: string; set: number }[] {
    const names = this.env.table('names');
    return names.keys().map((key) => ({ name: Buffer.from(key).toString('utf8'), set: readU32(names.entry(key), 0) }));
  }

  #find(bookmark: string): number | undefined {
    const stored = this.env.table('names').get(Buffer.from(bookmark));
    return stored === undefined ? undefined : readU32(stored, 0);
  }

  #existing(name: string): number {
    const bookmark = bookmarkName(name);
    const set = this.#find(bookmark);
    if (set === undefined) throw new AppError('NOT_FOUND', `There is no bookmark named ${JSON.stringify(bookmark)}.`);
    return set;
  }
}

function exists(bookmark: string): AppError {
  return new AppError('ALREADY_EXISTS', `A bookmark named ${JSON.stringify(bookmark)} exists.`);
}
