/** Describes a period, and dates that cannot be true, in words. */
import type { ReportPeriod } from '../report-input.ts';
import { put } from '../template/words.ts';
import type { PageFrame } from './page-frame.ts';

export function periodText({ from, to }: ReportPeriod, { words }: PageFrame): string {
  return from === null || to === null ? words.noDates : put(words.periodValue, { from, to });
}

/** Null if all dates are plausible. */
export function implausibleText(period: ReportPeriod, { words, number }: PageFrame): string | null {
  const counts: readonly (readonly [string, number])[] = [
    [words.beforePeriod, period.before],
    [words.afterProcessing, period.afterProcessing],
    [words.afterReport, period.afterReport],
  ];
  const parts = counts.filter(([, items]) => items > 0).map(([text, items]) => put(text, { n: number(items) }));
  return parts.length === 0 ? null : parts.join('; ');
}
