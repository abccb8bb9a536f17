/** How text is encoded: what its first bytes say, what the record says, or what the bytes look like. */
import iconv from 'iconv-lite';

const MARKS = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** Names that the library does not know, and their encodings. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'us-ascii': 'windows-1252', ascii: 'windows-1252' };

/** `named` is what the record says, if it says anything. Null if it names an encoding that is not known here. */
export function charsetOf(start: Uint8Array, named: string | null): string | null {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => start[at] === byte));
  if (marked !== undefined) return marked[0];
  const name = named === null ? '' : (OTHER_NAMES[named.trim().toLowerCase()] ?? named.trim());
  if (name !== '') return iconv.encodingExists(name) ? name : null;
  return isUtf8(start) ? 'utf-8' : 'windows-1252';
}

/** A sequence that is cut at the end is no fault. */
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

/** Takes pieces in order; `end` gives what is left. */
export function charsetDecoder(charset: string): { write(bytes: Buffer): string; end(): string } {
  const decoder = iconv.getDecoder(charset);
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}
