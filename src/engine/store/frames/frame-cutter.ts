/** Cuts bytes into frames of equal size, except the last. */
export class FrameCutter {
  /** Number of bytes so far, including gaps. A frame begins at a multiple of its size. */
  length = 0;
  readonly #frame: Uint8Array;
  readonly #take: (frame: Uint8Array) => void;
  #filled = 0;

  /** `take` receives each complete frame, which is valid only during the call. */
  constructor(frameBytes: number, take: (frame: Uint8Array) => void) {
    this.#frame = new Uint8Array(frameBytes);
    this.#take = take;
  }

  /** Returns the bytes after the last complete frame. */
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

  /** Pads the current frame, if one has begun, with zeros. */
  endFrame(): void {
    if (this.#filled === 0) return;
    this.length += this.#frame.length - this.#filled;
    this.#frame.fill(0, this.#filled);
    this.#end();
  }

  /** Skips a frame that was cut elsewhere. Must be called at a frame boundary. */
  passFrame(): void {
    if (this.#filled > 0) throw new Error('a frame does not begin in the middle of another');
    this.length += this.#frame.length;
  }

  #end(): void {
    this.#filled = 0;
    this.#take(this.#frame);
  }
}
