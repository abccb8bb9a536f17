/** Parses the byte range of a request by RFC 9110: one range, everything, or an unsatisfiable range. */
import { parse } from 'range-parser';

export type ByteRange =
  | { readonly kind: 'whole' }
  /** `end` is exclusive. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const HEADER_UNITS_MAX = 1024;
/** A bit in the parser's codes. */
const MALFORMED = 1;

/** A malformed header, another unit or several ranges yield the complete content, as RFC 9110 permits. */
export function byteRange(header: string, bytes: number): ByteRange {
  if (header.length > HEADER_UNITS_MAX) return { kind: 'whole' };
  if (!/^bytes=\s*(\d+-\d*|-\d+)\s*$/i.test(header)) return { kind: 'whole' };
  const { code, ranges } = parse(bytes, header);
  if (code & MALFORMED) return { kind: 'whole' };
  if (ranges.length === 0) return { kind: 'unsatisfiable' };
  const { start, end } = ranges[0]!;
  return { kind: 'part', start, end: end + 1 };
}
