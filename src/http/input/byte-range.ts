/** Which bytes of a content a request asks for, by RFC 9110: one range, all, or a range that does not exist. */
import { parse } from 'range-parser';

export type ByteRange =
  | { readonly kind: 'whole' }
  /** `end` is exclusive. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const HEADER_UNITS_MAX = 1024;
/** A bit of the parser's codes. */
const MALFORMED = 1;

/** A header that is malformed, in another unit, or with several ranges is answered with the whole content, as RFC 9110 permits. */
export function byteRange(header: string, bytes: number): ByteRange {
  if (header.length > HEADER_UNITS_MAX) return { kind: 'whole' };
  if (!/^bytes=\s*(\d+-\d*|-\d+)\s*$/i.test(header)) return { kind: 'whole' };
  const { code, ranges } = parse(bytes, header);
  if (code & MALFORMED) return { kind: 'whole' };
  if (ranges.length === 0) return { kind: 'unsatisfiable' };
  const { start, end } = ranges[0]!;
  return { kind: 'part', start, end: end + 1 };
}
