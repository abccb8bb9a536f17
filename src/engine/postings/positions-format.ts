/**
 * The format of the positions of one term in the documents of one list. They are stored apart from the documents. The number of
 * positions of a posting is its term frequency, which is stored with the postings and not repeated here.
 * assembly/position-codes.ts writes them, positions-reader.ts decodes them.
 *
 *   positions := head u8, {end of group, width bytes}{groups - 1}, groups
 *   head      := order k in bits 0-4, shift in bits 5-7
 *   group     := skips, prefixes, padding to a whole byte, suffixes backwards
 *   skips     := {position u32, bits u32}{(tf - 1) >> 6}    if a group is one posting of 128 positions or more, else none
 *
 * A group is 2^shift postings: about 128 positions. It is a single posting if half of all positions belong to postings of 128
 * or more, or if there are too many positions to buffer until all are known. For every posting it has the first position and
 * then each distance to the previous one, minus one, in Exp-Golomb code of order k. The two parts of a code are stored apart.
 * The unary prefixes of all numbers run forward from the first bit of the group, the binary suffixes backward from its last
 * bit. The offset of the n-th prefix gives the offset of its suffix, so a reader skips postings by counting bits, 32 at a time,
 * without decoding (Exp-Golomb after Teuhola, A compression method for clustered bit-vectors, 1978).
 *
 * A posting with many positions has skips, most significant byte first, so that a part of it can be read. For the 64th, 128th …
 * of its numbers, a skip has the last position and the number of prefix bits before it.
 *
 * `width` is the number of bytes that the length of the whole record needs; ends are counted from the first group.
 */
import { format } from '../../shared/thresholds.ts';

/** Numbers from one skip to the next. */
const SKIP_BITS = format.skipBits;
const SKIPPED_MIN = format.skippedMin;

/** Returns the number of skips before a posting of `count` positions that is alone in its group. */
export function skipsOf(count: number): number {
  return count < SKIPPED_MIN ? 0 : (count - 1) >>> SKIP_BITS;
}
