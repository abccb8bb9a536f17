/** What the indexes of a case are called in a cluster: by the case and by the data directory, so that no two of them meet. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

export interface ClusterNames {
  /** Names the index that counts. */
  readonly alias: string;
  /** All generations. */
  readonly pattern: string;
  generation(number: number): string;
  /** Null for what is none. */
  numberOf(index: string): number | null;
}

/** `key`: that of the case (generations.ts); `dataDir`: its real path. */
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
