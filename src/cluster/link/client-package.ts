/** The official client, loaded when a cluster is asked first: most processes never ask one, and it takes tens of milliseconds and megabytes. */
import { createRequire } from 'node:module';

export type ClientPackage = typeof import('@opensearch-project/opensearch');

const load = createRequire(import.meta.url);

export function clientPackage(): ClientPackage {
  return load('@opensearch-project/opensearch') as ClientPackage;
}
