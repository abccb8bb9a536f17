/**
 * Parses numbers like Java's NumberFormat of a locale, as IPED does in queries: the longest numeric prefix, group separators
 * anywhere before the decimal separator, `E` with an exponent.
 */
import { AppError } from '../../../shared/errors.ts';
import type { JavaNumberKind } from './field-rules.ts';

interface Separators {
  readonly group: string;
  readonly decimal: string;
}

const known = new Map<string, Separators>();
const LOCALES_KEPT = 64;

/**
 * Returns the decimal literal of a text in a field of a kind. Whole numbers lose their fraction, as in a Java cast. Throws
 * AppError QUERY_INVALID for a text that does not begin with a number.
 */
export function numberLiteral(text: string, kind: JavaNumberKind, locale: string): string {
  const digits = leadingNumber(text, separatorsOf(locale));
  if (digits === null) {
    throw new AppError(
      'QUERY_INVALID',
      `${JSON.stringify(text.slice(0, 80))} is not a number, and the field holds numbers`,
    );
  }
  if (kind === 'decimal') return digits;
  if (kind === 'double') return finite(Number(digits));
  if (kind === 'float') return shortestFloat(Number(digits));
  return wholeNumber(digits, kind === 'integer' ? 32 : 64);
}

/** Returns the number at the beginning of a text, with `.` as the decimal separator, or null. */
function leadingNumber(text: string, { group, decimal }: Separators): string | null {
  let at = text.startsWith('-') ? 1 : 0;
  let number = at === 1 ? '-' : '';
  let hasDigit = false;
  let hasDecimal = false;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (character >= '0' && character <= '9') {
      number += character;
      hasDigit = true;
    } else if (character === decimal && !hasDecimal) {
      hasDecimal = true;
      number += hasDigit ? '.' : '0.';
    } else if (character !== group || hasDecimal) break;
  }
  if (!hasDigit) return null;
  const exponent = /^E-?\d{1,9}/.exec(text.slice(at, at + 16))?.[0] ?? '';
  return (number.endsWith('.') ? number.slice(0, -1) : number) + exponent;
}

function separatorsOf(locale: string): Separators {
  const kept = known.get(locale);
  if (kept !== undefined) return kept;
  const parts = numberFormat(locale).formatToParts(-1_234_567.5);
  const symbol = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const separators = { group: symbol('group') || ',', decimal: symbol('decimal') || '.' };
  if (known.size >= LOCALES_KEPT) known.clear();
  known.set(locale, separators);
  return separators;
}

function numberFormat(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale.replaceAll('_', '-'));
  } catch {
    return new Intl.NumberFormat('en');
  }
}

/** Whole numbers keep all their digits. Numbers with a fraction or an exponent are converted to doubles first. */
function wholeNumber(digits: string, bits: 32 | 64): string {
  const largest = 2n ** BigInt(bits - 1) - 1n;
  if (/^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)) {
    return String(BigInt.asIntN(bits, BigInt(digits)));
  }
  const double = Number(digits);
  const whole = Number.isFinite(double) ? BigInt(Math.trunc(double)) : double > 0 ? largest : -largest - 1n;
  return String(whole > largest ? largest : whole < -largest - 1n ? -largest - 1n : whole);
}

function finite(number: number): string {
  return String(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number)));
}

const FLOAT_DIGITS_MAX = 9;

/** Returns the shortest decimal that is the same float, as in records. */
function shortestFloat(number: number): string {
  const float = Math.fround(number);
  for (let digits = 1; digits < FLOAT_DIGITS_MAX; digits++) {
    const shown = Number(float.toPrecision(digits));
    if (Math.fround(shown) === float) return finite(shown);
  }
  return finite(float);
}
