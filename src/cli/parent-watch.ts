/**
 * A server that npm started (`npx case-access serve`) does not get its signals: npm passes them to a shell, which ends and leaves the
 * server behind. So it looks whether its parent is still there.
 */

const LOOK_MILLISECONDS = 250;

/** As this program was started: once it listens, its parent may have ended already. */
const parent = process.ppid;

/** Resolves when the shell that npm started this process in has ended; never where npm did not start it. */
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
