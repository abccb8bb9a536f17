/**
 * The client side of one store process: calls with their bytes, and pings. Processes run compiled files only. In uncompiled
 * tests, the store runs in this thread, and messages are copied as they would be between processes.
 */
import { faultOfPlain, plainFault } from '../../shared/child/call-messages.ts';
import { type ChildCallOptions, ChildCalls, type ChildEndedError } from '../../shared/child/child-calls.ts';
import { type StoreCallName, type StoreCalls, storePieces } from './protocol.ts';

/** Calls that are answered fast, whatever the size of the store. */
const SHORT_CALLS: ReadonlySet<StoreCallName> = new Set(['part', 'commit', 'read']);

/**
 * A process with a pending short call is pinged at this interval. After several unanswered pings in a row, such as of a stopped
 * process, it is killed and replaced. Pings are counted instead of seconds, because this process itself may have been stopped.
 */
const PING_MS = 1_000;
const SILENT_COUNT_MAX = 5;

export interface StoreAnswer<N extends StoreCallName> {
  readonly result: StoreCalls[N]['result'];
  readonly bytes: Buffer;
}

type Peer = Pick<ChildCalls<StoreCalls>, 'pid' | 'call' | 'kill' | 'end'>;

export interface ChannelEvents {
  /** Called when the process has ended, or was killed because it did not answer. */
  onEnd(ending: string): void;
  onDamaged(finding: string): void;
}

export class StoreChannel {
  readonly #peer: Peer;
  /** Pending short calls. */
  #short = 0;
  #pinging: NodeJS.Timeout | undefined;
  #silent = 0;

  private constructor(peer: Peer) {
    this.#peer = peer;
  }

  static async start({ onEnd, onDamaged }: ChannelEvents, entry: URL | null = ENTRY): Promise<StoreChannel> {
    const onEvent = (finding: unknown): void => onDamaged(finding as string);
    if (entry === null) return new StoreChannel(await peerHere(onEvent));
    // Ignores output of LMDB or Node on stderr before a signal, which adds nothing to the name of the signal.
    const onEnded = ({ message }: ChildEndedError): void => onEnd(message);
    return new StoreChannel(new ChildCalls(entry, { stderr: 'ignore', onEvent, onEnd: onEnded }));
  }

  get pid(): number | undefined {
    return this.#peer.pid;
  }

  /** Rejects with the store's AppError, or ChildEndedError. */
  async call<N extends StoreCallName>(
    name: N,
    argument: StoreCalls[N]['argument'],
    bytes?: Buffer,
  ): Promise<StoreAnswer<N>> {
    const pieces: Uint8Array[] = [];
    const options: ChildCallOptions = {
      ...(bytes && { parts: storePieces(bytes) }),
      onPart: (piece) => pieces.push(piece as Uint8Array),
    };
    const isShort = SHORT_CALLS.has(name);
    if (isShort && this.#short++ === 0) this.#watch();
    try {
      const result = await this.#peer.call(name, argument, options);
      return { result, bytes: Buffer.concat(pieces) };
    } finally {
      if (isShort && --this.#short === 0) clearInterval(this.#pinging);
    }
  }

  /** Ends the process, and resolves when it has ended. */
  end(): Promise<void> {
    return this.#peer.end('it was closed');
  }

  #watch(): void {
    this.#silent = 0;
    this.#pinging = setInterval(() => {
      if (this.#silent++ === SILENT_COUNT_MAX) {
        this.#peer.kill(`it did not answer for ${(PING_MS * SILENT_COUNT_MAX) / 1000} seconds`);
        return;
      }
      const answered = (): void => {
        this.#silent = 0;
      };
      this.#peer.call('ping', null).then(answered, () => undefined);
    }, PING_MS);
  }
}

const ENTRY = import.meta.url.endsWith('.ts') ? null : new URL('./store-process.js', import.meta.url);

async function peerHere(onEvent: (event: unknown) => void): Promise<Peer> {
  const { StoreHost } = await import('./store-host.ts');
  const host = new StoreHost((finding) => onEvent(finding), null);
  const { signal } = new AbortController();
  return {
    pid: undefined,
    call: async (name, argument, { parts, onPart } = {}) => {
      const copied = structuredClone([...((parts as Iterable<unknown> | undefined) ?? [])]);
      const sendPart = (part: unknown): void => onPart?.(structuredClone(part));
      try {
        const answer = await host.answer(name, structuredClone(argument), { parts: copied, sendPart, signal });
        return structuredClone(answer) as never;
      } catch (fault) {
        throw faultOfPlain(structuredClone(plainFault(fault)));
      }
    },
    kill: () => undefined,
    end: () => host.close(),
  };
}
