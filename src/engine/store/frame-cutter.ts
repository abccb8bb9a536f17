/** Cuts bytes into frames, all of the same number of bytes but the last. */
export class FrameCutter {
  /** Bytes so far, and what was left free between them: a frame begins at a multiple of its bytes. */
  length = 0;
  readonly #frame: Uint8Array;
  readonly #take: (frame: Uint8Array) => void;
  #filled = 0;

  /** `take` gets each whole frame, which is good until it returns. */
  constructor(frameBytes: number, take: (frame: Uint8Array) => void) {
    this.#frame = new Uint8Array(frameBytes);
    this.#take = take;
  }

  /** What is behind the last whole frame. */
  get rest(): Uint8Array {
    return this.#frame.subarray(0, this.#filled);
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const frame = this.#frame;
    for (let from = start; from < end; ) {
      const count = Math.min(end - from, frame.length - this.#filled);
      frame.set(from === 0 && count === bytes.length ? bytes : bytes.subarray(from, from + count), this.#filled);
      this.#filled += count;
      from += count;
      if (this.#filled === frame.length) this.#end();
    }
    this.length += end - start;
  }

  /** Fills the frame that has begun, if one has, with zeros. */
  endFrame(): void {
    if (this.#filled === 0) return;
    this.length += this.#frame.length - this.#filled;
    this.#frame.fill(0, this.#filled);
    this.#end();
  }

  /** Passes over a frame that somebody else cut, where one begins. */
  passFrame(): void {
    if (this.#filled > 0) throw new Error('a frame does not begin in the middle of another');
    this.length += this.#frame.length;
  }

  #end(): void {
    this.#filled = 0;
    this.#take(this.#frame);
  }
}
