/** Reports how much of the bytes of a case, or of one of its parts, has been read. */
import type { ReadObserver } from './case-reader.ts';

export class ReadProgress {
  readonly #bytes: number;
  readonly #observer: ReadObserver;
  #told = 0;

  constructor(bytes: number, observer: ReadObserver) {
    this.#bytes = bytes;
    this.#observer = observer;
  }

  /** Reports progress up to this fraction. */
  tell(fraction: number): void {
    this.reportBytes(this.#bytes * fraction);
  }

  /** Reports progress up to this many bytes. It never goes back, even if a file has grown meanwhile. */
  reportBytes(bytes: number): void {
    const step = Math.max(0, Math.floor(bytes) - this.#told);
    this.#told += step;
    this.#observer.progress(step);
  }
}
