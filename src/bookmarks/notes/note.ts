/** A note on an item: text, range in the item, author and time. */
import { AppError } from '../../shared/errors.ts';
import { bookmarkName } from '../bookmark-name.ts';

/** Length of a text in UTF-16 units. */
export const NOTE_UNITS_MAX = 16_384;
export const NOTES_MAX = 100_000;
export const NOTES_OF_ITEM_MAX = 200;
/** Maximum length of a property's name and value. */
const RANGE_UNITS_MAX = 4_096;
const OFFSET_MAX = 0x7fffffff;

/** UTF-16 offsets in the text of the item, or a property, optionally one of its values. */
export type NoteRange =
  | { readonly start: number; readonly end: number }
  | { readonly property: string; readonly value?: string | undefined };

export interface NoteChange {
  readonly text: string;
  readonly range?: NoteRange | null | undefined;
}

/** The stored form, in JSON. Times are ISO 8601 in UTC. */
export interface StoredNote {
  readonly text: string;
  readonly range?: NoteRange;
  readonly author: string;
  readonly created: string;
  /** Author and time of the current text. */
  readonly changedBy: string;
  readonly changed: string;
}

export interface Note extends StoredNote {
  /** A unique number, never reused. */
  readonly n: number;
}

/** A version of a note, valid from its time on. */
export interface NoteVersion {
  readonly seq: number;
  readonly time: string;
  readonly who: string | null;
  readonly text: string;
  readonly range?: NoteRange;
}

/** Throws INVALID_REQUEST. */
export function checkedNote({ text, range = null }: NoteChange): { readonly text: string; readonly range?: NoteRange } {
  if (text.trim() === '') throw invalid('has no text');
  if (text.length > NOTE_UNITS_MAX) throw invalid(`has more than ${NOTE_UNITS_MAX} characters`);
  if (!text.isWellFormed()) throw invalid('holds half a surrogate pair');
  return range === null ? { text } : { text, range: checkedRange(range) };
}

function checkedRange(range: NoteRange): NoteRange {
  if ('property' in range) {
    const { property, value } = range;
    if (property === '' || Math.max(property.length, value?.length ?? 0) > RANGE_UNITS_MAX) {
      throw invalid(`has a range whose property or value is empty or longer than ${RANGE_UNITS_MAX} characters`);
    }
    return value === undefined ? { property } : { property, value };
  }
  const { start, end } = range;
  if (![start, end].every(Number.isInteger) || start < 0 || start >= end || end > OFFSET_MAX) {
    throw invalid('has a range that does not begin before it ends');
  }
  return { start, end };
}

/** Checks a note from another store, which is stored unchanged. Throws INVALID_REQUEST. */
export function checkedStored({ author, created, changedBy, changed, ...change }: StoredNote): StoredNote {
  for (const time of [created, changed]) {
    if (!/^\d{4}-\d\d-\d\dT/.test(time) || Number.isNaN(Date.parse(time))) throw invalid('has an invalid time');
  }
  const name = (one: string): string => bookmarkName(one, 'author');
  const [first, last] = [created, changed].map((time) => new Date(time).toISOString());
  const who = { author: name(author), created: first!, changedBy: name(changedBy), changed: last! };
  return { ...checkedNote(change), ...who };
}

function invalid(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The note ${finding}.`);
}

export function printNote(note: StoredNote): string {
  return JSON.stringify(note);
}

export function parseNote(text: string): StoredNote {
  return JSON.parse(text) as StoredNote;
}
