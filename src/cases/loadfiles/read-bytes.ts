/** Reports the bytes of one table as they are read. If the table is read twice, each byte counts half. */
import type { ReadObserver } from '../case-reader.ts';

export class ReadBytes {
  readonly #observer: ReadObserver;
  readonly #weight: number;
  #reported: number;
  #seen: number;

  /** `from` is the number of bytes reported before. Each further byte counts `weight`. */
  constructor(observer: ReadObserver, from: number, weight: number) {
    this.#observer = observer;
    this.#weight = weight;
    this.#reported = from;
    this.#seen = from;
  }

  add(bytes: number): void {
    this.#seen += bytes * this.#weight;
    this.finish(Math.floor(this.#seen));
  }

  /** Reports that this many bytes of the file count as read. */
  finish(bytes: number): void {
    if (bytes <= this.#reported) return;
    this.#observer.progress(bytes - this.#reported);
    this.#reported = bytes;
  }
}
