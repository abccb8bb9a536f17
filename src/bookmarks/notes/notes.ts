/**
 * Notes on items. Each is a set of the store. Its item is the only member, and its text is the description, so the log has
 * every version. Every change is on disk before the answer.
 */
import { AppError } from '../../shared/errors.ts';
import { atOnce } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { Origin } from '../change-record.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import { MemberSet } from '../member-set.ts';
import { everySource, type Includes } from '../references.ts';
import { Steps } from '../steps.ts';
import {
  checkedNote,
  NOTES_MAX,
  NOTES_OF_ITEM_MAX,
  type Note,
  type NoteChange,
  type NoteVersion,
  parseNote,
  printNote,
  type StoredNote,
} from './note.ts';

/** An item, by its reference. */
export interface NotedItem {
  readonly source: string;
  readonly id: number;
}

/** The author of notes on a server without authentication. */
export const NOBODY_WROTE = 'anonymous';

export class Notes {
  readonly #parts: ChangeParts;
  readonly #sets: KindSets;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#sets = new KindSets(parts, 'note');
  }

  /** By number. */
  of({ source, id }: NotedItem): readonly Note[] {
    return notesIn(this.#parts.state, source, id);
  }

  /** Throws NOT_FOUND. */
  get(item: NotedItem, n: number): Note {
    this.#requireOf(item, n);
    return noteOf(this.#parts.state, n);
  }

  /** Oldest first. Rejects with NOT_FOUND. */
  async versions(item: NotedItem, n: number): Promise<readonly NoteVersion[]> {
    this.#requireOf(item, n);
    const { log } = this.#parts;
    const sequences = [...log.sequences(Number.POSITIVE_INFINITY, new Set([n]))].reverse();
    const versions: NoteVersion[] = [];
    for await (const { sequence: seq, time, who = null, description } of log.recordsOf(sequences)) {
      if (typeof description?.comment !== 'string') continue;
      const { text, range } = parseNote(description.comment);
      versions.push({ seq, time, who, text, ...(range !== undefined && { range }) });
    }
    return versions;
  }

  /** Rejects with INVALID_REQUEST. The caller checks that the item exists. */
  add(item: NotedItem, change: NoteChange, origin: Origin): Promise<Note> {
    const said = checkedNote(change);
    const now = new Date().toISOString();
    const who = origin.who ?? NOBODY_WROTE;
    const note = { ...said, author: who, created: now, changedBy: who, changed: now };
    return this.#parts.queue.submit(1, () => this.applyAdd(item, note, origin));
  }

  /** If the range is absent, it stays unchanged. Null removes it. Rejects with NOT_FOUND, INVALID_REQUEST. */
  change(item: NotedItem, n: number, change: NoteChange, origin: Origin): Promise<Note> {
    return this.#parts.queue.submit(0, () => {
      const { n: _n, range: before, author, created, ...old } = this.get(item, n);
      const said = checkedNote({ ...change, range: change.range === undefined ? (before ?? null) : change.range });
      const isSame = old.text === said.text && JSON.stringify(before) === JSON.stringify(said.range);
      const changedBy = origin.who ?? NOBODY_WROTE;
      const note = { ...said, author, created, changedBy, changed: new Date().toISOString() };
      if (!isSame) this.#sets.describe(String(n), printNote(note), origin);
      return isSame ? this.get(item, n) : { n, ...note };
    });
  }

  /** Rejects with NOT_FOUND. */
  delete(item: NotedItem, n: number, origin: Origin): Promise<{ readonly n: number }> {
    return this.#parts.queue.submit(1, () => {
      this.#requireOf(item, n);
      this.#sets.delete(String(n), origin);
      return { n };
    });
  }

  /** Inside a transaction, with checked input. Throws INVALID_REQUEST if there are too many. */
  applyAdd({ source, id }: NotedItem, note: StoredNote, origin: Origin): Note {
    const { state } = this.#parts;
    if (state.countOf('note') >= NOTES_MAX) throw tooMany(`There are ${NOTES_MAX} notes`);
    if (state.notes.of(source, id).length >= NOTES_OF_ITEM_MAX) {
      throw tooMany(`The item has ${NOTES_OF_ITEM_MAX} notes`);
    }
    const member = new MemberSet().change(
      atOnce(new MemberSet().difference('add', { source, ids: Uint32Array.of(id) })),
      new Steps(),
    );
    const n = this.#sets.create(String(state.nextSet), printNote(note), [member!], origin);
    return { n, ...note };
  }

  /** Notes on all items of the present sources, item by item. */
  *all(isPresent: Includes = everySource): Generator<NotedItem & { readonly note: Note }> {
    yield* allIn(this.#parts.state, isPresent);
  }

  #requireOf({ source, id }: NotedItem, n: number): void {
    if (this.#parts.state.notes.of(source, id).includes(n)) return;
    throw new AppError('NOT_FOUND', `Item ${id} in source ${JSON.stringify(source)} has no note ${n}.`);
  }
}

export function notesIn(state: BookmarkState, source: string, id: number): readonly Note[] {
  return state.notes.of(source, id).map((n) => noteOf(state, n));
}

export function* allIn(
  state: BookmarkState,
  isPresent: Includes = everySource,
): Generator<NotedItem & { readonly note: Note }> {
  for (const [source, ids] of state.notes.items()) {
    if (!isPresent(source)) continue;
    for (const id of [...ids].sort((a, b) => a - b)) {
      for (const note of notesIn(state, source, id)) yield { source, id, note };
    }
  }
}

function noteOf(state: BookmarkState, n: number): Note {
  return { n, ...parseNote(state.descriptionOf(n).comment ?? '') };
}

function tooMany(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `${finding}, and no more are kept.`);
}
