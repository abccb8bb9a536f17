/**
 * Saves, shares and deletes searches of two viewers until it is killed. Prints each change before requesting it and after it is
 * acknowledged: `? who name number shared` and `! …`, with write(2), so that a kill loses no output. Number 0 deletes.
 *
 * Usage: node searches-writer.mjs DIRECTORY FIRST
 */
import { writeSync } from 'node:fs';
import { openBookmarkStore } from '../../dist/src/bookmarks/open-bookmark-store.js';

const [directory, first] = process.argv.slice(2);
const WHO = ['anna', 'ben'];
const NAMES = 5;
const store = await openBookmarkStore(directory);
writeSync(1, 'ready\n');

for (let turn = Number(first); ; turn++) {
  const who = WHO[turn % 2];
  const origin = { who, remoteAddress: null, requestId: null };
  const searches = store.searchesOf({ name: who, isAdministrator: false });
  // Separate names, so that the two viewers never share the same one.
  const name = `${who} ${turn % NAMES}`;
  const isKept = searches.find(name) !== undefined;
  const number = isKept && turn % 7 === 0 ? 0 : turn;
  const shared = turn % 3 === 0;
  const words = `${JSON.stringify([who, name, number, shared])}\n`;
  writeSync(1, `? ${words}`);
  if (number === 0) await searches.delete(name, origin);
  else await searches.put(name, content(number), shared, origin);
  writeSync(1, `! ${words}`);
}

function content(number) {
  const how = { defaultOperator: 'OR', literal: false, timeZone: 'UTC', filter: ['otter'], sourceID: ['s'] };
  return { q: `heron${number}`, ...how, bbox: null, sort: [], view: null };
}
