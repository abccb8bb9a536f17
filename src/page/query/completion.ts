/** Completions from the server: fields, values of a field, bookmarks, saved searches. */
import { client } from '../api/client.ts';
import { address } from '../state/address.ts';

export interface Completion {
  /** Replaces the word. */
  readonly text: string;
  readonly shown: string;
  /** Absent if counting would need a search. */
  readonly items?: number;
}

/** The word before the caret: its field, if any, and the typed part. */
export interface Word {
  readonly start: number;
  readonly field: string | null;
  readonly prefix: string;
}

const COMPLETIONS = 8;

export function wordAt(text: string, caret: number): Word | null {
  const typed = /(?:^|[\s(+-])((?:\\.|[^\s()"[\]{}:\\])+:=?)?("[^"]*|[^\s()"[\]{}:]*)$/.exec(text.slice(0, caret));
  if (typed === null) return null;
  const [, name, value = ''] = typed;
  const prefix = value.replace(/^"/, '');
  if (name === undefined && (prefix === '' || value.startsWith('"'))) return null;
  return { start: caret - value.length, field: name?.replace(/:=?$/, '') ?? null, prefix };
}

export async function completionsOf(word: Word, signal: AbortSignal): Promise<readonly Completion[]> {
  const field = word.field?.replace(/\\(.)/g, '$1');
  if (field === 'search') return savedNames(word.prefix, signal);
  const [sourceID, other] = address.peek().sources;
  // For one source, or all, because the server does not count a subset.
  const source = other === undefined ? { sourceID } : {};
  const asked = { field, prefix: word.prefix, limit: COMPLETIONS, ...source };
  const { data } = await client.ask('suggestValues', asked, undefined, { signal });
  const suggested = data.map(({ value, items }) => ({
    text: field === undefined ? `${value.replace(/[\s:"()[\]{}\\/+!^~*?<>=@-]/g, '\\$&')}:` : quoted(value),
    shown: value,
    items,
  }));
  return namesSearch(word) ? [...suggested.slice(0, COMPLETIONS - 1), { text: 'search:', shown: 'search' }] : suggested;
}

/** Saved searches belong to no source, so no source suggests their field. */
function namesSearch({ field, prefix }: Word): boolean {
  return field === null && prefix.length > 1 && 'search'.startsWith(prefix.toLowerCase());
}

/** Names that begin with the typed text come first. */
async function savedNames(prefix: string, signal: AbortSignal): Promise<readonly Completion[]> {
  const { searches } = await client.ask('listSearches', {}, undefined, { signal });
  const typed = prefix.toLowerCase();
  const found = searches.map(({ name }) => ({ name, start: name.toLowerCase().indexOf(typed) }));
  return found
    .filter(({ start }) => start >= 0)
    .toSorted((one, other) => Number(one.start > 0) - Number(other.start > 0))
    .slice(0, COMPLETIONS)
    .map(({ name }) => ({ text: quoted(name), shown: name }));
}

/** Returns a value as one word if possible, else as a phrase. */
function quoted(value: string): string {
  if (/^[\p{L}\p{N}_.]+$/u.test(value) && !/^(AND|OR|NOT|TO)$/.test(value)) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
