/** Reports how many bytes of a case, or of one of its parts, have been read. */
import type { ReadObserver } from './case-reader.ts';

export class ReadProgress {
  readonly #bytes: number;
  readonly #observer: ReadObserver;
  #reported = 0;

  constructor(bytes: number, observer: ReadObserver) {
    this.#bytes = bytes;
    this.#observer = observer;
  }

  /** Reports progress up to this fraction. */
  report(fraction: number): void {
    this.reportBytes(this.#bytes * fraction);
  }

  /** Reports progress up to this many bytes. Progress never goes back, even if a file has grown meanwhile. */
  reportBytes(bytes: number): void {
    const step = Math.max(0, Math.floor(bytes) - this.#reported);
    this.#reported += step;
    this.#observer.progress(step);
  }
}
