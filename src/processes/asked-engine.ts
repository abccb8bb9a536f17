/**
 * One engine process as seen by a call about some sources. If the process ends before the whole answer has arrived, the error
 * names the sources.
 */
import { LostEngineError } from '../search/lost-engine.ts';
import type { EngineChannel } from './engine-channel.ts';
import type { CallName, Calls, WireStream, WireValue } from './protocol.ts';

/** Returns the damaged sources among these. Waits for the checks that follow the end of a process. */
export type DamagedAmong = (sources: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;

export class AskedEngine {
  readonly #channel: EngineChannel;
  readonly #sources: readonly string[];
  readonly #damagedAmong: DamagedAmong;

  constructor(channel: EngineChannel, sources: readonly string[], damagedAmong: DamagedAmong) {
    this.#channel = channel;
    this.#sources = sources;
    this.#damagedAmong = damagedAmong;
  }

  get pid(): number | undefined {
    return this.#channel.pid;
  }

  async call<N extends CallName>(
    name: N,
    argument: Calls[N]['argument'],
    signal?: AbortSignal,
  ): Promise<Calls[N]['result']> {
    return this.#channel.call(name, argument, signal).catch(this.#fail);
  }

  async *parts<T>(begun: WireStream<T>, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
    try {
      yield* this.#channel.parts(begun, signal);
    } catch (fault) {
      return this.#fail(fault);
    }
  }

  value<T>(wire: WireValue<T>, signal?: AbortSignal): Promise<T> {
    return this.#channel.value(wire, signal).catch(this.#fail);
  }

  /** Abandons an answer that nobody reads. */
  abandon(result: unknown): void {
    this.#channel.abandon(result);
  }

  leave(stream: WireStream<unknown>): void {
    this.#channel.leave(stream);
  }

  readonly #fail = async (fault: unknown): Promise<never> => {
    throw await lossAbout(fault, this.#sources, this.#damagedAmong);
  };
}

/** Adds the request to the error of a lost engine. Returns other errors unchanged. */
export async function lossAbout(
  fault: unknown,
  sources: readonly string[],
  damagedAmong: DamagedAmong,
): Promise<unknown> {
  if (!(fault instanceof LostEngineError)) return fault;
  try {
    const found = (await damagedAmong(sources)).keys();
    const damaged = [...new Set([...fault.asked.damaged, ...found])];
    return new LostEngineError(fault.ending, { sources, damaged });
  } catch (interruption) {
    // The client disconnected, or the deadline passed, while the indexes were being checked.
    return interruption;
  }
}
