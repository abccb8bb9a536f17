/** Which bytes of a content a request is for, after RFC 9110: one range, all of it, or none that exists. */
import parseRange from 'range-parser';

export type ByteRange =
  | { readonly kind: 'whole' }
  /** `end` is exclusive. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const headerUnitsMax = 1024;

/** A header that is malformed, of another unit, or of several ranges is answered with the whole, as a server may. */
export function byteRange(header: string, bytes: number): ByteRange {
  if (!/^bytes=/i.test(header) || header.length > headerUnitsMax) return { kind: 'whole' };
  // The parser reads a number as far as it goes; a range with anything else in it is malformed.
  if (!/^bytes=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))*\s*$/i.test(header)) return { kind: 'whole' };
  // A suffix longer than the content is all of it; the parser would refuse it.
  const suffix = /^bytes=\s*-(\d+)\s*$/i.exec(header)?.[1];
  const ranges = parseRange(bytes, suffix === undefined ? header : `bytes=-${Math.min(Number(suffix), bytes)}`);
  if (ranges === -1) return { kind: 'unsatisfiable' };
  if (ranges === -2 || ranges.length !== 1 || header.includes(',')) return { kind: 'whole' };
  const { start, end } = ranges[0]!;
  return { kind: 'part', start, end: end + 1 };
}
