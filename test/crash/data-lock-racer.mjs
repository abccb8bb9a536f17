/**
 * Takes the lock of a data directory again and again until it is told to stop, holds it for a moment and frees it; every so
 * often it kills itself while it holds it. What it does it appends to a log, a line at a time with write(2): every line stands there
 * when the next thing is done, whoever does that.
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
