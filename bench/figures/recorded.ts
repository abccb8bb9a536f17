/** Records of figures: what was run where, when and on which commit, and its result. One file for each figure. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunResult } from '../report/result.ts';

export interface Recorded extends Pick<RunResult, 'date' | 'commit' | 'machine' | 'node'> {
  readonly id: string;
  readonly command: string;
  /**
   * Load of the last minute, before and after the run. A machine with two cores counts as idle if the load before was below
   * 0.5.
   */
  readonly load: { readonly before: number; readonly after: number };
  readonly seconds: number;
  /** The lines that the program printed. */
  readonly output: readonly string[];
  /** The JSON that it wrote. Absent if it writes none. */
  readonly result?: unknown;
}

export const RECORDS = join('bench', 'results', 'figures');

const pathOf = (id: string, directory: string): string => join(directory, `${id}.json`);

/** Returns null if the figure was never recorded. */
export function readRecorded(id: string, directory = RECORDS): Recorded | null {
  const path = pathOf(id, directory);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recorded) : null;
}

export function writeRecorded(recorded: Recorded, directory = RECORDS): void {
  const path = pathOf(recorded.id, directory);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(recorded, null, 1)}\n`);
}
