/** Tables that are made from the runtime's own data when a program starts: once in a process, and its other threads get copies. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** What `make` gives in the first thread. It is plain data: threads that are started later get it as it is then. */
export function tableOfProcess<T extends object>(name: string, make: () => T): T {
  const key = `case-access ${name}`;
  const known = getEnvironmentData(key) as unknown as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  setEnvironmentData(key, made as never);
  return made;
}
