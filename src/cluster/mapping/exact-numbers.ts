/**
 * Writes numbers and dates in the form that the cluster stores. Most are doubles. A number that does not fit in a double
 * becomes a text of 32 hexadecimal digits that sorts like the numbers: the nearest double, and the rounding error.
 */
import { parseDate } from '../../schema/date-value.ts';
import { type ExactNumber, parseNumber } from '../../schema/number-value.ts';

/** Returns the point of a value of a number or date field; null if it does not fit its type. */
export function pointOf(value: string, type: 'number' | 'date'): ExactNumber | null {
  return type === 'date' ? (parseDate(value)?.start ?? null) : parseNumber(value);
}

/** Whether a field of doubles can hold it exactly. */
export function isDouble({ value, residual }: ExactNumber): boolean {
  return residual === 0 && Number.isFinite(value);
}

export function sortableText({ value, residual }: ExactNumber): string {
  return sortableHex(value) + sortableHex(residual);
}

/** Returns the bits of a double, transformed so that they sort as unsigned numbers. */
function sortableHex(value: number): string {
  bits.setFloat64(0, value + 0);
  const raw = bits.getBigUint64(0);
  const isNegative = raw >> 63n === 1n;
  const sortable = isNegative ? BigInt.asUintN(64, ~raw) : raw | (1n << 63n);
  return sortable.toString(16).padStart(16, '0');
}

const bits = new DataView(new ArrayBuffer(8));
