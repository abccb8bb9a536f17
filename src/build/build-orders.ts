/** Handles the orders in a build process: runs one build, and cancels it on a message. */
import { setPriority } from 'node:os';
import { AppError } from '../shared/errors.ts';
import { leaveSignalsToParent } from '../shared/platform.ts';
import type { FromBuild, ToBuild } from './build-in-process.ts';
import type { BuildOptions, BuildProgress, BuildReport } from './build-index.ts';

/** Requests have priority over builds. Threads inherit this priority. */
const NICE = 10;
/** Between two reports of progress in the same phase. Each wakes the other process, which draws a line. */
const PROGRESS_MILLISECONDS = 50;

export function serveBuild<O extends BuildOptions>(build: (options: O) => Promise<BuildReport>): void {
  try {
    setPriority(NICE);
  } catch {
    // Some systems do not let a process lower its priority.
  }
  leaveSignalsToParent();
  const cancel = new AbortController();
  const send = (message: FromBuild): void => {
    if (process.connected) process.send?.(message);
  };
  const run = async (order: O): Promise<void> => {
    try {
      let phase: BuildProgress['phase'] | null = null;
      let sent = 0;
      const onProgress = (progress: BuildProgress): void => {
        const now = performance.now();
        if (progress.phase === phase && now - sent < PROGRESS_MILLISECONDS) return;
        phase = progress.phase;
        sent = now;
        send({ kind: 'progress', progress });
      };
      send({ kind: 'report', report: await build({ ...order, signal: cancel.signal, onProgress }) });
    } catch (error) {
      if (error instanceof AppError) send({ kind: 'refused', code: error.code, message: error.message });
      else send({ kind: 'fault', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on('message', (message: ToBuild) => {
    if (message.kind === 'cancel') cancel.abort();
    else void run(message.order as unknown as O);
  });
  process.on('disconnect', () => process.exit(0));
}
