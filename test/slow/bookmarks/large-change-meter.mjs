/**
 * Makes changes of a million members in a store of its own, with the built code of dist/. Prints for each as JSON how long it
 * blocked the event loop (processor time of this process), and how many reads of the log the store process answered meanwhile.
 *
 *     node large-change-meter.mjs DIRECTORY SEED
 */
import { setTimeout as delay } from 'node:timers/promises';

const { openBookmarkStore } = await import('../../../dist/src/bookmarks/open-bookmark-store.js');
const [directory, seed] = process.argv.slice(2);
const COUNT = 1_000_000;
const SPAN = 8_000_000;
const nobody = { remoteAddress: null, requestId: null };

let state = Number(seed);
function below(count) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measured(store, change) {
  let longestTick = 0;
  let last = performance.now();
  let used = cpuMs();
  const timer = setInterval(() => {
    longestTick = Math.max(longestTick, Math.min(performance.now() - last - 1, cpuMs() - used));
    last = performance.now();
    used = cpuMs();
  }, 1);
  let reads = 0;
  let isDone = false;
  const reading = (async () => {
    for (; !isDone; reads++) {
      await store.history.changes({ limit: 1 });
      await delay(1);
    }
  })();
  await change();
  isDone = true;
  await reading;
  clearInterval(timer);
  return { longestTick, reads };
}

const store = await openBookmarkStore(directory);
await store.create('a', nobody);
const [first, second] = [0, 1].map(() => Uint32Array.from({ length: COUNT }, () => below(SPAN)));
const refs = (ids) => new Map([['s', ids]]);
const changes = {
  add: () => store.add('a', refs(first), nobody),
  'add more': () => store.add('a', refs(second), nobody),
  remove: () => store.remove('a', refs(first), nobody),
  undo: () => store.undo(4, nobody),
  read: () => store.readMembers('a', () => true),
  delete: () => store.delete('a', nobody),
};
const figures = {};
for (const [name, change] of Object.entries(changes)) figures[name] = await measured(store, change);
await store.close();
console.log(JSON.stringify(figures));
