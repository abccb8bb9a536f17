/** Detects the encoding of text: by its first bytes, by the record, or by its bytes in general. */
import iconv from 'iconv-lite';

const MARKS = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** Encoding names that the library does not know. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'us-ascii': 'windows-1252', ascii: 'windows-1252' };

/** `named` is the encoding in the record, if any. Returns null for an unknown one. */
export function charsetOf(start: Uint8Array, named: string | null): string | null {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => start[at] === byte));
  if (marked !== undefined) return marked[0];
  const name = named === null ? '' : (OTHER_NAMES[named.trim().toLowerCase()] ?? named.trim());
  if (name !== '') return iconv.encodingExists(name) ? name : null;
  return isUtf8(start) ? 'utf-8' : 'windows-1252';
}

/** A truncated sequence at the end is valid. */
function isUtf8(start: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export function decodeWhole(bytes: Uint8Array, charset: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), charset);
}

/** Returns a decoder that takes pieces in order. Its `end` returns the rest of the text. */
export function charsetDecoder(charset: string): { write(bytes: Buffer): string; end(): string } {
  const decoder = iconv.getDecoder(charset);
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}
