/**
 * The bookmarks and the selection. Validates changes, applies them to the state in memory, and persists them through the store
 * process.
 *
 * Reads of the present are synchronous, answered from memory, and see every acknowledged change. A change resolves when it is
 * on disk (see transactions.ts) and in the log. Items of closed sources stay members but are not listed or counted. The
 * `Includes` arguments select the open sources.
 *
 * If the file turns out to be damaged, truncated or missing, reads and changes throw BOOKMARKS_UNAVAILABLE from then on. The
 * state in memory may be right, but the next start could not restore it.
 */
import { AppError } from '../shared/errors.ts';
import { atOnce, runInSlices } from '../shared/slices.ts';
import { bookmarkName } from './bookmark-name.ts';
import { type BookmarkState, SELECTION } from './bookmark-state.ts';
import type { ChangeLog, HashedRecord } from './change-log.ts';
import { ChangeQueue } from './change-queue.ts';
import type { ChangeAction, Effect, Origin } from './change-record.ts';
import { Codings } from './codings/codings.ts';
import { Decisions } from './codings/decisions.ts';
import { MemberLookup } from './codings/member-lookup.ts';
import {
  type Description,
  type DescriptionChange,
  described,
  isSameDescription,
  NO_DESCRIPTION,
} from './descriptions/description.ts';
import { exportedReviews } from './exchange/review-lines.ts';
import { BookmarkHistory } from './history.ts';
import { type Applied, applyChange, type ChangeParts } from './kinds/apply-change.ts';
import { viewerKey } from './kinds/kind-name.ts';
import { type ItemMarks, listsOfItems, marksOfItems, type NameLists, namesOfSets } from './kinds/lists-of-items.ts';
import { notOwn } from './kinds/not-own.ts';
import { type ShownSet, shownName } from './kinds/shown-set.ts';
import { MemberChanges, type MembersTarget, type SelectionChange } from './member-changes.ts';
import { countPacked, type Direction, listing } from './member-set.ts';
import { Notes } from './notes/notes.ts';
import { everySource, type Includes, type OrderedReferences, type References, type SourceItems } from './references.ts';
import { Reviewed } from './reviewed/reviewed.ts';
import { Reviews } from './reviews/reviews.ts';
import type { SavedSearch } from './searches/saved-search.ts';
import { ANYBODY, allSearches, SavedSearches, type SearchAsker } from './searches/saved-searches.ts';
import type { StoreConnection } from './store/store-connection.ts';
import type { LogHead } from './store/verdict.ts';
import { Transactions } from './transactions.ts';
import { requireChange, undoing } from './undo.ts';
import { FollowedLog } from './visible/followed-log.ts';

export type { References, SelectionChange };

/** The outcome of a change: the new name, associations added or removed, and members in the present sources. */
export interface BookmarkChange {
  readonly name: string;
  readonly changed: number;
  readonly size: number;
}

/** `name` is the set's name after the undo, null for the selection; `seq` is the record of the undo. */
export interface Undoing extends SelectionChange {
  readonly kind: keyof ShownSet | 'selection';
  readonly name: string | null;
  readonly seq: number;
}

/** A bookmark with its description. `changedAt` is null if the log does not show it. */
export interface BookmarkDetails extends Description {
  readonly name: string;
  readonly items: number;
  readonly changedAt: string | null;
}

/** The part visible to a viewer: members of some sources, and log records. */
export interface View {
  readonly isSeen: Includes;
  readonly isRecordSeen: (sequence: number) => boolean;
}

const WHOLE: View = { isSeen: everySource, isRecordSeen: () => true };

export class BookmarkStore {
  readonly directory: string;
  readonly log: ChangeLog;
  readonly #store: StoreConnection;
  readonly #state: BookmarkState;
  readonly #history: BookmarkHistory;
  readonly #transactions: Transactions;
  readonly #queue: ChangeQueue;
  readonly #members: MemberChanges;
  readonly #parts: ChangeParts;
  readonly #reviews: Reviews;

  constructor(parts: { store: StoreConnection; log: ChangeLog; state: BookmarkState }) {
    this.directory = parts.store.directory;
    this.log = parts.log;
    this.#store = parts.store;
    this.#state = parts.state;
    this.#history = new BookmarkHistory(parts.log, parts.state);
    this.#transactions = new Transactions(parts.store, parts.log);
    this.#queue = new ChangeQueue(this.#transactions);
    this.#parts = { state: parts.state, log: parts.log, transactions: this.#transactions, queue: this.#queue };
    this.#members = new MemberChanges(this.#parts);
    const reviewed = new Reviewed(this.#parts, this.#members);
    const codings = new Codings(this.#parts, this.#members, reviewed);
    this.#reviews = new Reviews(this.#parts, this.#members, codings, reviewed);
  }

  /** False if the store is unreachable, or its file was changed. All other calls then throw BOOKMARKS_UNAVAILABLE. */
  get isAvailable(): boolean {
    return this.#store.isSound;
  }

  /** The last known number of bookmarks. Works even if the store is unavailable. */
  get count(): number {
    return this.#state.names().length;
  }

  /** Sorted by code point. */
  names(): string[] {
    return [...this.#sound().names()];
  }

  /** Throws INVALID_REQUEST for an invalid name. */
  has(name: string): boolean {
    return this.#sound().find(bookmarkName(name)) !== undefined;
  }

  /** Returns the members in the present sources: by source, ids ascending. Throws NOT_FOUND, INVALID_REQUEST. */
  members(name: string, isPresent: Includes = everySource): SourceItems[] {
    return atOnce(listing(this.#sound().set(this.#existing(name)), isPresent));
  }

  /** Like `members`, in slices. The result is the state at the time of the call. */
  async readMembers(name: string, isPresent: Includes): Promise<SourceItems[]> {
    return runInSlices(listing(this.#sound().set(this.#existing(name)), isPresent));
  }

  /** The members in one source, ascending. Throws NOT_FOUND, INVALID_REQUEST. */
  membersIn(name: string, source: string): Uint32Array {
    return this.#sound().set(this.#existing(name)).members(source);
  }

  /** The number of members in the present sources. Throws NOT_FOUND, INVALID_REQUEST. */
  size(name: string, isPresent: Includes = everySource): number {
    return this.#state.set(this.#existing(name)).size(isPresent);
  }

  lookup(isSeen: Includes = everySource): MemberLookup {
    return new MemberLookup(this.#sound(), isSeen);
  }

  /** Returns the marks of some items of a source, all from one state. */
  marksOf(source: string, ids: readonly number[]): readonly ItemMarks[] {
    const state = this.#sound();
    return marksOfItems(namesOfSets(state), namesOfSets(state, 'reviewed'), state.set(SELECTION), source, ids);
  }

  /** Returns the bookmarks of many items, in slices. Null if no item is in any bookmark. */
  async listsOf(source: string, ids: Uint32Array): Promise<NameLists | null> {
    const state = this.#sound();
    return runInSlices(listsOfItems(namesOfSets(state), source, ids));
  }

  /** Like `listsOf`, for the reviewers of items. */
  async reviewersOf(source: string, ids: Uint32Array): Promise<NameLists | null> {
    return runInSlices(listsOfItems(namesOfSets(this.#sound(), 'reviewed'), source, ids));
  }

  selected(isPresent: Includes = everySource): SourceItems[] {
    return atOnce(listing(this.#sound().set(SELECTION), isPresent));
  }

  async readSelected(isPresent: Includes): Promise<SourceItems[]> {
    return runInSlices(listing(this.#sound().set(SELECTION), isPresent));
  }

  /** The coding panels. */
  get codings(): Codings {
    this.#sound();
    return new Codings(this.#parts, this.#members, this.reviewed);
  }

  /** The decisions of people in coding panels. */
  get decisions(): Decisions {
    return new Decisions(this.#sound());
  }

  /** The items that each viewer has reviewed. */
  get reviewed(): Reviewed {
    this.#sound();
    return new Reviewed(this.#parts, this.#members);
  }

  get reviews(): Reviews {
    this.#sound();
    return this.#reviews;
  }

  /** The lines of reviews in an export: of all reviews, or of one. */
  reviewLines(only?: string): Iterable<object> {
    return exportedReviews(this.#sound(), only);
  }

  /** Returns the test for visible log records: here, all are visible. */
  async recordsSeen(): Promise<(sequence: number) => boolean> {
    return () => true;
  }

  /** Notes on items. */
  get notes(): Notes {
    this.#sound();
    return new Notes(this.#parts);
  }

  /** The saved searches visible to the asker. */
  searchesOf(asker: SearchAsker): SavedSearches {
    this.#sound();
    return new SavedSearches(this.#parts, asker);
  }

  /** The shared searches; `all` returns the searches of every owner. */
  get searches(): Pick<SavedSearches, 'find' | 'applyPut'> & { all(): readonly SavedSearch[] } {
    const shared = this.searchesOf(ANYBODY);
    return {
      find: (name) => shared.find(name),
      applyPut: (search, origin) => shared.applyPut(search, origin),
      all: () => allSearches(this.#state),
    };
  }

  /** Whether the set is private to another viewer. */
  isHidden(set: number, viewer: string | null): boolean {
    const own = this.#state.viewerOf(set);
    return own !== undefined && (viewer === null || own !== viewerKey(viewer));
  }

  /** The log, and past states. */
  get history(): BookmarkHistory {
    this.#sound();
    return this.#history;
  }

  /** The growing log for a viewer who sees these records and sources. Null means all sources. */
  followed(isSeen: Includes | null, recordsSeen: () => Promise<(sequence: number) => boolean>): FollowedLog {
    this.#sound();
    return new FollowedLog(this.log, isSeen, recordsSeen);
  }

  /** Yields the records, oldest first. */
  readLog(): AsyncIterable<HashedRecord> {
    return this.log.records();
  }

  get head(): LogHead {
    return this.log.head();
  }

  /** Rejects with ALREADY_EXISTS, INVALID_REQUEST. */
  create(name: string, origin: Origin): Promise<BookmarkChange> {
    return this.#queue.submit(0, () => this.applyCreate(name, origin));
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. The caller checks that the items exist. */
  add(name: string, refs: References, origin: Origin, isPresent: Includes = everySource): Promise<BookmarkChange> {
    return this.#submitMembers('add', name, refs, origin, isPresent);
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. */
  remove(name: string, refs: References, origin: Origin, isPresent: Includes = everySource): Promise<BookmarkChange> {
    return this.#submitMembers('remove', name, refs, origin, isPresent);
  }

  /**
   * Renames the bookmark, keeping its members. The same name is allowed. Rejects with NOT_FOUND, ALREADY_EXISTS, INVALID_REQUEST,
   * and FORBIDDEN if it has members in sources that the caller cannot see.
   */
  rename(
    name: string,
    newName: string,
    origin: Origin,
    isPresent: Includes = everySource,
    isOwn: Includes = everySource,
  ): Promise<BookmarkChange> {
    return this.#queue.submit(0, () => {
      const set = this.#existing(name);
      this.#requireOwn(set, isOwn);
      const before = bookmarkName(name);
      const after = bookmarkName(newName);
      if (after !== before) {
        if (this.#state.find(after) !== undefined) throw exists(after);
        this.#apply('rename', { kind: 'rename', set, name: before, newName: after, items: [] }, origin);
      }
      return { name: after, changed: 0, size: this.#state.set(set).size(isPresent) };
    });
  }

  /** Changes the description. Rejects as `rename` does. */
  describe(
    name: string,
    change: DescriptionChange,
    origin: Origin,
    isPresent: Includes = everySource,
    isOwn: Includes = everySource,
  ): Promise<BookmarkDetails> {
    return this.#queue
      .submit(0, () => {
        this.#requireOwn(this.#existing(name), isOwn);
        return this.applyDescription(name, change, origin);
      })
      .then(() => this.details(isPresent, bookmarkName(name))[0]!);
  }

  /** The descriptions of all bookmarks, sorted by name, or of one, as visible to a viewer. */
  details(isPresent: Includes = everySource, only?: string, view: View = WHOLE): BookmarkDetails[] {
    const state = this.#sound();
    const names = only === undefined ? state.names() : [only];
    const sets = names.map((name) => this.#existing(name));
    const changedAt = this.log.lastTimes(new Set(sets), view.isRecordSeen);
    return names.map((name, i) => {
      const set = sets[i]!;
      const members = state.set(set);
      const isSeen = members.size(view.isSeen) > 0 || members.size(everySource) === 0;
      const { comment, color, inReport } = isSeen ? state.descriptionOf(set) : NO_DESCRIPTION;
      return {
        name,
        items: members.size(isPresent),
        comment,
        color,
        inReport,
        changedAt: changedAt.get(set) ?? null,
      };
    });
  }

  /** Removes the bookmark and every association, including those of absent sources. Rejects as `rename` does. */
  delete(name: string, origin: Origin, isOwn: Includes = everySource): Promise<BookmarkChange> {
    return this.#queue.submit(0, () => {
      const set = this.#existing(name);
      this.#requireOwn(set, isOwn);
      const bookmark = bookmarkName(name);
      const items = this.#state.set(set).packed();
      this.#apply('delete', { kind: 'delete', set, name: bookmark, items }, origin);
      return { name: bookmark, changed: countPacked(items), size: 0 };
    });
  }

  selectAdd(refs: References, origin: Origin, isPresent: Includes = everySource): Promise<SelectionChange> {
    return this.#submitSelection('add', refs, origin, isPresent);
  }

  selectRemove(refs: References, origin: Origin, isPresent: Includes = everySource): Promise<SelectionChange> {
    return this.#submitSelection('remove', refs, origin, isPresent);
  }

  /**
   * Undoes the change of a log record. Rejects with NOT_FOUND if there is no such record, CONFLICT if later changes make it
   * impossible or the record has no members, FORBIDDEN if the record or the affected bookmark has members in sources that the
   * caller cannot see.
   */
  undo(
    sequence: number,
    origin: Origin,
    isPresent: Includes = everySource,
    isOwn: Includes = everySource,
    asker: SearchAsker = ANYBODY,
  ): Promise<Undoing> {
    let effect: Effect | null = null;
    return this.#queue.submit(
      0,
      () => {
        if (effect !== null) this.#requireOwnEffect(effect, isOwn);
        if (effect !== null && asker !== ANYBODY) this.searchesOf(asker).requireOwn(effect);
        return this.#applyUndo({ sequence, effect }, origin, isPresent);
      },
      async () => {
        effect = await this.log.effect(sequence);
      },
    );
  }

  /** Applies pending changes, and closes. The object must not be used afterwards. */
  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#store.close();
  }

  /** For the import, inside its transaction. Returns the set of the bookmark, or undefined. */
  setOf(name: string): number | undefined {
    return this.#state.find(bookmarkName(name));
  }

  /** For the import, inside its transaction. Returns the bookmark's description. Throws NOT_FOUND, INVALID_REQUEST. */
  descriptionOf(name: string): Description {
    return this.#state.descriptionOf(this.#existing(name));
  }

  /** Runs several `apply…` steps in one transaction, and resolves when it is on disk. If one throws, none takes effect. */
  applyTogether<T>(steps: () => T): Promise<T> {
    return this.#queue.submit(0, steps);
  }

  /** Inside a transaction. */
  applyCreate(name: string, origin: Origin): BookmarkChange {
    const bookmark = bookmarkName(name);
    if (this.#state.find(bookmark) !== undefined) throw exists(bookmark);
    this.#apply('create', { kind: 'create', set: this.#state.nextSet, name: bookmark, items: [] }, origin);
    return { name: bookmark, changed: 0, size: 0 };
  }

  /** Inside a transaction. Logs nothing if nothing changes. */
  applyDescription(name: string, change: DescriptionChange, origin: Origin): Description {
    const set = this.#existing(name);
    const formerly = this.#state.descriptionOf(set);
    const description = described(formerly, change);
    if (!isSameDescription(formerly, description)) {
      const effect: Effect = { kind: 'describe', set, name: bookmarkName(name), description, formerly, items: [] };
      this.#apply('describe', effect, origin);
    }
    return formerly;
  }

  /** Inside a transaction. */
  applyMembers(target: MembersTarget, refs: OrderedReferences, origin: Origin): SelectionChange {
    return this.#members.apply(target, refs, { origin, isPresent: everySource });
  }

  #applyUndo(
    { sequence, effect }: { readonly sequence: number; readonly effect: Effect | null },
    origin: Origin,
    isPresent: Includes,
  ): Undoing {
    if (effect === null) {
      throw new AppError(
        'CONFLICT',
        `The change of record ${sequence} cannot be undone: it was written by a release that did not keep members.`,
      );
    }
    const back = undoing(sequence, effect, this.#state);
    const { seq, changed } = this.#apply('undo', back, origin, sequence);
    requireChange(sequence, back, changed);
    const stored = back.set === SELECTION ? null : (this.#state.nameOf(back.set) ?? back.name);
    const [kind, name] = shownName(stored) ?? ['selection', null];
    return { kind, name, changed, size: this.#sizeOf(back, isPresent), seq };
  }

  #sizeOf({ kind, set }: Effect, isPresent: Includes): number {
    return kind === 'delete' ? 0 : this.#state.set(set).size(isPresent);
  }

  #apply(action: ChangeAction, effect: Effect, origin: Origin, undoes?: number): Applied {
    return applyChange(this.#parts, action, effect, origin, undoes);
  }

  async #submitMembers(
    kind: Direction,
    name: string,
    refs: References,
    origin: Origin,
    isPresent: Includes,
  ): Promise<BookmarkChange> {
    const target = (): MembersTarget => ({ action: kind, kind, set: this.#existing(name), name: bookmarkName(name) });
    const change = await this.#members.submit(target, refs, { origin, isPresent });
    return { name: bookmarkName(name), ...change };
  }

  #submitSelection(kind: Direction, refs: References, origin: Origin, isPresent: Includes): Promise<SelectionChange> {
    const action = kind === 'add' ? 'select' : 'unselect';
    return this.#members.submit(() => ({ action, kind, set: SELECTION, name: null }), refs, { origin, isPresent });
  }

  /** Throws FORBIDDEN. */
  #requireOwn(set: number, isOwn: Includes): void {
    const members = this.#state.set(set);
    if (members.size(isOwn) !== members.size(everySource)) throw notOwn(this.#state.nameOf(set) ?? null);
  }

  #requireOwnEffect({ kind, set, name, items }: Effect, isOwn: Includes): void {
    if (items.some(({ source }) => !isOwn(source))) throw notOwn(name);
    const isOfWhole = kind === 'rename' || kind === 'create' || kind === 'describe';
    if (isOfWhole && this.#state.nameOf(set) !== undefined) this.#requireOwn(set, isOwn);
  }

  /** Throws BOOKMARKS_UNAVAILABLE. */
  #sound(): BookmarkState {
    this.#store.requireSound();
    return this.#state;
  }

  #existing(name: string): number {
    const bookmark = bookmarkName(name);
    const set = this.#state.find(bookmark);
    if (set === undefined) throw new AppError('NOT_FOUND', `There is no bookmark named ${JSON.stringify(bookmark)}.`);
    return set;
  }
}

function exists(bookmark: string): AppError {
  return new AppError('ALREADY_EXISTS', `A bookmark ${JSON.stringify(bookmark)} already exists. Choose another name.`);
}
