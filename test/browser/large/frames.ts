/**
 * Measures the cost of the page for the user: frames during an action, the longest stall, and memory after garbage collection.
 */
import type { CDPSession, Page } from 'playwright-core';
import { FIRST_ROW_DELAY, HAS_FIRST_ROW, START_COUNTING, STOP_COUNTING } from './in-page.ts';

const WAITED_MS_MAX = 30_000;

export interface Frames {
  readonly perSecond: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longest: number;
  /** Milliseconds of processor time that the page's own thread took for a frame. Meaningful even on a busy machine. */
  readonly work: number;
}

export const shownFrames = ({ perSecond, longest, work }: Frames): string =>
  `${perSecond.toFixed(1)} frames a second, ${work.toFixed(1)} ms of work for each, longest ${longest.toFixed(0)} ms`;

/** Counts frames of the page from now until `action` is done. */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metricsOf(session);
  await page.evaluate(START_COUNTING);
  await action();
  const times = await page.evaluate<number[]>(STOP_COUNTING);
  const gaps = times.slice(1).map((time, n) => time - times[n]!);
  const worked = (await metricsOf(session))('TaskDuration') - before('TaskDuration');
  await session.detach();
  return {
    perSecond: (gaps.length * 1000) / (times.at(-1)! - times[0]!),
    longest: Math.max(...gaps),
    work: (worked * 1000) / gaps.length,
  };
}

/** Returns the bytes of objects, and the number of document nodes, after garbage collection. */
export async function memoryOf(page: Page): Promise<{ readonly bytes: number; readonly nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', {});
  await session.send('HeapProfiler.collectGarbage');
  const named = await metricsOf(session);
  await session.detach();
  return { bytes: named('JSHeapUsedSize'), nodes: named('Nodes') };
}

async function metricsOf(session: CDPSession): Promise<(wanted: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** Returns the milliseconds from the first byte of the first page of hits until a row of it is in the document. */
export async function firstRowDelay(page: Page): Promise<number> {
  await until(page, HAS_FIRST_ROW);
  return page.evaluate<number>(FIRST_ROW_DELAY);
}

/** Waits until a script is true. The page's policy forbids the evaluation of text by `waitForFunction`. */
export async function until(page: Page, script: string): Promise<void> {
  const end = performance.now() + WAITED_MS_MAX;
  while (!(await page.evaluate<boolean>(script))) {
    if (performance.now() > end) throw new Error(`never true: ${script}`);
    await page.waitForTimeout(20);
  }
}
