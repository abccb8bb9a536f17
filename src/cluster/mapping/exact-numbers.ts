/**
 * Numbers and dates as the cluster keeps them. Most are doubles. What a double cannot hold is a text of 32 hexadecimal digits, whose
 * order is that of the numbers: the nearest double, and what rounding to it left over.
 */
import { parseDate } from '../../schema/date-value.ts';
import { type ExactNumber, parseNumber } from '../../schema/number-value.ts';

/** The point that a value of a number or date field stands for; null for one that does not fit its type. */
export function pointOf(value: string, type: 'number' | 'date'): ExactNumber | null {
  return type === 'date' ? (parseDate(value)?.start ?? null) : parseNumber(value);
}

/** Whether a field of doubles holds it. */
export function isDouble({ value, residual }: ExactNumber): boolean {
  return residual === 0 && Number.isFinite(value);
}

export function sortableText({ value, residual }: ExactNumber): string {
  return sortableHex(value) + sortableHex(residual);
}

/** The bits of a double, so turned that they sort as unsigned numbers. */
function sortableHex(value: number): string {
  bits.setFloat64(0, value + 0);
  const raw = bits.getBigUint64(0);
  const isNegative = raw >> 63n === 1n;
  const sortable = isNegative ? BigInt.asUintN(64, ~raw) : raw | (1n << 63n);
  return sortable.toString(16).padStart(16, '0');
}

const bits = new DataView(new ArrayBuffer(8));
