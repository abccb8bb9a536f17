/** Finds the items with notes that a clause such as `note:word` matches. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import type { NoteTexts } from '../../search/named-sets.ts';
import type { Work } from '../../shared/slices.ts';
import { noteTest } from './note-test.ts';
import { type NoteWords, wordsOfNote } from './note-words.ts';

/** Size of the cache for words of notes, in UTF-16 units of their texts. */
const KEPT_UNITS_MAX = 32 * 1024 * 1024;

/** Keyed by text, because equal notes have equal words. */
const kept = new Map<string, NoteWords>();
let keptUnits = 0;

/** Returns the ids by source. Yields between notes. Throws RefusedQueryError for a clause that no text can match. */
export function* notedItems(leaf: LeafQuery, notes: NoteTexts): Work<Map<string, Uint32Array>> {
  const matches = noteTest(leaf);
  const found = new Map<string, number[]>();
  for (const { source, id, note } of notes) {
    const ids = found.get(source) ?? [];
    found.set(source, ids);
    // Notes of an item are consecutive.
    if (ids.at(-1) !== id && matches(wordsOf(note.text))) ids.push(id);
    yield;
  }
  return new Map([...found].map(([source, ids]) => [source, Uint32Array.from(ids)]));
}

function wordsOf(text: string): NoteWords {
  let words = kept.get(text);
  if (words !== undefined) return words;
  words = wordsOfNote(text);
  if (keptUnits + text.length > KEPT_UNITS_MAX) {
    kept.clear();
    keptUnits = 0;
  }
  kept.set(text, words);
  keptUnits += text.length;
  return words;
}
