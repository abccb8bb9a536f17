/**
 * Repeatedly takes the lock of a data directory, holds it for a moment and releases it, until it must stop. Sometimes it kills
 * itself while it holds the lock. It appends each step to a log, a line at a time with write(2), so every line is there before
 * any process takes the next step.
 *
 *   got NAME         it has the lock
 *   still NAME       it has it all the while
 *   frees NAME       it is about to free it
 *   dies NAME        it is about to kill itself, with the lock
 *
 * Usage: node data-lock-racer.mjs ROOT LOG NAME STOP; it ends when there is a file STOP
 */
import { existsSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireDataLock } from '../../dist/src/data-dir/data-lock.js';

const [root, log, name, stop] = process.argv.slice(2);
const out = openSync(log, 'a');
const say = (word) => writeSync(out, `${word} ${name}\n`);

while (!existsSync(stop)) {
  const lock = await acquireDataLock(root).catch((error) => {
    if (error.code !== 'DATA_DIR_BUSY') throw error;
    return null;
  });
  if (lock === null) {
    await sleep(Math.random());
    continue;
  }
  say('got');
  for (let left = Math.floor(Math.random() * 6); left >= 0; left--) {
    await sleep(0);
    say('still');
  }
  if (Math.random() < 0.02) {
    say('dies');
    process.kill(process.pid, 'SIGKILL');
  }
  say('frees');
  lock.release();
}
