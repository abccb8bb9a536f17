/** Tables that are derived from the runtime's own data at start. A process makes them once, and its threads get copies. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/**
 * Returns the result of `make`, which must be plain data. Only the first thread calls it. Threads that start later get a copy
 * of its state at that time.
 */
export function tableOfProcess<T extends object>(name: string, make: () => T): T {
  const key = `case-access ${name}`;
  const known = getEnvironmentData(key) as unknown as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  setEnvironmentData(key, made as never);
  return made;
}
