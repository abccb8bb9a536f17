/**
 * Adds members until the disk is full (or the file may not grow). Then prints the failure, and whether the store still works,
 * as a JSON line. Usage: node bookmarks-filler.mjs DIRECTORY
 */
import { openBookmarkStore } from '../../dist/src/bookmarks/open-bookmark-store.js';
import { verifyBookmarks } from '../../dist/src/bookmarks/verify-bookmarks.js';

const origin = { remoteAddress: null, requestId: null };
const store = await openBookmarkStore(process.argv[2]);
await store.create('a', origin);
let acknowledged = 0;
let failure;
for (let round = 0; round < 1000 && !failure; round++) {
  const ids = Uint32Array.from({ length: 20_000 }, (_, i) => round * 1_000_000 + i * 7);
  try {
    acknowledged = (await store.add('a', [{ source: 's', ids }], origin)).size;
  } catch (error) {
    failure = error;
  }
}
const { ok } = await verifyBookmarks(store);
console.log(
  JSON.stringify({ code: failure?.code, message: failure?.message, acknowledged, size: store.size('a'), ok }),
);
await store.close();
