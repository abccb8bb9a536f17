/** Which bytes of a content a request asks for, by RFC 9110: one range, all, or a range that does not exist. */
import parseRange from 'range-parser';

export type ByteRange =
  | { readonly kind: 'whole' }
  /** `end` is exclusive. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const HEADER_UNITS_MAX = 1024;

/** A header that is malformed, in another unit, or with several ranges is answered with the whole content, as RFC 9110 permits. */
export function byteRange(header: string, bytes: number): ByteRange {
  if (!/^bytes=/i.test(header) || header.length > HEADER_UNITS_MAX) return { kind: 'whole' };
  // The parser ignores what follows a number; here a range with anything else in it is malformed.
  if (!/^bytes=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))*\s*$/i.test(header)) return { kind: 'whole' };
  // A suffix longer than the content means all of it; the parser would reject it.
  const suffix = /^bytes=\s*-(\d+)\s*$/i.exec(header)?.[1];
  const ranges = parseRange(bytes, suffix === undefined ? header : `bytes=-${Math.min(Number(suffix), bytes)}`);
  if (ranges === -1) return { kind: 'unsatisfiable' };
  if (ranges === -2 || ranges.length !== 1 || header.includes(',')) return { kind: 'whole' };
  const { start, end } = ranges[0]!;
  return { kind: 'part', start, end: end + 1 };
}
