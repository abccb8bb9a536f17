/**
 * Buffers terms of a field of a document, to log them together. Logging each one immediately would alternate between
 * fields.
 */
import { SEQUENCE_PIECE } from '../../../analysis/identifiers/identifier-kinds.ts';

/** Size of the longest term: a piece of a sequence with a sign at each end. */
const TERM_BYTES = SEQUENCE_PIECE + 2;
const WAITING_BYTES = 1 << 14;

export class WaitingTerms {
  readonly field: number;
  readonly bytes = new Uint8Array(WAITING_BYTES + TERM_BYTES);
  /** The end of each term. */
  readonly ends = new Uint32Array(WAITING_BYTES);
  count = 0;
  /** Number of terms of the document that were logged so far. */
  logged = 0;
  isCut = false;

  constructor(field: number) {
    this.field = field;
  }

  /** Returns whether the buffer is full. */
  add(bytes: Uint8Array, from: number, to: number): boolean {
    let end = this.count === 0 ? 0 : this.ends[this.count - 1]!;
    for (let i = from; i < to; i++) this.bytes[end++] = bytes[i]!;
    this.ends[this.count++] = end;
    return end >= WAITING_BYTES;
  }

  clear(): void {
    this.count = 0;
  }
}
