/** Separates plausible dates from those before such files existed, or after the case was processed. */
import { isChosen, readySources } from '../state/sources.ts';
import type { Slot } from './periods.ts';

const EARLIEST = Date.UTC(1980, 0);

export interface Plausible {
  readonly slots: readonly Slot[];
  readonly before: readonly Slot[];
  readonly after: readonly Slot[];
  readonly latest: number;
  /**
   * Whether `latest` is the processing time of the cases. Otherwise it is the current time, because some case does not state
   * its processing time.
   */
  readonly isProcessing: boolean;
}

export function plausibleOf(all: readonly Slot[]): Plausible {
  const times = readySources.value
    .filter(({ id }) => isChosen(id))
    .map(({ processedAt }) => (processedAt === undefined ? Number.NaN : Date.parse(processedAt)));
  const isProcessing = times.length > 0 && times.every((time) => !Number.isNaN(time));
  const latest = isProcessing ? Math.max(...times) : Date.now();
  const isBefore = ({ to }: Slot): boolean => to <= EARLIEST;
  const isAfter = ({ from }: Slot): boolean => from > latest;
  return {
    slots: all.filter((slot) => !isBefore(slot) && !isAfter(slot)),
    before: all.filter(isBefore),
    after: all.filter(isAfter),
    latest,
    isProcessing,
  };
}
