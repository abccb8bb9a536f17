/**
 * A server that npm started (`npx case-access serve`) does not get the signals that npm receives. npm passes them to a shell,
 * which ends, and the server stays. So this checks whether the parent still exists.
 */

const LOOK_MILLISECONDS = 250;

/** Read at start, because the parent may have ended by the time the server listens. */
const parent = process.ppid;

/** Resolves when the shell with which npm started this process has ended; never if npm did not start it. */
export function parentGone(signal: AbortSignal): Promise<void> {
  if (process.env['npm_command'] === undefined) return new Promise(() => undefined);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && !signal.aborted) return;
      clearInterval(timer);
      resolve();
    }, LOOK_MILLISECONDS);
    timer.unref();
  });
}
