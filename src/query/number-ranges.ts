import { readU32 } from '../codec/byte-reader.ts';
import { parseDate } from '../engine/date-value.ts';
import type { FieldHeader, NumberColumn } from '../engine/format.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { compareExact, type ExactNumber, parseNumber } from '../engine/number-value.ts';

/** An interval of values; null for an open end. */
export interface NumberInterval {
  readonly lower: { readonly at: ExactNumber; readonly isInclusive: boolean } | null;
  readonly upper: { readonly at: ExactNumber; readonly isInclusive: boolean } | null;
}

/** The interval that a literal means on a number or date field, or null where the type cannot read it. */
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

/** The interval of a range, or null where the type cannot read a bound that is given. */
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

/** Sets the bits of the documents with a value in the interval; returns how many points were in it. */
export function uniteInterval(
  index: IndexReader,
  column: NumberColumn,
  interval: NumberInterval,
  words: Uint32Array,
): number {
  const { lower, upper } = interval;
  const from = lower === null ? 0 : firstPoint(index, column, lower.at, lower.isInclusive);
  const to = upper === null ? column.count : firstPoint(index, column, upper.at, !upper.isInclusive);
  if (from >= to) return 0;
  const { columns } = index;
  for (let at = from; at < to; at += POINTS) {
    const count = Math.min(POINTS, to - at);
    columns.fetch(column.docs.offset + at * 4, count * 4);
    const bytes = columns.bytes;
    for (let i = 0, place = columns.start; i < count; i++, place += 4) {
      const doc = readU32(bytes, place);
      words[doc >>> 5]! |= 1 << (doc & 31);
    }
  }
  return to - from;
}

/** Points fetched at once. */
const POINTS = 2048;

/** The first point that is at or above a number, or, exclusively, above it. */
function firstPoint(index: IndexReader, column: NumberColumn, number: ExactNumber, isInclusive: boolean): number {
  let low = 0;
  let high = column.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = index.f64(column.values, middle);
    const residual = column.residuals === null ? 0 : index.f64(column.residuals, middle);
    const order = compareExact(value, residual, number);
    if (order < 0 || (order === 0 && !isInclusive)) low = middle + 1;
    else high = middle;
  }
  return low;
}
