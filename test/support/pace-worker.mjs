/** The control process of pace-control.ts: does the same work again and again, and sends the processor time that it took. */
const PARSED = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => `value ${i}`));
const RUNS = 4;
/** Time between two runs, long enough to leave the processors to the work that is measured. */
const EVERY_MS = 50;

process.on('disconnect', () => process.exit());
setInterval(() => {
  // Fills caches that other programs used meanwhile.
  JSON.parse(PARSED);
  const before = process.cpuUsage();
  for (let run = 0; run < RUNS; run++) JSON.parse(PARSED);
  const { user, system } = process.cpuUsage(before);
  // A test that has just ended no longer reads this.
  process.send((user + system) / 1000 / RUNS, () => undefined);
}, EVERY_MS);
