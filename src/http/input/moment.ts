/** Parses a date as a bound of a time range: ISO 8601, of any precision. */
import { parseDate } from '../../schema/date-value.ts';
import { clockOf, UTC } from '../../schema/zone-clock.ts';
import { AppError } from '../../shared/errors.ts';

const SHOWN_UNITS = 80;

export interface AskedPeriod {
  readonly from: number;
  readonly until: number;
}

/**
 * `moments`: the first millisecond of the period, and the one after its last. `days`: the same for dates without a time, by
 * calendar day. Throws AppError INVALID_REQUEST.
 */
export function readPeriod(
  name: string,
  text: string,
  timeZone = UTC,
): { readonly moments: AskedPeriod; readonly days: AskedPeriod } {
  const period = parseDate(text);
  if (period !== null) {
    const { start, end, isInstant, isBare, hasOffset } = period;
    const from = start.value + start.residual;
    const written = { from, until: isInstant ? end.value + 1 : end.value };
    if (timeZone === UTC) return { moments: written, days: written };
    const clock = clockOf(timeZone);
    if (hasOffset) {
      return { moments: written, days: { from: clock.dayFrom(Math.ceil(from)), until: clock.dayFrom(written.until) } };
    }
    const until = isBare ? clock.momentOf(written.until) : clock.lastMomentOf(written.until);
    return { moments: { from: clock.momentOf(start.value) + start.residual, until }, days: written };
  }
  const shown = JSON.stringify(text.slice(0, SHOWN_UNITS));
  throw new AppError(
    'INVALID_REQUEST',
    `The parameter "${name}" is ${shown}; write a date as 2021-03 or 2021-03-04T10:20:30Z.`,
  );
}
