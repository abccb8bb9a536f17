/**
 * Decides the items of a review until it is killed. Prints each decision before requesting it and after it is acknowledged: `?
 * id choice` and `! id choice`, with write(2), so that a kill loses no output.
 *
 * Usage: node reviews-writer.mjs DIRECTORY COUNT
 */
import { writeSync } from 'node:fs';
import { openBookmarkStore } from '../../dist/src/bookmarks/open-bookmark-store.js';
import { FrozenOrder } from '../../dist/src/bookmarks/reviews/frozen-order.js';

const [directory, count] = process.argv.slice(2);
const PEOPLE = ['anna', 'ben'];
const originOf = (who) => ({ who, remoteAddress: null, requestId: null });
const store = await openBookmarkStore(directory);
if ((await store.reviews.all({ isIn: () => true, isRecordSeen: () => true })).length === 0) {
  const choices = ['yes', 'no'].map((bookmark) => ({ bookmark, key: null, colour: null }));
  await store.codings.put('P', { choices, exclusive: true, required: true }, originOf('anna'));
  const order = new FrozenOrder();
  for (let id = Number(count); id > 0; id--) order.add('s', id);
  const review = { name: 'R', order: null, codings: ['P'], assignees: [], batch: 7, together: null };
  await store.reviews.create({ ...review, giveBackSeconds: 3600, asked: null }, order, null, originOf('anna'));
}
writeSync(1, 'ready\n');

for (let turn = 0; ; turn++) {
  const who = PEOPLE[turn % PEOPLE.length];
  const next = await store.reviews.next('R', { who, isIn: () => true }, null, originOf(who));
  if (next === null) break;
  const { id } = next.held.items[next.at];
  const choice = id % 3 === 0 ? 'yes' : 'no';
  writeSync(1, `? ${id} ${choice}\n`);
  const refs = new Map([['s', Uint32Array.of(id)]]);
  await store.reviews.code('R', { coding: 'P', choice, refs }, originOf(who));
  writeSync(1, `! ${id} ${choice}\n`);
}
