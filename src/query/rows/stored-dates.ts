/**
 * Decides which properties are dates, and returns their stored values in UTC. Most are in UTC already, and are copied
 * unchanged.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { renderUtc } from '../../schema/utc-dates.ts';

const [T, Z, COLON, POINT] = [0x54, 0x5a, 0x3a, 0x2e] as const;

/** Indexed by number of the name: 1 for a date. */
export function dateNames(index: IndexReader): Uint8Array {
  return Uint8Array.from(index.names, (name) => (index.statistics.typeOf(name) === 'date' ? 1 : 0));
}

/** Returns the value in UTC, or null if it stays unchanged. */
export function renderedDate(bytes: Uint8Array, start: number, end: number): Buffer | null {
  if (isInUtc(bytes, start, end - start)) return null;
  const value = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  const rendered = renderUtc(value);
  return rendered === value ? null : Buffer.from(rendered);
}

/** `2021-03-04`, `2021-03-04T08:20:30Z`, `2021-03-04T08:20:30.500Z`. Values that are not valid dates stay unchanged, too. */
function isInUtc(bytes: Uint8Array, start: number, length: number): boolean {
  if (length === 10) return true;
  if (length !== 20 && length !== 24) return false;
  if (bytes[start + length - 1] !== Z || bytes[start + 10] !== T) return false;
  if (bytes[start + 13] !== COLON || bytes[start + 16] !== COLON) return false;
  return length === 20 || bytes[start + 19] === POINT;
}
