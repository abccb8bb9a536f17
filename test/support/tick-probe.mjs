/**
 * Loaded into a process beside its program (`node --import`): writes a line to the file TICK_FILE for each time that the
 * event loop stood still for a few milliseconds: when it went on, the milliseconds at work, and those without a processor.
 */
import { openSync, writeSync } from 'node:fs';

const EVERY_MILLISECONDS = 1;
const WRITTEN_FROM_MILLISECONDS = 8;

const path = process.env.TICK_FILE;
// Processes that the program starts are not looked at.
delete process.env.TICK_FILE;
if (path !== undefined) watch(openSync(path, 'a'));

function watch(file) {
  let last = performance.now();
  let used = cpuMilliseconds();
  setInterval(() => {
    const late = performance.now() - last - EVERY_MILLISECONDS;
    if (late >= WRITTEN_FROM_MILLISECONDS) {
      // What the process waited for a processor, on a busy machine, is no tick of its own.
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
