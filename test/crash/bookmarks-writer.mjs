/**
 * Changes bookmarks at random until it is killed. Prints each change before requesting it and after it is acknowledged: `? n`
 * and `! n`, with write(2), so that a kill loses no output. The changes depend only on the seed and the number of the first
 * change (see bookmark-changes.mjs).
 *
 * Usage: node bookmarks-writer.mjs DIRECTORY SEED FIRST
 */
import { writeSync } from 'node:fs';
import { openBookmarkStore } from '../../dist/src/bookmarks/open-bookmark-store.js';
import { changeAt, NOTED, PANEL } from './bookmark-changes.mjs';

const [directory, seed, first] = process.argv.slice(2);
const origin = { remoteAddress: null, requestId: null };
const store = await openBookmarkStore(directory);
writeSync(1, 'ready\n');

function panelOf(...names) {
  const choices = [...new Set(names)].map((bookmark) => ({ bookmark, key: null, colour: null }));
  return { choices, exclusive: true, required: false };
}

/** The oldest note is changed or deleted. */
async function note(action, name, to) {
  const [oldest] = store.notes.of(NOTED);
  if (action === 'note') await store.notes.add(NOTED, { text: name }, origin);
  else if (oldest === undefined) return;
  else if (action === 'renote') await store.notes.change(NOTED, oldest.n, { text: to }, origin);
  else await store.notes.delete(NOTED, oldest.n, origin);
}

for (let number = Number(first); ; number++) {
  const { action, name, to, refs } = changeAt(Number(seed), number);
  writeSync(1, `? ${number}\n`);
  try {
    if (action === 'create' || action === 'delete') await store[action](name, { ...origin, requestId: String(number) });
    else if (action === 'rename') await store.rename(name, to, origin);
    else if (action === 'define') await store.codings.put(PANEL, panelOf(name, to), origin);
    else if (action === 'code') await store.codings.code(PANEL, name, refs, origin);
    else if (['note', 'renote', 'unnote'].includes(action)) await note(action, name, to);
    else if (action === 'review' || action === 'unreview') {
      const direction = action === 'review' ? 'add' : 'remove';
      await store.reviewed.change(direction, name, refs, { origin, isPresent: () => true });
    } else await store[action](name, refs, origin);
  } catch (error) {
    if (!['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_REQUEST'].includes(error.code)) throw error;
  }
  writeSync(1, `! ${number}\n`);
}
