/** What could be typed next: fields, values of a field, bookmarks, as the server suggests them. */
import { client } from '../api/client.ts';
import { address } from '../state/address.ts';

export interface Completion {
  /** What takes the place of the word. */
  readonly text: string;
  readonly shown: string;
  readonly items: number;
}

/** The word that the caret ends: its field where it names one, and what was typed of it. */
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
  const [sourceID, other] = address.peek().sources;
  // Of one source, or of all: what there is in some of them nobody counts.
  const source = other === undefined ? { sourceID } : {};
  const asked = { field, prefix: word.prefix, limit: COMPLETIONS, ...source };
  const { data } = await client.ask('suggestValues', asked, undefined, { signal });
  return data.map(({ value, items }) => ({
    text: field === undefined ? `${value.replace(/[\s:"()[\]{}\\/+!^~*?<>=@-]/g, '\\$&')}:` : quoted(value),
    shown: value,
    items,
  }));
}

/** A value as one word where it is one, else as a phrase. */
function quoted(value: string): string {
  if (/^[\p{L}\p{N}_.]+$/u.test(value) && !/^(AND|OR|NOT|TO)$/.test(value)) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
