/**
 * Inspects the index of a case in a separate process. A server does not map an index itself, because a damaged file can end any
 * process that reads it. The process runs index-state-process.ts.
 */
import type { CaseReader } from '../cases/case-reader.ts';
import { ChildEndedError, callOnce, READINGS_MAX, readAgain } from '../shared/child/child-calls.ts';
import { AppError } from '../shared/errors.ts';
import { Semaphore } from '../shared/semaphore.ts';
import { type IndexState, readIndexState } from './index-state.ts';
import type { IndexedCase } from './index-versions.ts';

export interface StateOrder {
  readonly dataDir: string;
  readonly reader: IndexedCase;
  readonly fingerprint: string;
}

export interface StateCalls {
  look: { argument: StateOrder; result: IndexState };
}

/**
 * Maximum number of inspections at a time. A server may have hundreds of sources, and a process for each of them would exhaust
 * memory.
 */
export const LOOKS_AT_ONCE = 4;

const looks = new Semaphore(LOOKS_AT_ONCE);
// Processes run compiled files only.
const ENTRY = import.meta.url.endsWith('.ts') ? null : new URL('./index-state-process.js', import.meta.url);

/**
 * The same as `readIndexState`. An index counts as corrupt if its process crashes once, or if several processes in a row end
 * without an answer. Throws CANCELLED before its turn, and SOURCE_UNAVAILABLE if the processes ended with exit code 0, which
 * does not prove damage.
 */
export async function readIndexStateInProcess(
  dataDir: string,
  { realPath, format }: CaseReader,
  fingerprint: string,
  signal?: AbortSignal,
  entry: URL | null = ENTRY,
): Promise<IndexState> {
  const { name, version } = format;
  const order: StateOrder = { dataDir, reader: { realPath, format: { name, version } }, fingerprint };
  if (entry === null) return readIndexState(dataDir, order.reader, fingerprint);
  const look = (): Promise<IndexState> =>
    looks.run(() => callOnce<StateCalls, 'look'>({ entry }, 'look', order), signal);
  try {
    return await readAgain(look);
  } catch (error) {
    if (!(error instanceof ChildEndedError) || error.how !== 'itself') throw error;
    if (error.message === NOTHING_WRONG) throw unknown();
    return { kind: 'corrupt', reason: `the process that checked the index ended (${error.message})` };
  }
}

const NOTHING_WRONG = 'exit code 0';

function unknown(): AppError {
  const found = `Each of ${READINGS_MAX} processes that checked the index ended (${NOTHING_WRONG}) without an answer.`;
  return new AppError('SOURCE_UNAVAILABLE', `${found} The index may be sound. Start again.`);
}
