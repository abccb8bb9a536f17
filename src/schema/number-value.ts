/**
 * Numbers that compare exactly: each consists of the nearest 64-bit float and the rounding error. Rounding is monotonic, so
 * numbers can be compared by their floats and then by their rounding errors, including integers of 64 bits and more.
 */
export interface ExactNumber {
  readonly value: number;
  /** The number minus `value`; 0 except for integers beyond 2^53. */
  readonly residual: number;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;

/** Integers of up to this many digits are compared exactly. Longer ones are compared as the nearest float. */
const EXACT_DIGITS_MAX = 400;

/** Integers of up to this many digits are always exact. */
const SAFE_DIGITS = 15;

function areDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}

/** Returns the number that a text denotes, or null if it is not a number. */
export function parseNumber(text: string): ExactNumber | null {
  const first = text.charCodeAt(0);
  if (first !== 0x2d && !(first >= 0x30 && first <= 0x39)) return null;
  if (text.length <= SAFE_DIGITS && areDigits(text)) return { value: Number(text), residual: 0 };
  if (!NUMBER.test(text)) return null;
  const value = Number(text) + 0; // no negative zero
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || text.length > EXACT_DIGITS_MAX || !INTEGER.test(text)) {
    return { value, residual: 0 };
  }
  if (!Number.isFinite(value)) return { value, residual: 0 };
  return { value, residual: Number(BigInt(text) - BigInt(value)) };
}

/**
 * Returns a negative number, zero or a positive number if the number (value, residual) is less than, equal to or greater than
 * `other`.
 */
export function compareExact(value: number, residual: number, other: ExactNumber): number {
  if (value !== other.value) return value < other.value ? -1 : 1;
  return residual - other.residual;
}
