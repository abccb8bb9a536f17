/**
 * The names of a case's indexes in a cluster. They are derived from the case and the data directory, so that they are unique.
 */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

export interface ClusterNames {
  /** The alias of the current index. */
  readonly alias: string;
  /** A pattern for all generations. */
  readonly pattern: string;
  generation(number: number): string;
  /** Returns null for other names. */
  numberOf(index: string): number | null;
}

/** `key` is the key of the case (generations.ts). `dataDir` is the real path of the data directory. */
export function clusterNames(key: string, dataDir: string): ClusterNames {
  const site = createHash('sha256').update(`${hostname()}\n${dataDir}\n${key}`).digest('hex').slice(0, 16);
  const readable = key
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 60);
  const alias = `case-access-${readable}-${site}`;
  return {
    alias,
    pattern: `${alias}-gen-*`,
    generation: (number) => `${alias}-gen-${String(number).padStart(6, '0')}`,
    numberOf: (index) => {
      const match = /-gen-(\d{6,})$/.exec(index);
      return match === null || !index.startsWith(alias) ? null : Number(match[1]);
    },
  };
}
