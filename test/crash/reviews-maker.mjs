/**
 * Makes and deletes a review until it is killed. Prints each step: `make`, `made`, `delete`, `deleted`, with write(2), so that
 * a kill loses no output.
 *
 * Usage: node reviews-maker.mjs DIRECTORY COUNT BATCH
 */
import { writeSync } from 'node:fs';
import { openBookmarkStore } from '../../dist/src/bookmarks/open-bookmark-store.js';
import { FrozenOrder } from '../../dist/src/bookmarks/reviews/frozen-order.js';

const [directory, count, batch] = process.argv.slice(2);
const origin = { who: 'anna', remoteAddress: null, requestId: null };
const store = await openBookmarkStore(directory);
const say = (word) => writeSync(1, `${word}\n`);
const choices = [{ bookmark: 'yes', key: null, colour: null }];
await store.codings.put('P', { choices, exclusive: true, required: true }, origin);
const order = new FrozenOrder();
for (let id = 0; id < Number(count); id++) order.add('s', id);
const review = { name: 'R', order: null, codings: ['P'], assignees: [], batch: Number(batch), together: null };
const authority = { isAdministrator: true, isOwn: () => true };
say('ready');
let isMade = (await store.reviews.all({ isIn: () => true, isRecordSeen: () => true })).length > 0;
for (;;) {
  say(isMade ? 'delete' : 'make');
  if (isMade) await store.reviews.delete('R', authority, origin);
  else await store.reviews.create({ ...review, giveBackSeconds: 3600, asked: null }, order, null, origin);
  isMade = !isMade;
  say(isMade ? 'made' : 'deleted');
}
