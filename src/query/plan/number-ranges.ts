/** Number and date ranges of a query as intervals of values, and those as ranges of points. */
import { firstPoint } from '../../engine/columns/number-column-reader.ts';
import type { FieldHeader, NumberColumn } from '../../engine/format.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { parseDate } from '../../schema/date-value.ts';
import { type ExactNumber, parseNumber } from '../../schema/number-value.ts';

/** An interval of values; null for an open end. */
export interface NumberInterval {
  readonly lower: { readonly at: ExactNumber; readonly isInclusive: boolean } | null;
  readonly upper: { readonly at: ExactNumber; readonly isInclusive: boolean } | null;
}

/** The interval that a literal means on a number or date field, or null if the type cannot read it. */
export function intervalOfLiteral(text: string, type: FieldHeader['type']): NumberInterval | null {
  if (type === 'number') {
    const at = parseNumber(text);
    return at === null ? null : { lower: { at, isInclusive: true }, upper: { at, isInclusive: true } };
  }
  const period = type === 'date' ? parseDate(text) : null;
  if (period === null) return null;
  return {
    lower: { at: period.start, isInclusive: true },
    upper: { at: period.end, isInclusive: period.isInstant },
  };
}

interface TextBound {
  readonly text: string;
  readonly isInclusive: boolean;
}

/** The interval of a range, or null if the type cannot read a given bound. */
export function intervalOfRange(
  lower: TextBound | null,
  upper: TextBound | null,
  type: FieldHeader['type'],
): NumberInterval | null {
  const low = lower === null ? null : intervalOfLiteral(lower.text, type);
  const high = upper === null ? null : intervalOfLiteral(upper.text, type);
  if ((lower !== null && low === null) || (upper !== null && high === null)) return null;
  return {
    // An exclusive lower bound starts after the whole period, an exclusive upper bound ends before it.
    lower: low === null ? null : lower!.isInclusive ? low.lower : after(low),
    upper: high === null ? null : upper!.isInclusive ? high.upper : { at: high.lower!.at, isInclusive: false },
  };
}

function after(period: NumberInterval): NumberInterval['lower'] {
  const { at, isInclusive } = period.upper!;
  return { at, isInclusive: !isInclusive };
}

/** The points of a column in the interval: from the first, up to the one after the last. */
export function pointsIn(
  columns: StreamReader,
  column: NumberColumn,
  { lower, upper }: NumberInterval,
): { from: number; to: number } {
  const from = lower === null ? 0 : firstPoint(columns, column, lower.at, lower.isInclusive);
  const to = upper === null ? column.count : firstPoint(columns, column, upper.at, !upper.isInclusive);
  return { from, to };
}
