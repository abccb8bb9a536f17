/**
 * The bookmarks of one viewer. Private sets of others are invisible. If a viewer has access to some sources only, they see
 * every name, and the members and changes in these sources. They see the description of a bookmark if it has a member there, or
 * has no members at all.
 */
import type { BookmarkChange, BookmarkDetails, BookmarkStore, SelectionChange, Undoing } from '../bookmark-store.ts';
import type { Origin } from '../change-record.ts';
import type { Codings } from '../codings/codings.ts';
import type { Decisions } from '../codings/decisions.ts';
import type { MemberLookup } from '../codings/member-lookup.ts';
import type { DescriptionChange } from '../descriptions/description.ts';
import type { BookmarkHistory, LogPage, LogSlice } from '../history.ts';
import type { ItemMarks, NameLists } from '../kinds/lists-of-items.ts';
import { notOwn } from '../kinds/not-own.ts';
import type { Notes } from '../notes/notes.ts';
import { everySource, type Includes, type References, type SourceItems } from '../references.ts';
import type { Reviewed } from '../reviewed/reviewed.ts';
import type { Reviews } from '../reviews/reviews.ts';
import type { SeenReviews } from '../reviews/seen-reviews.ts';
import type { SavedSearch } from '../searches/saved-search.ts';
import type { SavedSearches, SearchAsker } from '../searches/saved-searches.ts';
import type { FollowedLog } from './followed-log.ts';
import { VisibleRecords } from './visible-records.ts';

/** The part of the reviewed items that requests use. */
export type ReviewedItems = Pick<Reviewed, 'viewers' | 'readMembers' | 'size' | 'change'>;

/** The part of the notes that requests use. */
export type ItemNotes = Pick<Notes, 'of' | 'get' | 'versions' | 'add' | 'change' | 'delete' | 'all'>;

/** The part of the store that requests use. */
export interface Bookmarks
  extends Pick<
    BookmarkStore,
    | 'isAvailable'
    | 'count'
    | 'names'
    | 'readMembers'
    | 'membersIn'
    | 'size'
    | 'lookup'
    | 'marksOf'
    | 'listsOf'
    | 'reviewersOf'
    | 'readSelected'
    | 'create'
    | 'add'
    | 'remove'
    | 'rename'
    | 'describe'
    | 'delete'
    | 'selectAdd'
    | 'selectRemove'
    | 'undo'
    | 'codings'
    | 'decisions'
    | 'reviews'
    | 'recordsSeen'
  > {
  readonly history: {
    changes(page: LogPage): Promise<LogSlice>;
    changesOf(name: string, page: LogPage): Promise<LogSlice>;
    searchesAt(time: number): Promise<readonly SavedSearch[]>;
    reviewsAt(time: number): Promise<SeenReviews>;
  } & Pick<BookmarkHistory, 'membersAt' | 'selectedAt' | 'codingsAt' | 'decisionsAt' | 'reviewedAt' | 'notesAt'>;
  /** The log as it grows. */
  readonly followed: FollowedLog;
  readonly notes: ItemNotes;
  readonly reviewed: ReviewedItems;
  readonly searches: SavedSearches;
  details(isPresent: Includes): readonly BookmarkDetails[] | Promise<readonly BookmarkDetails[]>;
}

export class VisibleBookmarks implements Bookmarks {
  readonly #all: BookmarkStore;
  readonly #isSeen: Includes;
  /** Whether some sources are hidden from the viewer. */
  readonly #isLimited: boolean;
  readonly #asker: SearchAsker;

  /** `seen`: null for all sources. */
  constructor(all: BookmarkStore, seen: ReadonlySet<string> | null, asker: SearchAsker) {
    this.#all = all;
    this.#isLimited = seen !== null;
    this.#isSeen = seen === null ? everySource : (source) => seen.has(source);
    this.#asker = { ...asker, isSeen: this.#isLimited ? this.#isSeen : null };
  }

  /** Identifies a state of the store; undefined if some members are hidden. */
  get head(): BookmarkStore['head'] | undefined {
    return this.#isLimited ? undefined : this.#all.head;
  }

  get isAvailable(): boolean {
    return this.#all.isAvailable;
  }

  get count(): number {
    return this.#all.count;
  }

  names(): string[] {
    return this.#all.names();
  }

  readMembers(name: string, isPresent: Includes): Promise<SourceItems[]> {
    return this.#all.readMembers(name, this.#seen(isPresent));
  }

  membersIn(name: string, source: string): Uint32Array {
    return this.#isSeen(source) ? this.#all.membersIn(name, source) : new Uint32Array();
  }

  size(name: string, isPresent: Includes = everySource): number {
    return this.#all.size(name, this.#seen(isPresent));
  }

  lookup(isSeen: Includes = everySource): MemberLookup {
    return this.#all.lookup(this.#seen(isSeen));
  }

  marksOf(source: string, ids: readonly number[]): readonly ItemMarks[] {
    return this.#isSeen(source) ? this.#all.marksOf(source, ids) : ids.map(() => ({ bookmarks: [], selected: false }));
  }

  async listsOf(source: string, ids: Uint32Array): Promise<NameLists | null> {
    return this.#isSeen(source) ? this.#all.listsOf(source, ids) : null;
  }

  async reviewersOf(source: string, ids: Uint32Array): Promise<NameLists | null> {
    return this.#isSeen(source) ? this.#all.reviewersOf(source, ids) : null;
  }

  readSelected(isPresent: Includes): Promise<SourceItems[]> {
    return this.#all.readSelected(this.#seen(isPresent));
  }

  get history(): Bookmarks['history'] {
    const { history } = this.#all;
    const limits = this.#isLimited ? this.#isSeen : null;
    return {
      changes: (page) => history.changes(page, limits, (set) => this.#all.isHidden(set, this.#asker.name)),
      changesOf: (name, page) => history.changesOf(name, page, limits),
      searchesAt: (time) => history.searchesAt(time, this.#asker),
      reviewsAt: (time) => history.reviewsAt(time, limits),
      membersAt: (name, time, isPresent) => history.membersAt(name, time, this.#seen(isPresent)),
      codingsAt: (time) => history.codingsAt(time),
      decisionsAt: async (time) => (await history.decisionsAt(time)).seenBy(this.#isSeen),
      notesAt: async (item, time) => (this.#isSeen(item.source) ? history.notesAt(item, time) : []),
      reviewedAt: (viewer, time, isPresent) => history.reviewedAt(viewer, time, this.#seen(isPresent)),
      selectedAt: (time, isPresent) => history.selectedAt(time, this.#seen(isPresent)),
    };
  }

  /** The same records as `history.changes`. */
  get followed(): FollowedLog {
    return this.#all.followed(this.#isLimited ? this.#isSeen : null, () => this.recordsSeen());
  }

  /** Names of bookmarks are visible to everyone, and therefore panels are too. */
  get codings(): Codings {
    return this.#all.codings;
  }

  get decisions(): Decisions {
    return this.#all.decisions.seenBy(this.#isSeen);
  }

  /** No check is needed, because the caller has found the item, so its source is visible. */
  get notes(): ItemNotes {
    const { notes } = this.#all;
    return {
      of: (item) => notes.of(item),
      get: (item, n) => notes.get(item, n),
      versions: (item, n) => notes.versions(item, n),
      add: (item, change, origin) => notes.add(item, change, origin),
      change: (item, n, change, origin) => notes.change(item, n, change, origin),
      delete: (item, n, origin) => notes.delete(item, n, origin),
      all: (isPresent = everySource) => notes.all(this.#seen(isPresent)),
    };
  }

  /** Only viewers who marked a visible item. */
  get reviewed(): ReviewedItems {
    const { reviewed } = this.#all;
    return {
      viewers: () => reviewed.viewers().filter((viewer) => reviewed.size(viewer, this.#isSeen) > 0),
      readMembers: (viewer, isPresent) => reviewed.readMembers(viewer, this.#seen(isPresent)),
      size: (viewer, isPresent) => reviewed.size(viewer, this.#seen(isPresent)),
      change: (direction, viewer, refs, { origin, isPresent }) =>
        reviewed.change(direction, viewer, refs, { origin, isPresent: this.#seen(isPresent) }),
    };
  }

  get reviews(): Reviews {
    const { reviews } = this.#all;
    return this.#isLimited ? reviews.seenBy(this.#isSeen) : reviews;
  }

  get searches(): SavedSearches {
    return this.#all.searchesOf(this.#asker);
  }

  create(name: string, origin: Origin): Promise<BookmarkChange> {
    return this.#all.create(name, origin);
  }

  add(name: string, refs: References, origin: Origin, isPresent: Includes = everySource): Promise<BookmarkChange> {
    return this.#all.add(name, refs, origin, this.#seen(isPresent));
  }

  remove(name: string, refs: References, origin: Origin, isPresent: Includes = everySource): Promise<BookmarkChange> {
    return this.#all.remove(name, refs, origin, this.#seen(isPresent));
  }

  rename(name: string, newName: string, origin: Origin, isPresent: Includes = everySource): Promise<BookmarkChange> {
    return this.#all.rename(name, newName, origin, this.#seen(isPresent), this.#isSeen);
  }

  async describe(
    name: string,
    change: DescriptionChange,
    origin: Origin,
    isPresent: Includes = everySource,
  ): Promise<BookmarkDetails> {
    const set = this.#all.setOf(name);
    const described = await this.#all.describe(name, change, origin, this.#seen(isPresent), this.#isSeen);
    const isRecordSeen = await this.recordsSeen();
    const changedAt = set === undefined ? undefined : this.#all.log.lastTimes(new Set([set]), isRecordSeen).get(set);
    return { ...described, changedAt: changedAt ?? null };
  }

  async details(isPresent: Includes = everySource): Promise<BookmarkDetails[]> {
    const isRecordSeen = await this.recordsSeen();
    return this.#all.details(this.#seen(isPresent), undefined, { isSeen: this.#isSeen, isRecordSeen });
  }

  delete(name: string, origin: Origin): Promise<BookmarkChange> {
    return this.#all.delete(name, origin, this.#isSeen);
  }

  selectAdd(refs: References, origin: Origin, isPresent: Includes = everySource): Promise<SelectionChange> {
    return this.#all.selectAdd(refs, origin, this.#seen(isPresent));
  }

  selectRemove(refs: References, origin: Origin, isPresent: Includes = everySource): Promise<SelectionChange> {
    return this.#all.selectRemove(refs, origin, this.#seen(isPresent));
  }

  async undo(sequence: number, origin: Origin, isPresent: Includes = everySource): Promise<Undoing> {
    const isThere = sequence >= 1 && sequence <= this.#all.head.count;
    const isRecordSeen = await this.recordsSeen();
    // The undo may restore a description from a time when the members were elsewhere, or a private set of another viewer.
    if (isThere && !isRecordSeen(sequence)) throw notOwn((await this.#all.log.effect(sequence))?.name ?? null);
    return this.#all.undo(sequence, origin, this.#seen(isPresent), this.#isSeen, this.#asker);
  }

  async recordsSeen(): Promise<(sequence: number) => boolean> {
    const { log } = this.#all;
    const isOwn = (sequence: number): boolean => !this.#all.isHidden(log.setOf(sequence), this.#asker.name);
    if (!this.#isLimited) return isOwn;
    const records = VisibleRecords.of(log);
    await records.advance();
    return (sequence) => records.isVisible(sequence, this.#isSeen) && isOwn(sequence);
  }

  #seen(isPresent: Includes): Includes {
    return (source) => this.#isSeen(source) && isPresent(source);
  }
}
