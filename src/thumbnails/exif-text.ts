/** Formats EXIF values as text without loss: dates as written, fractions of a second, places in degrees. */
const DIGITS = 9;
const FULL_DEGREE_MINUTES = 60;
const FULL_DEGREE_SECONDS = 3600;
/** Bytes before a comment, with the name of its encoding. */
const ENCODING_BYTES = 8;

/** Null stands for a value that cannot be read. */
export type ExifValue = number | string | Date | Uint8Array | readonly unknown[] | null | undefined;

/** Returns null if the value cannot be read, and an empty text if there is nothing to show. */
export function exifText(
  name: string,
  value: ExifValue,
  directory: Readonly<Record<string, ExifValue>>,
  exif: string,
): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return writtenDate(value, exif);
  if (typeof value === 'number') return numberText(name, value);
  if (typeof value === 'string') return trimmed(value);
  if (value instanceof Uint8Array) return bytesText(name, Buffer.from(value));
  if (!value.every((one) => typeof one === 'number')) return null;
  if (/^XP[A-Z]/.test(name)) return trimmed(Buffer.from(value).toString('utf16le'));
  if (/^GPS(?:Dest)?(?:Latitude|Longitude)$/.test(name)) return degrees(value, directory[`${name}Ref`]);
  const texts = value.map((one) => numberText('', one));
  return texts.includes(null) ? null : texts.join(', ');
}

/**
 * Returns the date as the camera wrote it, which is found in the bytes. The library converts it to a moment, and so changes a
 * thirteenth month to the next year.
 */
function writtenDate(date: Date, exif: string): string | null {
  for (const [text, year, month, day, ...time] of exif.matchAll(/(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})/g)) {
    const [hour, minute, second] = time.map(Number);
    if (Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second) === date.getTime()) return text;
  }
  return null;
}

function numberText(name: string, value: number): string | null {
  // It is a fraction whose denominator is 0.
  if (!Number.isFinite(value)) return null;
  const inverse = Math.round(1 / value);
  if (name === 'ExposureTime' && value > 0 && value < 1 && Math.abs(1 / value - inverse) < 1e-3 * inverse)
    return `1/${inverse}`;
  return String(Number(value.toPrecision(DIGITS)));
}

function degrees(values: readonly number[], reference: ExifValue): string | null {
  const [degree = 0, minute = 0, second = 0] = values;
  const decimal = degree + minute / FULL_DEGREE_MINUTES + second / FULL_DEGREE_SECONDS;
  if (!Number.isFinite(decimal)) return null;
  const side = typeof reference === 'string' ? ` ${trimmed(reference)}` : '';
  const parts = `${numberText('', degree)}° ${numberText('', minute)}′ ${numberText('', second)}″`;
  return `${numberText('', decimal)}${side} (${parts})`;
}

/** Returns an empty text for bytes that are not text. */
function bytesText(name: string, bytes: Buffer): string {
  if (name === 'UserComment' || name === 'GPSProcessingMethod' || name === 'GPSAreaInformation') {
    const encoding = bytes.toString('latin1', 0, ENCODING_BYTES);
    if (encoding.startsWith('UNICODE')) return trimmed(bytes.subarray(ENCODING_BYTES).toString('utf16le'));
    if (/^(?:ASCII|\0{8})/.test(encoding)) return decoded(bytes.subarray(ENCODING_BYTES));
  }
  const text = decoded(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they show that it is not text
  return /[\0-\x08\x0e-\x1f]/.test(text) ? '' : text;
}

/** Decodes UTF-8 if it is valid, or else Latin-1, which European cameras write. */
function decoded(bytes: Buffer): string {
  try {
    return trimmed(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return trimmed(bytes.toString('latin1'));
  }
}

function trimmed(text: string): string {
  return text.replace(/[\s\0]+$/, '').trimStart();
}
