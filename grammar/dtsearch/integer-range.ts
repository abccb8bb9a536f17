/** Makes an expression for the whole numbers of a range as they are written, including leading zeros. */

/** Maximum number of digits. Longer numbers are not exact. */
const DIGITS_MAX = 15;

/** Returns null for a range that descends, or has longer numbers. */
export function integersBetween(from: string, to: string): string | null {
  const [low, high] = [from.replace(/^0+(?=\d)/, ''), to.replace(/^0+(?=\d)/, '')];
  if (low.length > DIGITS_MAX || high.length > DIGITS_MAX || Number(low) > Number(high)) return null;
  const parts: string[] = [];
  for (let length = low.length; length <= high.length; length++) {
    const least = length === low.length ? low : `1${'0'.repeat(length - 1)}`;
    const most = length === high.length ? high : '9'.repeat(length);
    parts.push(ofOneLength(least, most));
  }
  return `0*(${parts.join('|')})`;
}

/** Matches numbers with the same count of digits. */
function ofOneLength(low: string, high: string): string {
  if (low === '') return '';
  const [first, last] = [low[0]!, high[0]!];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  if (first === last) return first + grouped(ofOneLength(lowRest, highRest));
  const parts: string[] = [];
  const isLowFull = /^0*$/.test(lowRest);
  const isHighFull = /^9*$/.test(highRest);
  if (!isLowFull) parts.push(first + grouped(ofOneLength(lowRest, '9'.repeat(lowRest.length))));
  const begin = Number(first) + (isLowFull ? 0 : 1);
  const end = Number(last) - (isHighFull ? 0 : 1);
  if (begin <= end) parts.push(digitOf(begin, end) + anyDigits(lowRest.length));
  if (!isHighFull) parts.push(last + grouped(ofOneLength('0'.repeat(highRest.length), highRest)));
  return parts.join('|');
}

function grouped(pattern: string): string {
  return pattern.includes('|') ? `(${pattern})` : pattern;
}

function digitOf(from: number, to: number): string {
  return from === to ? String(from) : `[${from}-${to}]`;
}

function anyDigits(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '[0-9]' : `[0-9]{${count}}`;
}
