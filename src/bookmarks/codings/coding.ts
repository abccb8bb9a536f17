/**
 * A coding panel: bookmarks to choose from, each with a key. Choices are stored as set numbers. So a renamed bookmark stays a
 * choice, and a deleted one returns when the deletion is undone.
 */
import { AppError } from '../../shared/errors.ts';
import { bookmarkName } from '../bookmark-name.ts';

/** Maximum number of choices in a panel. */
export const CHOICES_MAX = 36;
export const CODINGS_MAX = 100;
/** Keys that the page uses to move in a list or to open something. */
const TAKEN_KEYS: readonly string[] = ['j', 'k', 'b', 'n', 'v', '/', '?', '[', ']', ' '];

export interface Choice {
  readonly bookmark: string;
  /** One character; null if only a click chooses it. */
  readonly key: string | null;
  /** `#rrggbb` */
  readonly colour: string | null;
}

export interface CodingChange {
  readonly choices: readonly Choice[];
  /** Whether an item has one choice at most. */
  readonly exclusive: boolean;
  /** Whether a review requires a choice before the next item. */
  readonly required: boolean;
}

export interface Coding extends CodingChange {
  readonly name: string;
}

/** The stored form, in JSON. */
export interface StoredCoding {
  readonly choices: readonly { readonly set: number; readonly key: string | null; readonly colour: string | null }[];
  readonly exclusive: boolean;
  readonly required: boolean;
}

/**
 * Normalises names to NFC, colours to lower case. `choicesMin` is 0 if every bookmark of the panel may be deleted. Throws
 * INVALID_REQUEST.
 */
export function checkedCoding({ choices, exclusive, required }: CodingChange, choicesMin = 1): CodingChange {
  if (choices.length < choicesMin) throw invalid('has no choices');
  if (choices.length > CHOICES_MAX) throw invalid(`has more than ${CHOICES_MAX} choices`);
  const checked = choices.map(({ bookmark, key, colour }) => {
    if (colour !== null && !/^#[0-9a-f]{6}$/i.test(colour)) throw invalid('has a colour that is not written "#rrggbb"');
    return { bookmark: bookmarkName(bookmark), key: key === null ? null : checkedKey(key), colour: lower(colour) };
  });
  requireOnce(
    checked.map(({ bookmark }) => bookmark),
    'choice',
  );
  requireOnce(
    checked.flatMap(({ key }) => key ?? []),
    'key',
  );
  return { choices: checked, exclusive, required };
}

function lower(colour: string | null): string | null {
  return colour?.toLowerCase() ?? null;
}

function checkedKey(key: string): string {
  const [character = '', ...others] = Array.from(key.normalize('NFC').toLowerCase());
  if (others.length > 0 || !/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) {
    throw invalid(`has the key ${JSON.stringify(key.slice(0, 20))}: a key is one visible character`);
  }
  if (TAKEN_KEYS.includes(character)) throw invalid(`has the key ${JSON.stringify(character)}, which the page uses`);
  return character;
}

function requireOnce(values: readonly string[], what: string): void {
  const again = values.find((value, i) => values.indexOf(value) !== i);
  if (again !== undefined) throw invalid(`has the ${what} ${JSON.stringify(again)} twice`);
}

function invalid(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The coding ${finding}.`);
}

export function codingText(coding: StoredCoding): string {
  return JSON.stringify(coding);
}

/** A panel without a description has no choices: older releases logged its creation and its choices separately. */
export function parseStored(text: string): StoredCoding {
  return text === '' ? { choices: [], exclusive: false, required: false } : (JSON.parse(text) as StoredCoding);
}

/** Resolves the choices of a panel to the current names of their bookmarks. */
export function shownCoding(name: string, text: string, nameOf: (set: number) => string | undefined): Coding {
  const { choices, exclusive, required } = parseStored(text);
  const shown = choices.flatMap(({ set, key, colour }) => {
    const bookmark = nameOf(set);
    return bookmark === undefined ? [] : [{ bookmark, key, colour }];
  });
  return { name, choices: shown, exclusive, required };
}
