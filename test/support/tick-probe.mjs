/**
 * Loaded into a process with its program (`node --import`). Whenever the event loop was blocked for a few milliseconds, it
 * writes a line to the file TICK_FILE: the time, the milliseconds at work, and those without a processor.
 */
import { openSync, writeSync } from 'node:fs';

const EVERY_MILLISECONDS = 1;
const WRITTEN_FROM_MILLISECONDS = 8;

const path = process.env.TICK_FILE;
// Child processes of the program are not measured.
delete process.env.TICK_FILE;
if (path !== undefined) watch(openSync(path, 'a'));

function watch(file) {
  let last = performance.now();
  let used = cpuMilliseconds();
  setInterval(() => {
    const late = performance.now() - last - EVERY_MILLISECONDS;
    if (late >= WRITTEN_FROM_MILLISECONDS) {
      // Time in which the process waited for a busy processor does not count.
      const busy = Math.min(late, cpuMilliseconds() - used);
      writeSync(file, `${Date.now()} ${busy.toFixed(1)} ${(late - busy).toFixed(1)}\n`);
    }
    last = performance.now();
    used = cpuMilliseconds();
  }, EVERY_MILLISECONDS).unref();
}

function cpuMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
