/**
 * One piece of one streamed answer in each turn of the event loop, first come, first served: a hundred streams at once
 * hold up a small request for the time of a piece, not for that of a hundred.
 */
const waiting: (() => void)[] = [];

/** Resolves when it is the turn of the caller to make a piece. */
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
