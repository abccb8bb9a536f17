/** The notes on the open item, their changes, and drafts, which survive a change of tab or item. */
import { computed, effect, signal } from '@preact/signals';
import type { Note, NoteRange, Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { go, shownItem } from './address.ts';
import { changing, undo } from './bookmarks.ts';
import { item } from './item.ts';
import { current } from './matches.ts';
import { say } from './notice.ts';
import { recordOf } from './own-changes.ts';

/** Oldest first, from the item's record, which is reloaded after every change of marks. */
export const notes = computed<readonly Note[]>(() => item.value?.notes ?? []);
/** The note whose passage to scroll to; null for none. */
export const shownNote = signal<number | null>(null);
/** The note that the list should scroll to. */
export const wantedNote = signal<number | null>(null);
/** Whether to focus the field for a new note. */
export const isFormWanted = signal(false);

export interface Draft {
  readonly text: string;
  readonly range: NoteRange | null;
}

const EMPTY: Draft = { text: '', range: null };

/** Keyed by item and note. */
const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

// Resets the state, because another item has other notes.
effect(() => {
  void shownItem.value;
  shownNote.value = null;
  wantedNote.value = null;
});

// Stepping to a match stops showing the passage of a note.
effect(() => {
  if (current.value >= 0) shownNote.value = null;
});

/** Shows the target of a note. */
export function showPassage({ n, range }: Note): void {
  if (range === undefined) return;
  current.value = -1;
  shownNote.value = n;
  go({ tab: 'property' in range ? 'properties' : 'text' });
}

/** Shows a note in the list. */
export function showNote({ n }: Note): void {
  wantedNote.value = n;
  go({ tab: 'notes' });
}

/** Opens the field for a new note on an item, optionally about a range. Keeps a started text. */
export function beginNote(ref: Ref, range?: NoteRange): void {
  if (range !== undefined) setDraft(ref, null, { ...draftOf(ref, null), range });
  isFormWanted.value = true;
  go({ item: { source: ref.source, id: ref.id }, tab: 'notes' });
}

const keyOf = ({ source, id }: Ref, n: number | null): string => `${source}:${id}/${n ?? 'new'}`;

/** `n` is the edited note; null for a new one. */
export function draftOf(ref: Ref, n: number | null): Draft {
  return drafts.value.get(keyOf(ref, n)) ?? EMPTY;
}

export function isEdited(ref: Ref, n: number): boolean {
  return drafts.value.has(keyOf(ref, n));
}

export function setDraft(ref: Ref, n: number | null, draft: Draft): void {
  drafts.value = new Map([...drafts.peek(), [keyOf(ref, n), draft]]);
}

export function dropDraft(ref: Ref, n: number | null): void {
  const key = keyOf(ref, n);
  drafts.value = new Map([...drafts.peek()].filter(([own]) => own !== key));
}

/** Adds or changes the note. The draft is kept until the server has it. */
export function saveDraft(ref: Ref, n: number | null): Promise<boolean> {
  const { text, range } = draftOf(ref, n);
  return changing(async () => {
    if (n === null) {
      const note = await client.ask('addNote', itemOf(ref), { text, ...(range !== null && { range }) });
      dropDraft(ref, n);
      await showUndo(t().noteAdded, 'create', note.n);
    } else {
      const before = notes.peek().find((note) => note.n === n)?.changed;
      const { changed } = await client.ask('changeNote', { ...itemOf(ref), n }, { text, range });
      dropDraft(ref, n);
      // A change without effect has no record.
      if (changed !== before) await showUndo(t().noteChanged, 'describe', n);
    }
  });
}

export function deleteNote(ref: Ref, n: number): Promise<boolean> {
  return changing(async () => {
    await client.ask('deleteNote', { ...itemOf(ref), n });
    await showUndo(t().noteDeleted, 'delete', n);
  });
}

async function showUndo(text: string, what: string, n: number): Promise<void> {
  const seq = await recordOf((one) => one.what === what && one.note === String(n)).catch(() => undefined);
  say(text, seq === undefined ? {} : { undo: () => void undo(seq) });
}
