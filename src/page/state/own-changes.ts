/** The log of changes, and the records of this page's own ones. */
import type { Change } from '../api/answers.ts';
import { client, isOwnRequest } from '../api/client.ts';

/** Number of recent log records to search for a change that was just made. */
const RECENT = 20;

export async function changesOf(
  limit: number,
  after?: string,
): Promise<{ changes: readonly Change[]; next: string | null }> {
  return client.ask('listChanges', { limit, after });
}

/** Returns the record of a change that this page just made. A few records by others may follow it. */
export async function recordOf(isIt: (change: Change) => boolean): Promise<number | undefined> {
  const { changes } = await changesOf(RECENT);
  return changes.find((one) => isOwnRequest(one.requestId) && isIt(one))?.seq;
}
