/** Measures how fast this machine is, for tests with limits of processor time. A slow machine is no fault of the program. */

/** Parsed to measure the pace. Limits hold for a machine that takes this many milliseconds for it. */
const PARSED = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => `value ${i}`));
const PARSED_MS = 0.8;
const RUNS = 8;

/** Returns how many times longer this machine takes now than one for which limits hold, at least 1. */
export function machinePace(): number {
  let fastest = Number.POSITIVE_INFINITY;
  // The fastest of several runs, which no other program interrupted.
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    JSON.parse(PARSED);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return Math.max(1, fastest / PARSED_MS);
}
