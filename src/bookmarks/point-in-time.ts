/** Parses a point in time: ISO 8601, in UTC if there is no offset. */
import { AppError } from '../shared/errors.ts';

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Returns milliseconds since 1970. A date alone means its first moment. `what` names the parameter. Throws INVALID_REQUEST.
 */
export function pointInTime(what: string, text: string): number {
  // URL decoding has turned an unescaped plus sign into a space.
  const match = ISO_8601.exec(text.replace(/ (?=\d{2}:\d{2}$)/, '+'));
  if (match !== null) {
    const [, date = '', minutes = '00:00', seconds = ':00', offset = 'Z'] = match;
    const time = Date.parse(`${date}T${minutes}${seconds.replace(',', '.')}${offset}`);
    // Rejects 30 February, which Date reads as 2 March.
    if (!Number.isNaN(time) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)) return time;
  }
  const shown = JSON.stringify(text.slice(0, 80));
  throw new AppError(
    'INVALID_REQUEST',
    `The ${what} is ${shown}, which is not a time: write it as 2026-03-04, 2026-03-04T08:20:30Z or 2026-03-04T08:20:30.5+01:00.`,
  );
}
