/** A date of a request as a bound of time: ISO 8601, of any precision. */
import { parseDate } from '../../schema/date-value.ts';
import { AppError } from '../../shared/errors.ts';

const SHOWN_UNITS = 80;

/** The first millisecond of the period, and the one after its last. Throws AppError INVALID_REQUEST. */
export function readPeriod(name: string, text: string): { readonly from: number; readonly until: number } {
  const period = parseDate(text);
  if (period !== null) {
    const { start, end, isInstant } = period;
    return { from: start.value + start.residual, until: isInstant ? end.value + 1 : end.value };
  }
  const shown = JSON.stringify(text.slice(0, SHOWN_UNITS));
  throw new AppError(
    'INVALID_REQUEST',
    `The parameter "${name}" is ${shown}; write a date as 2021-03 or 2021-03-04T10:20:30Z.`,
  );
}
