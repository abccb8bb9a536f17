/**
 * One piece of one streamed answer in each turn of the event loop, first come, first served: a hundred simultaneous
 * streams delay a small request by the time of one piece, not of a hundred.
 */
const waiting: (() => void)[] = [];

/** Resolves when it is the caller's turn to make a piece. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runOne);
  });
}

function runOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runOne);
}
