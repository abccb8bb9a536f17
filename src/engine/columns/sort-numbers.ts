/** Radix sort of numbers. A comparison sort would make a call at each step, and a build has millions of numbers. */

/** Up to this many numbers are sorted by comparison. */
const FEW = 1 << 10;
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const MASK = DIGITS - 1;
/** Bit offsets of the digits in the lower and the upper 32 bits, lowest first. */
const SHIFTS = [0, 11, 22] as const;

/** Numbers without NaN or negative zero, each with a remainder that breaks ties. */
export interface Numbers {
  readonly values: Float64Array;
  readonly residuals: Float64Array;
}

/** Sorts the point numbers `order`, which ascend at first, by their numbers. Stable. */
export function sortNumbers(order: Uint32Array, numbers: Numbers): void {
  const { values, residuals } = numbers;
  if (order.length <= FEW) {
    order.sort((a, b) => values[a]! - values[b]! || residuals[a]! - residuals[b]! || a - b);
    return;
  }
  sortByDigits(order, values);
  // Sorts equal floats by their remainders. Only integers beyond 2^53 have any.
  for (let from = 0; from < order.length; ) {
    const value = values[order[from]!]!;
    let to = from + 1;
    let isSorted = true;
    for (; to < order.length && values[order[to]!] === value; to++) {
      if (residuals[order[to - 1]!]! > residuals[order[to]!]!) isSorted = false;
    }
    if (!isSorted) order.subarray(from, to).sort((a, b) => residuals[a]! - residuals[b]! || a - b);
    from = to;
  }
}

/** Arrays that are sorted together: the two halves of each number, and its point. */
interface Keys {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly points: Uint32Array;
}

function sortByDigits(order: Uint32Array, values: Float64Array): void {
  const { length } = order;
  let keys = keysOf(order, values);
  let other: Keys = { low: new Uint32Array(length), high: new Uint32Array(length), points: new Uint32Array(length) };
  for (const half of ['low', 'high'] as const) {
    for (const shift of SHIFTS) {
      if (!moveByDigit(keys, other, half, shift)) continue;
      [keys, other] = [other, keys];
    }
  }
  order.set(keys.points);
}

/** Returns numbers as pairs of integers with the same order. */
function keysOf(order: Uint32Array, values: Float64Array): Keys {
  const { length } = order;
  const low = new Uint32Array(length);
  const high = new Uint32Array(length);
  const number = new Float64Array(1);
  const bits = new DataView(number.buffer);
  for (let i = 0; i < length; i++) {
    bits.setFloat64(0, values[order[i]!]!);
    const upper = bits.getInt32(0);
    const lower = bits.getInt32(4);
    // Reverses the order of negative numbers.
    high[i] = upper < 0 ? ~upper : upper ^ 0x8000_0000;
    low[i] = upper < 0 ? ~lower : lower;
  }
  return { low, high, points: order.slice() };
}

/** Returns false, without moving anything, if all have the same digit. */
function moveByDigit(from: Keys, to: Keys, half: 'low' | 'high', shift: number): boolean {
  const digits = from[half];
  const { length } = digits;
  const ends = new Uint32Array(DIGITS);
  for (let i = 0; i < length; i++) ends[(digits[i]! >>> shift) & MASK]!++;
  if (ends[(digits[0]! >>> shift) & MASK] === length) return false;
  for (let digit = 0, sum = 0; digit < DIGITS; digit++) {
    const count = ends[digit]!;
    ends[digit] = sum;
    sum += count;
  }
  const { low, high, points } = from;
  for (let i = 0; i < length; i++) {
    const at = ends[(digits[i]! >>> shift) & MASK]!++;
    to.low[at] = low[i]!;
    to.high[at] = high[i]!;
    to.points[at] = points[i]!;
  }
  return true;
}
