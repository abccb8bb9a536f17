/**
 * Writes and reads front-coded terms. A term is stored as the number of bytes that it shares with the previous term, and its
 * further bytes.
 *
 *   term := shared and further bytes, four bits each, 15 for 15 and more, [shared - 15 varint], [further - 15 varint],
 *           UTF-8 of the further bytes
 */
import type { ByteWriter } from '../../codec/byte-writer.ts';

/** Writes a term that shares `shared` bytes with the previous one; `bytes[start … end)` are its further bytes. */
export function writeTerm(out: ByteWriter, shared: number, bytes: Uint8Array, start: number, end: number): void {
  const further = end - start;
  out.u8((Math.min(shared, FOUR_BITS) << 4) | Math.min(further, FOUR_BITS));
  if (shared >= FOUR_BITS) out.varint(shared - FOUR_BITS);
  if (further >= FOUR_BITS) out.varint(further - FOUR_BITS);
  out.copy(bytes, start, end);
}

/**
 * Whether a head is a single byte, with both numbers below 15. Most are, so loops over terms decode these inline, for speed;
 * see bench/loops/front-coding.ts.
 */
export function isShortHead(head: number): boolean {
  return head < 0xf0 && (head & FOUR_BITS) !== FOUR_BITS;
}

/** The head of a term, of any length, after `readTermHead`. */
export const longHead = { shared: 0, further: 0, end: 0 };

/**
 * Reads the head at `bytes[start]` into {@link longHead}; the further bytes begin at its `end`. Terms are shorter than 16 KiB,
 * so a varint has at most two bytes.
 */
export function readTermHead(bytes: Uint8Array, start: number): typeof longHead {
  let at = start;
  const head = bytes[at++]!;
  let shared = head >> 4;
  let further = head & FOUR_BITS;
  if (shared === FOUR_BITS) {
    const more = bytes[at++]!;
    shared += more < 128 ? more : (more & 127) | (bytes[at++]! << 7);
  }
  if (further === FOUR_BITS) {
    const more = bytes[at++]!;
    further += more < 128 ? more : (more & 127) | (bytes[at++]! << 7);
  }
  longHead.shared = shared;
  longHead.further = further;
  longHead.end = at;
  return longHead;
}

const FOUR_BITS = 15;
