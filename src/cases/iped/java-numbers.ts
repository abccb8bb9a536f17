/**
 * Prints numbers like Java's `Float.toString` and `Double.toString`: the fewest digits that give the same number in that type
 * (but at least two), always with a decimal point, and with an exponent below 1e-3 and from 1e7 on.
 */

export function javaDouble(value: number): string {
  return javaNumber(value, shortestDouble);
}

/** `value` must be a number that a 32-bit float can represent. */
export function javaFloat(value: number): string {
  return javaNumber(value, shortestFloat);
}

function javaNumber(value: number, shortest: (magnitude: number) => string): string {
  if (Number.isNaN(value)) return 'NaN';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const magnitude = Math.abs(value);
  if (magnitude === Number.POSITIVE_INFINITY) return `${sign}Infinity`;
  if (magnitude === 0) return `${sign}0.0`;
  const [, first, rest = '', exponent] = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest(magnitude))!;
  return sign + placed(first! + rest.replace(/0+$/, ''), Number(exponent));
}

/** Prints d.ddd × 10^exponent with the decimal point in place. */
function placed(digits: string, exponent: number): string {
  if (exponent < -3 || exponent >= 7) return `${digits[0]}.${digits.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}

function shortestDouble(magnitude: number): string {
  const shortest = magnitude.toExponential();
  // If one digit would suffice, Java prints the nearest number with two digits.
  return /^\de/.test(shortest) ? magnitude.toExponential(1) : shortest;
}

const FLOAT_DIGITS_MAX = 9;
/** Matches all digits of a number that ends with a five. */
const HALF = /50*e/;

function shortestFloat(magnitude: number): string {
  for (let digits = 2; digits < FLOAT_DIGITS_MAX; digits++) {
    const near = nearestFirst(magnitude, digits).find((text) => Math.fround(Number(text)) === magnitude);
    if (near !== undefined) return near;
  }
  return magnitude.toExponential(FLOAT_DIGITS_MAX - 1);
}

/**
 * Returns the numbers with this many digits near a float, the nearest first. If two are equally near, Java prints the one with
 * an even last digit, and JavaScript the greater. If the nearest does not round-trip, the second may, because floats are closer
 * to each other below a power of two than above it.
 */
function nearestFirst(magnitude: number, digits: number): string[] {
  const nearest = magnitude.toExponential(digits - 1);
  const [figures, exponent] = nearest.split('e');
  const unit = Number(exponent) - digits + 1;
  const count = Number(figures!.replace('.', ''));
  const moved = (by: number): string => Number(`${count + by}e${unit}`).toExponential(digits - 1);
  const isHalfway = count % 2 === 1 && magnitude === Number(`${2 * count - 1}e${unit}`) / 2;
  return isHalfway && HALF.test(magnitude.toExponential(100)) ? [moved(-1), nearest] : [nearest, moved(1)];
}
