/** Open streams of answers that another process reads, by number. */
import { AppError } from '../shared/errors.ts';
import type { WireStream } from './protocol.ts';
import type { Reading, RetiredIndexes } from './retired-indexes.ts';

/** A stream that is idle for this long is dropped, with all that it holds. */
const IDLE_MILLISECONDS = 10 * 60 * 1000;

/** Stands for a first part that was not requested yet. */
const UNREAD = Symbol('unread');

interface OpenStream {
  readonly iterator: AsyncIterator<unknown>;
  /** The next part. It is read ahead, so that each part says whether it is the last. */
  ahead: unknown;
  timer: NodeJS.Timeout;
  readonly reading: Reading;
}

export class OpenStreams {
  readonly #streams = new Map<number, OpenStream>();
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
    return { part: first.value, stream: this.#open(iterator, second.value) };
  }

  /** Keeps all parts. No part is computed before it is requested. */
  keep<T>(parts: AsyncIterable<T>): WireStream<T> {
    return { part: null, stream: this.#open(parts[Symbol.asyncIterator](), UNREAD) };
  }

  #open(iterator: AsyncIterator<unknown>, ahead: unknown): number {
    const stream = ++this.#last;
    const reading = this.#retired.beginStream();
    this.#streams.set(stream, { iterator, ahead, timer: this.#idle(stream), reading });
    return stream;
  }

  /** Returns the next part. `stream` is null for the last one. */
  async next(stream: number, signal: AbortSignal): Promise<WireStream<unknown>> {
    const open = this.#streams.get(stream);
    if (open === undefined) throw new AppError('CANCELLED', 'The answer was not read for too long and was discarded.');
    clearTimeout(open.timer);
    try {
      signal.throwIfAborted();
      const part = open.ahead === UNREAD ? await readPart(open.iterator) : open.ahead;
      const ahead = part === null ? null : await readPart(open.iterator);
      if (ahead === null) this.leave(stream);
      else {
        open.ahead = ahead;
        open.timer = this.#idle(stream);
      }
      return { part, stream: ahead === null ? null : stream };
    } catch (fault) {
      this.leave(stream);
      throw fault;
    }
  }

  leave(stream: number): void {
    const open = this.#streams.get(stream);
    if (open === undefined) return;
    clearTimeout(open.timer);
    this.#streams.delete(stream);
    // The stream is ended after the current read.
    const ended = Promise.resolve(open.iterator.return?.()).catch(() => undefined);
    void ended.then(() => this.#retired.end(open.reading));
  }

  #idle(stream: number): NodeJS.Timeout {
    return setTimeout(() => this.leave(stream), IDLE_MILLISECONDS).unref();
  }
}

/** Returns null at the end. No part is null. */
async function readPart(iterator: AsyncIterator<unknown>): Promise<unknown> {
  const { done, value } = await iterator.next();
  return done === true ? null : value;
}
