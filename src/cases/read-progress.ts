/** Tells how far the bytes of a case, or of one of its parts, were read. */
import type { ReadObserver } from './case-reader.ts';

export class ReadProgress {
  readonly #bytes: number;
  readonly #observer: ReadObserver;
  #told = 0;

  constructor(bytes: number, observer: ReadObserver) {
    this.#bytes = bytes;
    this.#observer = observer;
  }

  /** Up to a fraction of them. */
  tell(fraction: number): void {
    this.tellBytes(this.#bytes * fraction);
  }

  /** Up to so many of them; what was told is never taken back, where a file became longer meanwhile. */
  tellBytes(bytes: number): void {
    const step = Math.max(0, Math.floor(bytes) - this.#told);
    this.#told += step;
    this.#observer.progress(step);
  }
}
