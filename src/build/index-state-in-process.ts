/**
 * Looks at the index of a case in a process of its own: a server maps no index itself, because a damaged file can end
 * whatever process reads it. index-state-process.ts is the other side.
 */
import { fork } from 'node:child_process';
import type { CaseReader } from '../cases/case-reader.ts';
import { type IndexedCase, type IndexState, readIndexState } from './index-state.ts';

export interface StateOrder {
  readonly dataDir: string;
  readonly reader: IndexedCase;
  readonly fingerprint: string;
}

/** The same as `readIndexState`. An index that ends the process that looks at it is corrupt. */
export async function readIndexStateInProcess(
  dataDir: string,
  { realPath, format }: CaseReader,
  fingerprint: string,
): Promise<IndexState> {
  // Processes run compiled files only.
  if (import.meta.url.endsWith('.ts')) {
    return readIndexState(dataDir, { realPath, format }, fingerprint);
  }
  const { name, version } = format;
  const order: StateOrder = { dataDir, reader: { realPath, format: { name, version } }, fingerprint };
  const child = fork(new URL('./index-state-process.js', import.meta.url), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (state) => resolve(state as IndexState));
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      resolve({
        kind: 'corrupt',
        reason: `the index ended the process that looked at it (${signal ?? `exit code ${code}`})`,
      }),
    );
  });
}
