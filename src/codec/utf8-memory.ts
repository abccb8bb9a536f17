/** UTF-8 of one text after the other, each where the one before was: a new buffer for each of millions keeps the collector of garbage busy. */

/** A longer text has a buffer of its own. */
const KEPT_BYTES = 1 << 20;
/** Bytes that a UTF-16 unit takes at most. */
const UNIT_BYTES = 3;

export class Utf8Memory {
  readonly #bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);

  /** The bytes are good until the next call. */
  bytesOf(text: string): Uint8Array {
    if (UNIT_BYTES * text.length > KEPT_BYTES) return Buffer.from(text, 'utf8');
    return this.#bytes.subarray(0, this.#bytes.write(text, 'utf8'));
  }
}
