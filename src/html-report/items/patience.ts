/** Retries while the processes that draw and decode are busy: a report can wait. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { BUSY_ATTEMPTS_MAX, BUSY_PAUSE_MS } from '../limits.ts';

/** Throws the errors of `ask`, and NOT_FOUND if the processes stay busy. */
export async function patiently<R>(ask: () => Promise<R>, signal: AbortSignal): Promise<R> {
  for (let attempt = 1, wait = BUSY_PAUSE_MS; ; attempt++, wait *= 2) {
    try {
      return await ask();
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.code !== 'OVERLOADED') throw fault;
      if (attempt === BUSY_ATTEMPTS_MAX) {
        throw new AppError('NOT_FOUND', 'the server was too busy to make it', { cause: fault });
      }
    }
    await pause(wait, undefined, { signal });
  }
}
