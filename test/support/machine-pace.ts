/** How fast this machine is, for tests with limits of processor time: a slow machine is no fault of the program. */

/** Parsed to learn the pace: limits hold for a machine that takes so many milliseconds for it. */
const PARSED = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => `value ${i}`));
const PARSED_MS = 0.8;
const RUNS = 8;

/** How many times longer this machine takes now than one for which limits hold, at least 1. */
export function machinePace(): number {
  let fastest = Number.POSITIVE_INFINITY;
  // Of several runs the fastest, which no other program interrupted.
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    JSON.parse(PARSED);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return Math.max(1, fastest / PARSED_MS);
}
