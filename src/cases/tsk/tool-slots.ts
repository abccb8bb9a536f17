/** A semaphore for tools. A few run at the same time, and the others wait in order and for a limited time. */

import { onAbort } from '../../shared/ends/end-listeners.ts';
import { AppError } from '../../shared/errors.ts';
import { TOOL_PROCESSES_MAX, TOOL_QUEUE_MAX, TOOL_WAIT_SECONDS_MAX } from './limits.ts';

let running = 0;
const waiting: (() => void)[] = [];

/** Resolves when a tool may start. Call the result when the tool has ended. Throws AppError OVERLOADED, CANCELLED. */
export async function takeToolSlot(signal: AbortSignal): Promise<() => void> {
  if (running >= TOOL_PROCESSES_MAX) await wait(signal);
  running++;
  let isLeft = false;
  return () => {
    if (isLeft) return;
    isLeft = true;
    running--;
    waiting.shift()?.();
  };
}

function wait(signal: AbortSignal): Promise<void> {
  if (waiting.length >= TOOL_QUEUE_MAX) throw busy();
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(late);
      forget();
      const index = waiting.indexOf(start);
      if (index >= 0) waiting.splice(index, 1);
    };
    const start = (): void => {
      settle();
      resolve();
    };
    const cancel = (): void => {
      settle();
      reject(new AppError('CANCELLED', 'the reader left'));
    };
    const late = setTimeout(() => {
      settle();
      reject(busy());
    }, TOOL_WAIT_SECONDS_MAX * 1000);
    const forget = onAbort(signal, cancel);
    waiting.push(start);
  });
}

function busy(): AppError {
  return new AppError('OVERLOADED', `${TOOL_PROCESSES_MAX} contents of disk images are being read; try again later.`);
}
