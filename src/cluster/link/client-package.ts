/**
 * Loads the official client on the first call to a cluster. Most processes never make one, and loading takes tens of
 * milliseconds and megabytes.
 */
import { createRequire } from 'node:module';

export type ClientPackage = typeof import('@opensearch-project/opensearch');

const load = createRequire(import.meta.url);

export function clientPackage(): ClientPackage {
  return load('@opensearch-project/opensearch') as ClientPackage;
}
