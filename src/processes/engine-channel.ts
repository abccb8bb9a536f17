/** The server's side of one engine process: its calls, the streams of their answers, and its state. */
import { LostEngineError } from '../search/lost-engine.ts';
import { type ChildCallOptions, ChildCalls, ChildEndedError } from '../shared/child/child-calls.ts';
import { endingUnread, type Parts } from '../shared/ends/abandoned-parts.ts';
import { weightOf } from '../shared/value-weight.ts';
import { decodeFault } from './faults.ts';
import type { CallName, Calls, EngineEvent, WireStream, WireValue } from './protocol.ts';
import { joinedValue, PART_WEIGHT, valueParts } from './value-parts.ts';

/** How long a cancelled call may continue before its process is ended. */
const GRACE_MILLISECONDS = 60;

/** The process ended before it answered: on request, because another call did not yield, or by itself. */
export class EngineEndedError extends LostEngineError {
  readonly isOrdered: boolean;

  constructor({ message, how }: ChildEndedError) {
    super(message);
    this.isOrdered = how === 'order';
  }
}

export interface EngineChannelOptions {
  readonly entry: URL;
  /** Memory that one query may use, in MiB. */
  readonly queryMebibytes: number;
  onEnd(channel: EngineChannel, isOrdered: boolean, ending: string): void;
}

export class EngineChannel {
  readonly #calls: ChildCalls<Calls>;
  #isReady = false;
  /** Resident memory in bytes, as last reported by the process. */
  memory = 0;

  constructor({ entry, queryMebibytes, onEnd }: EngineChannelOptions) {
    this.#calls = new ChildCalls(entry, {
      args: [String(queryMebibytes)],
      decodeFault,
      onEvent: (event) => this.#receive(event as EngineEvent),
      onEnd: ({ how, message }) => onEnd(this, how === 'order', message),
      onUnwanted: (result) => this.abandon(result),
    });
  }

  get pid(): number | undefined {
    return this.#calls.pid;
  }

  /** Whether it has started and answers calls. */
  get isReady(): boolean {
    return this.#isReady;
  }

  async call<N extends CallName>(
    name: N,
    argument: Calls[N]['argument'],
    signal?: AbortSignal,
  ): Promise<Calls[N]['result']> {
    const options: ChildCallOptions = { signal, graceMs: GRACE_MILLISECONDS };
    try {
      if (weightOf(argument, PART_WEIGHT) <= PART_WEIGHT) return await this.#calls.call(name, argument, options);
      return await this.#calls.call(name, null as never, { ...options, parts: valueParts(argument) });
    } catch (fault) {
      throw fault instanceof ChildEndedError ? new EngineEndedError(fault) : fault;
    }
  }

  /** Yields all parts of a stream, including the first if it has arrived. Requests the next part while one is processed. */
  parts<T>(begun: WireStream<T>, signal?: AbortSignal): Parts<T> {
    return endingUnread(this.#parts(begun, signal), () => this.leave(begun));
  }

  async *#parts<T>(begun: WireStream<T>, signal?: AbortSignal): Parts<T> {
    let { part, stream } = begun;
    try {
      while (part !== null || stream !== null) {
        const rest = stream === null ? null : (this.call('next', stream, signal) as Promise<WireStream<T>>);
        // An error is handled below. Until then, it must not count as unhandled.
        rest?.catch(() => undefined);
        if (part !== null) yield part;
        if (rest === null) return;
        ({ part, stream } = await rest);
      }
    } finally {
      this.leave({ stream });
    }
  }

  /** Abandons the rest of a stream, or a stream that was never read. */
  leave({ stream }: Pick<WireStream<unknown>, 'stream'>): void {
    if (stream !== null) this.#calls.call('leave', stream).catch(() => undefined);
  }

  /** Returns a value that arrives in one message or in parts. */
  async value<T>(wire: WireValue<T>, signal?: AbortSignal): Promise<T> {
    if ('value' in wire) return wire.value;
    return (await joinedValue(this.parts(wire.parts, signal))) as T;
  }

  /** Ends the process when everything is closed. Resolves when it has ended. */
  end(): Promise<void> {
    return this.#calls.end();
  }

  /** Abandons the streams of an answer that nobody reads, and the matching session that it began. */
  abandon(result: unknown): void {
    const seen: unknown[] = [result];
    for (let value = seen.pop(); value !== undefined; value = seen.pop()) {
      if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) continue;
      const { stream, session } = value as { stream?: unknown; session?: unknown };
      if (typeof session === 'number') this.#calls.call('matchingEnd', session).catch(() => undefined);
      if (typeof stream === 'number') this.leave({ stream });
      else seen.push(...Object.values(value));
    }
  }

  #receive(event: EngineEvent): void {
    if (event.kind === 'ready') this.#isReady = true;
    else this.memory = event.bytes;
  }
}
