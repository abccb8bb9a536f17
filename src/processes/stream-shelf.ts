/** Streams of answers that somebody reads on from another process, by number. */
import { AppError } from '../shared/errors.ts';
import type { WireStream } from './protocol.ts';
import type { Reading, RetiredIndexes } from './retired-indexes.ts';

/** A stream that nobody has read from for so long is dropped, with all that it holds. */
const IDLE_MILLISECONDS = 10 * 60 * 1000;

interface Shelved {
  readonly iterator: AsyncIterator<unknown>;
  /** The part that comes next: it is known with each part whether it is the last. */
  ahead: unknown;
  timer: NodeJS.Timeout;
  readonly reading: Reading;
}

export class StreamShelf {
  readonly #streams = new Map<number, Shelved>();
  readonly #retired: RetiredIndexes;
  #last = 0;

  constructor(retired: RetiredIndexes) {
    this.#retired = retired;
  }

  /** Reads the first part, and keeps the rest. A part must not change when the next one is made. */
  async begin<T>(parts: AsyncIterable<T>): Promise<WireStream<T>> {
    const iterator = parts[Symbol.asyncIterator]();
    const first = await iterator.next();
    if (first.done === true) return { part: null, stream: null };
    const second = await iterator.next();
    if (second.done === true) return { part: first.value, stream: null };
    const stream = ++this.#last;
    const reading = this.#retired.beginStream();
    this.#streams.set(stream, { iterator, ahead: second.value, timer: this.#idle(stream), reading });
    return { part: first.value, stream };
  }

  /** The next part; `stream` is null where it is the last one. */
  async next(stream: number, signal: AbortSignal): Promise<WireStream<unknown>> {
    const shelved = this.#streams.get(stream);
    if (shelved === undefined) throw new AppError('CANCELLED', 'The answer was not read for too long and was dropped.');
    clearTimeout(shelved.timer);
    const part = shelved.ahead;
    try {
      signal.throwIfAborted();
      const { done, value } = await shelved.iterator.next();
      if (done !== true) {
        shelved.ahead = value;
        shelved.timer = this.#idle(stream);
        return { part, stream };
      }
    } catch (fault) {
      this.leave(stream);
      throw fault;
    }
    this.leave(stream);
    return { part, stream: null };
  }

  leave(stream: number): void {
    const shelved = this.#streams.get(stream);
    if (shelved === undefined) return;
    clearTimeout(shelved.timer);
    this.#streams.delete(stream);
    // What reads at the moment comes to its end first.
    const ended = Promise.resolve(shelved.iterator.return?.()).catch(() => undefined);
    void ended.then(() => this.#retired.end(shelved.reading));
  }

  #idle(stream: number): NodeJS.Timeout {
    return setTimeout(() => this.leave(stream), IDLE_MILLISECONDS).unref();
  }
}
