import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildReport, buildIndex } from '../../../src/indexing/build-index.ts';
import { temporaryDir } from '../../support/endings.ts';
import { type TinyCaseOptions, type TinyItem, writeCase } from '../../support/tiny-case.ts';

/** A case and a data directory of a test's own. */
export interface Bench {
  readonly casePath: string;
  readonly dataDir: string;
  write(items: readonly (TinyItem | string)[], options?: TinyCaseOptions): Promise<void>;
  build(isForced?: boolean): Promise<BuildReport>;
  /** The lines of the report file, the last one being the totals. */
  reported(report: BuildReport): Record<string, unknown>[];
}

export async function withBench<T>(body: (bench: Bench) => Promise<T>): Promise<T> {
  const root = temporaryDir();
  const casePath = join(root, 'case');
  const dataDir = join(root, 'data');
  return body({
    casePath,
    dataDir,
    write: async (items, options) => void (await writeCase(casePath, items, options)),
    build: (isForced = false) => buildIndex({ casePath, dataDir, isForced }),
    reported: (report) =>
      readFileSync(report.reportFile!, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  });
}

/** Name, kind, size, time and bytes of everything below a folder. */
export function fingerprintOf(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs, mode } = lstatSync(path);
      const hash = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      return [path, mode, size, mtimeMs, hash].join(' ');
    })
    .sort();
}
