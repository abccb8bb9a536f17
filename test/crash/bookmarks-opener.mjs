/**
 * Opens a store that may be damaged, reads and verifies all of it, and prints the result in one line: `fine` and a digest of
 * all that it read, `refused CODE`, or `found`. Anything else is a crash. Usage: node bookmarks-opener.mjs DIRECTORY...
 */
import { createHash } from 'node:crypto';
import { exportBookmarks } from '../../dist/src/bookmarks/exchange/export-bookmarks.js';
import { openBookmarkStore } from '../../dist/src/bookmarks/open-bookmark-store.js';
import { verifyBookmarks } from '../../dist/src/bookmarks/verify-bookmarks.js';

for (const directory of process.argv.slice(2)) {
  try {
    const store = await openBookmarkStore(directory);
    try {
      const verdict = await verifyBookmarks(store);
      const [, ...lines] = exportBookmarks({ state: store });
      const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
      console.log(verdict.ok ? `fine ${digest}` : 'found');
    } finally {
      await store.close();
    }
  } catch (error) {
    console.log(error.name === 'AppError' ? `refused ${error.code}` : `threw ${error.stack}`);
  }
}
