/**
 * A coding panel: bookmarks to choose from, each with a key. Choices are kept by the numbers of their bookmarks, so that one that
 * is renamed stays a choice, and one that is deleted comes back when that is undone.
 */
import { AppError } from '../../shared/errors.ts';
import { bookmarkName } from '../bookmark-name.ts';

/** Choices of one panel. */
export const CHOICES_MAX = 36;
export const CODINGS_MAX = 100;
/** Keys that move in a list, or open something, on the page. */
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
  /** Whether a review goes on only with a choice. */
  readonly required: boolean;
}

export interface Coding extends CodingChange {
  readonly name: string;
}

/** As the store keeps it, in JSON. */
export interface StoredCoding {
  readonly choices: readonly { readonly set: number; readonly key: string | null; readonly colour: string | null }[];
  readonly exclusive: boolean;
  readonly required: boolean;
}

/** Names in NFC, colours in lower case. `choicesMin` 0: every bookmark of the panel may be deleted. Throws INVALID_REQUEST. */
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

export function storedText(coding: StoredCoding): string {
  return JSON.stringify(coding);
}

/** A panel of which nothing was said has no choices: older releases logged its creation and its choices one by one. */
export function parseStored(text: string): StoredCoding {
  return text === '' ? { choices: [], exclusive: false, required: false } : (JSON.parse(text) as StoredCoding);
}

/** What the panel is with the names that its bookmarks have. */
export function shownCoding(name: string, text: string, nameOf: (set: number) => string | undefined): Coding {
  const { choices, exclusive, required } = parseStored(text);
  const shown = choices.flatMap(({ set, key, colour }) => {
    const bookmark = nameOf(set);
    return bookmark === undefined ? [] : [{ bookmark, key, colour }];
  });
  return { name, choices: shown, exclusive, required };
}
