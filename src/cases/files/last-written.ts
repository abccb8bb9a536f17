/** Finds the time at which files were last written, for formats that do not record when a case was processed. */

/** Earlier times are not processing times. Copies and archives may lose file times. */
const EARLIEST = Date.UTC(2000, 0);

/** Returns the latest of some times, in ISO 8601. Null if none can be a processing time. */
export function lastWritten(times: readonly number[]): string | null {
  const latest = times.reduce((last, time) => Math.max(last, time), Number.NEGATIVE_INFINITY);
  return latest < EARLIEST ? null : new Date(latest).toISOString();
}
