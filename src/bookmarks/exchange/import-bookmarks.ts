/**
 * Merges an export into the store: adds what is missing, removes and renames nothing. A file with a single bad line changes
 * nothing, and the report lists the bad lines.
 *
 * Lines are applied while they are read, inside one transaction, which is rolled back at the first bad line. The remaining
 * lines are only checked. So memory holds one line, one report entry for each bookmark, and the pages that the transaction
 * changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import type { DecidedName } from '../../shared/names/decided-name.ts';
import { atOnce } from '../../shared/slices.ts';
import type { BookmarkStore } from '../bookmark-store.ts';
import type { Origin } from '../change-record.ts';
import type { CodingChange } from '../codings/coding.ts';
import type { Description } from '../descriptions/description.ts';
import { mergedDescription } from '../descriptions/merged-description.ts';
import type { MembersTarget } from '../member-changes.ts';
import type { StoredNote } from '../notes/note.ts';
import type { NotedItem } from '../notes/notes.ts';
import { ordering, type SourceItems } from '../references.ts';
import type { SavedSearch } from '../searches/saved-search.ts';
import { type ExchangeLine, parseExchangeLine } from './exchange-format.ts';
import { ReviewImport } from './review-import.ts';
import { noSuchChoice } from './review-lines.ts';

export interface ImportReport {
  /** False if the file has problems. Nothing was changed then, and the counts cover the lines before the first problem. */
  readonly applied: boolean;
  readonly lines: number;
  readonly bookmarks: readonly ImportedBookmark[];
  readonly selection: ImportedSet;
  readonly itemNotes: ImportedSet;
  /** Marks of all viewers. */
  readonly reviewed: ImportedSet;
  /** People's choices in coding panels. */
  readonly decided: ImportedSet;
  /** Numbers of reviews. */
  readonly reviews: ImportedSet;
  /** Differences from the existing data. */
  readonly notes: readonly string[];
  /** The first hundred. */
  readonly problems: readonly ImportProblem[];
}

export interface ImportedSet {
  readonly added: number;
  /** Number of references that already were members. */
  readonly alreadyThere: number;
}

export interface ImportedBookmark extends ImportedSet {
  readonly name: string;
  /** Whether a bookmark of this name existed, so that the two were merged. */
  readonly existed: boolean;
}

export interface ImportProblem {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

const PROBLEMS_MAX = 100;
const BOOKMARKS_MAX = 100_000;

/** Resolves to the report. Rejects with errors of the store or of `lines`, with nothing changed. */
export async function importBookmarks(
  store: BookmarkStore,
  lines: Iterable<string>,
  options: { origin: Origin },
): Promise<ImportReport> {
  const merge = new Merge(store, options.origin);
  try {
    await store.applyTogether(() => {
      for (const line of lines) merge.line(line);
      merge.finish();
      if (merge.hasProblems) throw new GivenUp();
    });
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
  }
  return merge.report();
}

class GivenUp extends Error {}

interface Tally {
  added: number;
  alreadyThere: number;
}

class Merge {
  readonly #store: BookmarkStore;
  readonly #origin: Origin;
  readonly #bookmarks = new Map<string, Tally & { existed: boolean }>();
  readonly #selection: Tally = { added: 0, alreadyThere: 0 };
  readonly #itemNotes: Tally = { added: 0, alreadyThere: 0 };
  readonly #reviewed: Tally = { added: 0, alreadyThere: 0 };
  readonly #decided: Tally = { added: 0, alreadyThere: 0 };
  /** Items that keep another choice of the person, by panel and person. */
  readonly #kept = new Map<string, number>();
  readonly #reviews: ReviewImport;
  readonly #problems: ImportProblem[] = [];
  readonly #notes: string[] = [];
  #lines = 0;
  #ended = false;

  constructor(store: BookmarkStore, origin: Origin) {
    this.#store = store;
    this.#origin = origin;
    this.#reviews = new ReviewImport(
      { reviews: store.reviews, reviewLines: (name) => store.reviewLines(name) },
      (name) => this.#bookmarkSet(name),
      origin,
    );
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  line(text: string): void {
    this.#lines++;
    if (text === '' && this.#ended) return; // The text after the last line end.
    let line: ExchangeLine;
    try {
      line = parseExchangeLine(text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#problem(error.message);
      return;
    }
    if (this.#ended) this.#problem('it comes after the last line of the export');
    else if ((line.kind === 'header') !== (this.#lines === 1))
      this.#problem('the first line, and only it, is the header');
    else this.#take(line, text);
  }

  finish(): void {
    this.#endReview();
    if (!this.#ended) this.#problem('the end is missing: the file was cut');
  }

  report(): ImportReport {
    const bookmarks = [...this.#bookmarks].map(([name, tally]) => ({ name, ...tally }));
    return {
      applied: !this.hasProblems,
      lines: this.#lines,
      bookmarks,
      selection: { ...this.#selection },
      itemNotes: { ...this.#itemNotes },
      reviewed: { ...this.#reviewed },
      decided: { ...this.#decided },
      reviews: { ...this.#reviews.tally },
      notes: [
        ...this.#notes,
        ...this.#reviews.notes,
        ...[...this.#kept].map(([whose, items]) => `${items} items keep ${whose}`),
      ],
      problems: this.#problems,
    };
  }

  #take(line: ExchangeLine, text: string): void {
    if (line.kind === 'review') {
      this.#attempt(() => this.#reviews.take(line.review, line.part, text, !this.hasProblems));
      return;
    }
    this.#endReview();
    if (line.kind === 'end') {
      this.#ended = true;
      if (line.lines !== this.#lines) this.#problem(`it counts ${line.lines} lines, but is line ${this.#lines}`);
    } else if (line.kind === 'bookmark') {
      if (line.items === undefined) this.#bookmark(line.name, line.said);
      else this.#members(line.name, line.items);
    } else if (line.kind === 'coding') {
      this.#coding(line.name, line.coding);
    } else if (line.kind === 'note') {
      if (!this.hasProblems) this.#note(line.item, line.note);
    } else if (line.kind === 'search' && !this.hasProblems) {
      this.#search(line.search);
    } else if (line.kind === 'reviewed' && !this.hasProblems) {
      this.#apply({ ...this.#store.reviewed.target('add', line.viewer), action: 'import' }, line.items, this.#reviewed);
    } else if (line.kind === 'decided' && !this.hasProblems) {
      this.#decision(line.decided, line.items);
    } else if (line.kind === 'selection' && !this.hasProblems) {
      this.#add(0, null, line.items, this.#selection);
    }
  }

  #bookmark(name: string, said: Description): void {
    if (this.#bookmarks.has(name)) this.#problem(`it defines the bookmark ${JSON.stringify(name)} again`);
    else if (this.#bookmarks.size === BOOKMARKS_MAX) this.#problem(`the file has more than ${BOOKMARKS_MAX} bookmarks`);
    else {
      const existed = this.#store.setOf(name) !== undefined;
      this.#bookmarks.set(name, { existed, added: 0, alreadyThere: 0 });
      if (this.hasProblems) return;
      if (!existed) this.#store.applyCreate(name, this.#origin);
      const { description, findings } = mergedDescription(this.#store.descriptionOf(name), said);
      this.#store.applyDescription(name, description, this.#origin);
      for (const finding of findings) this.#notes.push(`the bookmark ${JSON.stringify(name)} ${finding}`);
    }
  }

  #members(name: string, items: SourceItems): void {
    const tally = this.#bookmarks.get(name);
    if (tally === undefined) this.#problem('it has members of a bookmark that no earlier line creates');
    else if (!this.hasProblems) this.#add(this.#store.setOf(name)!, name, items, tally);
  }

  /** An existing search stays as it is. */
  #search(search: SavedSearch): void {
    const { name, owner, shared } = search;
    const before = this.#store.searches
      .all()
      .find(
        (one) => one.name === name && one.shared === (shared || owner === null) && (one.shared || one.owner === owner),
      );
    this.#attempt(() => {
      if (before === undefined) this.#store.searches.applyPut(search, this.#origin);
    });
    const same = JSON.stringify({ ...search, shared: before?.shared });
    if (before === undefined || JSON.stringify(before) === same) return;
    this.#notes.push(`the search ${JSON.stringify(name)} stays as it is; the import has another one of that name`);
  }

  /** An existing panel stays as it is. */
  #coding(name: string, coding: CodingChange): void {
    const unknown = coding.choices.find(({ bookmark }) => !this.#bookmarks.has(bookmark));
    if (unknown !== undefined) {
      this.#problem(`its choice ${JSON.stringify(unknown.bookmark)} is a bookmark that no earlier line creates`);
    }
    if (this.hasProblems) return;
    const { codings } = this.#store;
    const before = codings.all().find((one) => one.name === name);
    this.#attempt(() => {
      if (before === undefined) codings.applyPut(name, coding, this.#origin);
    });
    if (before === undefined || JSON.stringify(before) === JSON.stringify({ name, ...coding })) return;
    this.#notes.push(`the coding ${JSON.stringify(name)} stays as it is; the import has another one of that name`);
  }

  /** Items keep the person's existing choice. */
  #decision(decided: DecidedName, items: SourceItems): void {
    const { codings } = this.#store;
    if (!codings.all().some(({ name }) => name === decided.coding)) {
      this.#problem(`it has choices in the coding ${JSON.stringify(decided.coding)}, which no earlier line defines`);
      return;
    }
    const { added, alreadyThere, kept } = codings.applyDecided(decided, items, this.#origin);
    this.#decided.added += added;
    this.#decided.alreadyThere += alreadyThere;
    if (kept === 0) return;
    const whose = `another choice of ${JSON.stringify(decided.who)} in the coding ${JSON.stringify(decided.coding)}`;
    this.#kept.set(whose, (this.#kept.get(whose) ?? 0) + kept);
  }

  /** A note that the item already has (same author, time and text) stays as it is. */
  #note(item: NotedItem, note: StoredNote): void {
    const { notes } = this.#store;
    const isThere = notes.of(item).some(({ n: _n, ...one }) => isDeepStrictEqual(one, note));
    this.#itemNotes[isThere ? 'alreadyThere' : 'added']++;
    if (isThere) return;
    this.#attempt(() => notes.applyAdd(item, note, this.#origin));
  }

  #endReview(): void {
    this.#attempt(() => this.#reviews.end(!this.hasProblems));
  }

  /** Throws INVALID_REQUEST. */
  #bookmarkSet(name: string): number {
    const set = this.#bookmarks.has(name) ? this.#store.setOf(name) : undefined;
    if (set === undefined) throw noSuchChoice(name);
    return set;
  }

  /** Reports a refusal as a problem of the line. */
  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#problem(error.message);
    }
  }

  #add(set: number, bookmark: string | null, items: SourceItems, tally: Tally): void {
    this.#apply({ action: 'import', kind: 'add', set, name: bookmark }, items, tally);
  }

  #apply(target: MembersTarget, items: SourceItems, tally: Tally): void {
    const refs = atOnce(ordering([items]));
    const { changed } = this.#store.applyMembers(target, refs, this.#origin);
    tally.added += changed;
    tally.alreadyThere += refs.count - changed;
  }

  #problem(reason: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ line: this.#lines, reason });
  }
}
