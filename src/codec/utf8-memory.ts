/** Encodes texts as UTF-8 into one reused buffer. A new buffer for each of millions of texts would keep the garbage collector busy. */

/** Longer texts get a buffer of their own. */
const KEPT_BYTES = 1 << 20;
/** Maximum bytes per UTF-16 unit. */
const UNIT_BYTES = 3;

export class Utf8Memory {
  readonly #bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);

  /** Encodes a text. The bytes are valid until the next call. */
  bytesOf(text: string): Uint8Array {
    if (UNIT_BYTES * text.length > KEPT_BYTES) return Buffer.from(text, 'utf8');
    return this.#bytes.subarray(0, this.#bytes.write(text, 'utf8'));
  }
}
