/** The parameters of `/events`, and its period. */
import type { AllEvents } from '../../../search/combined/combined-answer.ts';
import { readPeriod } from '../../input/moment.ts';
import type { PageParameters } from '../page-parameters.ts';
import type { SetParameters } from '../set-parameters.ts';

export interface EventsParameters extends SetParameters, PageParameters {
  readonly format?: 'timesketch' | undefined;
  readonly properties?: readonly string[] | undefined;
  readonly allowIncomplete?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

type Period = Pick<AllEvents, 'from' | 'until' | 'bareFrom' | 'bareUntil'>;

/** Throws AppError INVALID_REQUEST. */
export function periodOf({ from, to, timeZone }: Pick<EventsParameters, 'from' | 'to' | 'timeZone'>): Period {
  const begin = from === undefined ? null : readPeriod('from', from, timeZone);
  const end = to === undefined ? null : readPeriod('to', to, timeZone);
  return {
    ...(begin === null ? {} : { from: begin.moments.from, bareFrom: begin.days.from }),
    ...(end === null ? {} : { until: end.moments.until, bareUntil: end.days.until }),
  };
}
