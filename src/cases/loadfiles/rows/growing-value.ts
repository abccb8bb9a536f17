/**
 * Joins a value from pieces of text. A few pieces are concatenated as strings. Many pieces are written to a buffer, because
 * each would take a string node in memory.
 */
const JOINED_PIECES_MAX = 256;
const FIRST_BYTES = 64 * 1024;

export class GrowingValue {
  /** In units. */
  length = 0;
  #text = '';
  #pieces = 0;
  #buffer: Buffer | null = null;

  add(piece: string): void {
    if (this.#buffer === null) {
      this.#pieces++;
      this.length += piece.length;
      this.#text = this.#text === '' ? piece : this.#text + piece;
      if (this.#pieces > JOINED_PIECES_MAX) this.#spill();
      return;
    }
    const end = (this.length + piece.length) * 2;
    if (end > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.length * 2);
      this.#buffer = larger;
    }
    this.#buffer.write(piece, this.length * 2, 'utf16le');
    this.length += piece.length;
  }

  /** Returns the value and begins the next one. */
  take(): string {
    const value = this.#buffer === null ? this.#text : this.#buffer.toString('utf16le', 0, this.length * 2);
    this.#text = '';
    this.#pieces = 0;
    this.#buffer = null;
    this.length = 0;
    return value;
  }

  #spill(): void {
    this.#buffer = Buffer.allocUnsafe(Math.max(FIRST_BYTES, this.length * 4));
    this.#buffer.write(this.#text, 0, 'utf16le');
    this.#text = '';
  }
}
