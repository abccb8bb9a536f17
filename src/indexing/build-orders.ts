/** Runs one build in a build process, and cancels it if its caller does. */
import { type CallContext, serveCalls } from '../shared/child/call-host.ts';
import type { BuildOptions, BuildProgress, BuildReport } from './build-index.ts';

/** Requests have priority over builds. Threads inherit this priority. */
const NICE = 10;
/** Minimum time between two reports of progress in the same phase. Each report wakes the other process, which draws a line. */
const PROGRESS_MILLISECONDS = 50;

export function serveBuild<O extends BuildOptions>(build: (options: O) => Promise<BuildReport>): void {
  const answer = (_name: string, order: unknown, { signal, sendPart }: CallContext): Promise<BuildReport> =>
    build({ ...(order as O), signal, onProgress: seldom(sendPart) });
  serveCalls(answer, { nice: NICE });
}

/** Passes on the progress of each phase, but not too often. */
function seldom(send: (progress: BuildProgress) => void): (progress: BuildProgress) => void {
  let phase: BuildProgress['phase'] | null = null;
  let sent = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - sent < PROGRESS_MILLISECONDS) return;
    phase = progress.phase;
    sent = now;
    send(progress);
  };
}
