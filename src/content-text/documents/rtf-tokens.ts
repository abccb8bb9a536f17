/** The tokens of RTF: groups, control words, bytes of text. Reads every byte once. */

export interface RtfTaker {
  begin(): void;
  end(): void;
  /** A control symbol counts as a word of one character. */
  word(name: string, parameter: number | null): void;
  bytes(bytes: Uint8Array): void;
}

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const WORD_UNITS_MAX = 40;
const PARAMETER_DIGITS_MAX = 10;

export function readRtf(source: Buffer, taker: RtfTaker, isDone: () => boolean): void {
  let at = 0;
  while (at < source.length && !isDone()) {
    const byte = source[at]!;
    if (byte === OPEN) {
      taker.begin();
      at++;
    } else if (byte === CLOSE) {
      taker.end();
      at++;
    } else if (byte === BACKSLASH) at = readControl(source, at + 1, taker);
    else if (byte === 0x0d || byte === 0x0a || byte === 0) at++;
    else {
      const start = at;
      while (at < source.length && !isSpecial(source[at]!)) at++;
      taker.bytes(source.subarray(start, at));
    }
  }
}

/** Returns the offset after it. */
function readControl(source: Buffer, start: number, taker: RtfTaker): number {
  let at = start;
  const first = source[at];
  if (first === undefined) return at;
  if (!isLetter(first)) {
    at++;
    if (first === 0x27) {
      const hex = source.toString('latin1', at, at + 2);
      if (/^[0-9a-f]{2}$/i.test(hex)) taker.bytes(Buffer.from(hex, 'hex'));
      return at + 2;
    }
    taker.word(first === 0x0d || first === 0x0a ? 'par' : String.fromCharCode(first), null);
    return at;
  }
  while (at < source.length && isLetter(source[at]!)) at++;
  const name = source.toString('latin1', start, Math.min(at, start + WORD_UNITS_MAX));
  const digits = at;
  if (source[at] === 0x2d) at++;
  while (at < source.length && isDigit(source[at]!)) at++;
  const text = source.toString('latin1', digits, Math.min(at, digits + PARAMETER_DIGITS_MAX));
  const parameter = text === '' || text === '-' ? null : Number(text);
  if (source[at] === 0x20) at++;
  // Bytes that are not text follow.
  if (name === 'bin' && parameter !== null && parameter > 0) return Math.min(at + parameter, source.length);
  taker.word(name, parameter);
  return at;
}

function isSpecial(byte: number): boolean {
  return byte === BACKSLASH || byte === OPEN || byte === CLOSE || byte === 0x0d || byte === 0x0a || byte === 0;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
