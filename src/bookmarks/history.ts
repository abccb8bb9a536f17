/** Past states: pages of the log, and the members at any time, even of deleted bookmarks. */
import { AppError } from '../shared/errors.ts';
import { atOnce, runInSlices } from '../shared/slices.ts';
import { bookmarkName } from './bookmark-name.ts';
import { type BookmarkState, SELECTION } from './bookmark-state.ts';
import type { ChangeLog, HashedRecord } from './change-log.ts';
import { membersUnknown } from './change-log.ts';
import { type Coding, shownCoding } from './codings/coding.ts';
import { Decisions } from './codings/decisions.ts';
import { type Description, NO_DESCRIPTION } from './descriptions/description.ts';
import { exportedReviews } from './exchange/review-lines.ts';
import { type Kind, storedName } from './kinds/kind-name.ts';
import { countPacked, listing, type MemberSet } from './member-set.ts';
import type { Note } from './notes/note.ts';
import { allIn, type NotedItem, type Notes, notesIn } from './notes/notes.ts';
import { everySource, type Includes, type SourceItems } from './references.ts';
import type { Reviewed } from './reviewed/reviewed.ts';
import { SeenReviews } from './reviews/seen-reviews.ts';
import type { SavedSearch } from './searches/saved-search.ts';
import { allSearches, type SearchAsker, seenSearches } from './searches/saved-searches.ts';
import { VisibleRecords } from './visible/visible-records.ts';

export interface LogPage {
  /** Only records with a lower sequence number. */
  readonly after?: number;
  readonly limit: number;
}

export interface LogSlice {
  readonly records: readonly HashedRecord[];
  /** Whether more records follow. */
  readonly hasMore: boolean;
}

/** The bookmarks and the selection at a past time. */
export interface PastState {
  names(): readonly string[];
  has(name: string): boolean;
  members(name: string, isPresent?: Includes): SourceItems[];
  descriptionOf(name: string): Description;
  readonly codings: { all(): readonly Coding[] };
  readonly decisions: Pick<Decisions, 'all'>;
  readonly reviewed: Pick<Reviewed, 'viewers' | 'members'>;
  readonly notes: Pick<Notes, 'all'>;
  /** The searches of every owner. */
  readonly searches: { all(): readonly SavedSearch[] };
  /** The lines of reviews in an export. */
  reviewLines(): Iterable<object>;
  selected(isPresent?: Includes): SourceItems[];
}

export class BookmarkHistory {
  readonly #log: ChangeLog;
  readonly #state: BookmarkState;

  constructor(log: ChangeLog, state: BookmarkState) {
    this.#log = log;
    this.#state = state;
  }

  /**
   * Returns records, newest first. With `isSeen`, only those visible to a viewer of these sources. Leaves out records of
   * `isHidden` sets.
   */
  changes(
    page: LogPage,
    isSeen: Includes | null = null,
    isHidden: (set: number) => boolean = () => false,
  ): Promise<LogSlice> {
    const isWanted = (sequence: number): boolean => !isHidden(this.#log.setOf(sequence));
    return isSeen === null ? this.#page(page, null, isWanted) : this.#seenPage(page, null, isSeen, isWanted);
  }

  /** The changes of every bookmark that has or had this name. Rejects with NOT_FOUND if there is none. */
  async changesOf(name: string, page: LogPage, isSeen: Includes | null = null): Promise<LogSlice> {
    const bookmark = bookmarkName(name);
    const sets = this.#state.setsNamed(bookmark);
    if (sets.size === 0)
      throw new AppError('NOT_FOUND', `There has never been a bookmark named ${JSON.stringify(bookmark)}.`);
    return isSeen === null ? this.#page(page, sets) : this.#seenPage(page, sets, isSeen);
  }

  /**
   * Returns the members at `time`, in milliseconds since 1970. Rejects with NOT_FOUND if there was no such bookmark then,
   * CONFLICT if the log of that time has no members.
   */
  async membersAt(name: string, time: number, isPresent: Includes): Promise<SourceItems[]> {
    const bookmark = bookmarkName(name);
    const state = await this.#stateAt(time, this.#state.setsNamed(bookmark));
    return runInSlices(listing(new Past(state).set(bookmark), isPresent));
  }

  async selectedAt(time: number, isPresent: Includes): Promise<SourceItems[]> {
    return runInSlices(listing((await this.#stateAt(time, new Set([SELECTION]))).set(SELECTION), isPresent));
  }

  /** The item's notes at `time`. Rejects with CONFLICT. */
  async notesAt({ source, id }: NotedItem, time: number): Promise<readonly Note[]> {
    return notesIn(await this.#stateAt(time, this.#state.everOf('note')), source, id);
  }

  /** The viewer's reviewed items at `time`. Rejects with CONFLICT. */
  async reviewedAt(viewer: string, time: number, isPresent: Includes): Promise<SourceItems[]> {
    const sets = this.#state.setsNamed(storedName('reviewed', viewer.normalize('NFC')));
    return new Past(await this.#stateAt(time, sets)).reviewed.members(viewer, isPresent);
  }

  /** The coding panels at `time`. Rejects like `at`. */
  async codingsAt(time: number): Promise<readonly Coding[]> {
    return codingsIn(await this.#stateAt(time, null));
  }

  /** The reviews at `time`, as visible to a viewer of some sources, or of all if null. Rejects like `at`. */
  async reviewsAt(time: number, isSeen: Includes | null = null): Promise<SeenReviews> {
    const state = await this.#stateAt(time, this.#setsOf('bookmark', 'review', 'batch', 'decision'));
    return new SeenReviews({ state, log: this.#log, last: this.#log.lastAt(time) }, isSeen);
  }

  /** The decisions in coding panels at `time`. Rejects like `at`. */
  async decisionsAt(time: number): Promise<Decisions> {
    return new Decisions(await this.#stateAt(time, this.#setsOf('bookmark', 'coding', 'choice')));
  }

  /** The saved searches visible to a viewer at `time`. Rejects like `at`. */
  async searchesAt(time: number, asker: Omit<SearchAsker, 'isAdministrator'>): Promise<readonly SavedSearch[]> {
    return seenSearches(await this.#stateAt(time, null), asker);
  }

  /** The complete state. Rejects with CONFLICT. */
  async at(time: number): Promise<PastState> {
    return new Past(await this.#stateAt(time, null));
  }

  /** The visible records, each with its number of visible items. */
  async #seenPage(
    page: LogPage,
    sets: ReadonlySet<number> | null,
    isSeen: Includes,
    isWanted: (sequence: number) => boolean = () => true,
  ): Promise<LogSlice> {
    const visible = VisibleRecords.of(this.#log);
    await visible.advance();
    const { records, hasMore } = await this.#page(page, sets, (sequence) => {
      return isWanted(sequence) && visible.isVisible(sequence, isSeen);
    });
    const seen: HashedRecord[] = [];
    for (const { items: _items, ...record } of records) {
      const effect = record.changed === 0 ? null : await this.#log.effect(record.sequence);
      seen.push({ ...record, changed: countPacked(effect?.items.filter(({ source }) => isSeen(source)) ?? []) });
    }
    return { records: seen, hasMore };
  }

  async #stateAt(time: number, sets: ReadonlySet<number> | null): Promise<BookmarkState> {
    const sequence = this.#log.lastAt(time);
    if (!this.#log.hasMembersAt(sequence) && (sets === null || this.#wasChanged(sequence, sets)))
      throw membersUnknown();
    return this.#log.stateAt(sequence, sets);
  }

  /** Returns existing and deleted sets of these kinds. */
  #setsOf(...kinds: readonly (Kind | 'bookmark')[]): ReadonlySet<number> {
    return new Set(kinds.flatMap((kind) => [...this.#state.everOf(kind)]));
  }

  #wasChanged(sequence: number, sets: ReadonlySet<number>): boolean {
    return !this.#log.sequences(sequence + 1, sets).next().done;
  }

  async #page(
    { after = Number.POSITIVE_INFINITY, limit }: LogPage,
    sets: ReadonlySet<number> | null,
    isWanted: (sequence: number) => boolean = () => true,
  ): Promise<LogSlice> {
    const wanted: number[] = [];
    for (const sequence of this.#log.sequences(after, sets)) {
      if (!isWanted(sequence)) continue;
      wanted.push(sequence);
      if (wanted.length > limit) break;
    }
    const records: HashedRecord[] = [];
    for await (const record of this.#log.recordsOf(wanted.slice(0, limit))) records.push(record);
    return { records, hasMore: wanted.length > limit };
  }
}

class Past implements PastState {
  readonly #state: BookmarkState;

  constructor(state: BookmarkState) {
    this.#state = state;
  }

  names(): readonly string[] {
    return this.#state.names();
  }

  has(name: string): boolean {
    return this.#state.find(name) !== undefined;
  }

  set(name: string): MemberSet {
    const set = this.#state.find(name);
    if (set === undefined) {
      throw new AppError('NOT_FOUND', `There was no bookmark named ${JSON.stringify(name)} then.`);
    }
    return this.#state.set(set);
  }

  members(name: string, isPresent: Includes = everySource): SourceItems[] {
    return atOnce(listing(this.set(name), isPresent));
  }

  descriptionOf(name: string): Description {
    const set = this.#state.find(name);
    return set === undefined ? NO_DESCRIPTION : this.#state.descriptionOf(set);
  }

  get codings(): PastState['codings'] {
    return { all: () => codingsIn(this.#state) };
  }

  get decisions(): PastState['decisions'] {
    return new Decisions(this.#state);
  }

  get notes(): PastState['notes'] {
    return { all: () => allIn(this.#state) };
  }

  get reviewed(): PastState['reviewed'] {
    return {
      viewers: () => this.#state.namesOf('reviewed'),
      members: (viewer, isPresent) => {
        const set = this.#state.find(storedName('reviewed', viewer.normalize('NFC')));
        return set === undefined ? [] : atOnce(listing(this.#state.set(set), isPresent));
      },
    };
  }

  get searches(): PastState['searches'] {
    return { all: () => allSearches(this.#state) };
  }

  reviewLines(): Iterable<object> {
    return exportedReviews(this.#state);
  }

  selected(isPresent: Includes = everySource): SourceItems[] {
    return atOnce(listing(this.#state.set(SELECTION), isPresent));
  }
}

function codingsIn(state: BookmarkState): readonly Coding[] {
  return state.namesOf('coding').map((name) => {
    const set = state.find(storedName('coding', name))!;
    return shownCoding(name, state.descriptionOf(set).comment ?? '', (one) => state.nameOf(one));
  });
}
