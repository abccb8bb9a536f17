/**
 * Keeps all digits of large integers. `JSON.parse` rounds integers beyond 2^53, such as account or message numbers in a case.
 * The few records with such a number are parsed again with it in quotes.
 */

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

/** Whether a parsed number may differ from its literal. */
export function mayHaveLostDigits(value: number): boolean {
  return !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value));
}

/** Takes valid JSON, and returns it with quotes around every integer that a double cannot represent. */
export function quoteLargeNumbers(json: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let i = 0; i < json.length; ) {
    const unit = json.charCodeAt(i);
    if (unit === quote) i = stringEnd(json, i);
    else if (unit === minus || isDigit(unit)) {
      const end = numberEnd(json, i);
      const literal = json.slice(i, end);
      if (needsQuotes(literal)) {
        pieces.push(json.slice(copied, i), '"', literal, '"');
        copied = end;
      }
      i = end;
    } else i++;
  }
  pieces.push(json.slice(copied));
  return pieces.join('');
}

function needsQuotes(literal: string): boolean {
  const value = Number(literal);
  return !Number.isFinite(value) || (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value));
}

/** Returns the index after the closing quote of the string that opens at `start`. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
}

function isEscaped(json: string, position: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(position - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}

function numberEnd(json: string, start: number): number {
  let end = start + 1;
  // Skips digits, point, exponent and sign. The text is valid JSON, so these belong to the number.
  while (end < json.length && /[0-9.eE+-]/.test(json.charAt(end))) end++;
  return end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
