/**
 * The client side of one store process: calls with their answers, and errors when the process ends. Processes run compiled files
 * only. In uncompiled tests, the store runs in this thread, and messages are copied as between processes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../shared/errors.ts';
import { type FromStore, PIECE_BYTES, type StoreCallName, type StoreCalls, type ToStore } from './protocol.ts';

/** Calls that are answered fast, whatever the size of the store. */
const SHORT_CALLS: ReadonlySet<StoreCallName> = new Set(['part', 'commit', 'read']);

/**
 * A process with a pending short call is pinged at this interval. After several unanswered pings in a row, such as of a stopped
 * process, it is killed and replaced. Pings are counted, not seconds: if this process itself was stopped, the other is not to
 * blame.
 */
const PING_MS = 1_000;
const SILENT_COUNT_MAX = 5;

/** A call has no answer because its process ended. The message has the reason. */
export class StoreEndedError extends Error {}

export interface StoreAnswer<N extends StoreCallName> {
  readonly result: StoreCalls[N]['result'];
  readonly bytes: Buffer;
}

interface Pending {
  readonly isShort: boolean;
  resolve(answer: { result: unknown; bytes: Buffer }): void;
  reject(fault: Error): void;
}

interface Peer {
  readonly pid: number | undefined;
  send(message: ToStore): void;
  end(): Promise<void>;
}

export interface ChannelEvents {
  onEnd(ending: string): void;
  onDamaged(finding: string): void;
}

export class StoreChannel {
  readonly #peer: Peer;
  readonly #events: ChannelEvents;
  readonly #pending = new Map<number, Pending>();
  #pieces: Uint8Array[] = [];
  #lastId = 0;
  #hasEnded = false;
  #pinging: NodeJS.Timeout | null = null;
  #silent = 0;
  #gone: Promise<void> | null = null;

  private constructor(connect: (channel: StoreChannel) => Peer, events: ChannelEvents) {
    this.#events = events;
    this.#peer = connect(this);
  }

  static async start(events: ChannelEvents, entry: URL | null = ENTRY): Promise<StoreChannel> {
    if (entry !== null) return new StoreChannel((channel) => forked(channel, entry), events);
    const { StoreHost } = await import('./store-host.ts');
    return new StoreChannel((channel) => {
      const host = new StoreHost((message) => channel.receive(structuredClone(message)), null);
      return {
        pid: undefined,
        send: (message) => host.receive(structuredClone(message)),
        end: () => host.close(),
      };
    }, events);
  }

  get pid(): number | undefined {
    return this.#peer.pid;
  }

  /** Rejects with the store's AppError, or StoreEndedError. */
  call<N extends StoreCallName>(name: N, argument: StoreCalls[N]['argument'], bytes?: Buffer): Promise<StoreAnswer<N>> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) throw new StoreEndedError();
      const id = ++this.#lastId;
      this.#pending.set(id, { isShort: SHORT_CALLS.has(name), resolve: resolve as Pending['resolve'], reject });
      for (let at = 0; at < (bytes?.length ?? 0); at += PIECE_BYTES) {
        this.#peer.send({ kind: 'piece', bytes: bytes!.subarray(at, at + PIECE_BYTES) });
      }
      this.#peer.send({ kind: 'call', id, name, argument });
      this.#pinging ??= setInterval(() => this.#ping(), PING_MS);
    });
  }

  /** Resolves when a killed process has ended. */
  async untilGone(): Promise<void> {
    await this.#gone;
  }

  /** Ends the process, and resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#rejectAll('it was closed');
    await this.#peer.end();
  }

  receive(message: FromStore): void {
    this.#silent = 0;
    switch (message.kind) {
      case 'pong':
        break;
      case 'piece':
        this.#pieces.push(message.bytes);
        break;
      case 'damaged':
        this.#events.onDamaged(message.finding);
        break;
      default: {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        const bytes = Buffer.concat(this.#pieces);
        this.#pieces = [];
        if (this.#pending.size === 0) this.#stopPinging();
        if (message.kind === 'result') pending?.resolve({ result: message.result, bytes });
        else pending?.reject(new AppError(message.code, message.message));
      }
    }
  }

  /** The process ended by itself, or was killed. */
  hasEnded(ending: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#rejectAll(ending);
    this.#events.onEnd(ending);
  }

  #ping(): void {
    if (![...this.#pending.values()].some(({ isShort }) => isShort)) this.#silent = 0;
    if (this.#silent++ < SILENT_COUNT_MAX) {
      this.#peer.send({ kind: 'ping' });
      return;
    }
    this.#stopPinging();
    this.#gone = this.#peer.end();
    this.hasEnded(`it did not answer for ${(PING_MS * SILENT_COUNT_MAX) / 1000} seconds`);
  }

  #stopPinging(): void {
    if (this.#pinging !== null) clearInterval(this.#pinging);
    this.#pinging = null;
    this.#silent = 0;
  }

  #rejectAll(ending: string): void {
    this.#stopPinging();
    for (const { reject } of this.#pending.values()) reject(new StoreEndedError(ending));
    this.#pending.clear();
  }
}

const ENTRY = import.meta.url.endsWith('.ts') ? null : new URL('./store-process.js', import.meta.url);

function forked(channel: StoreChannel, entry: URL): Peer {
  // Output of LMDB or Node on stderr before a signal adds nothing to the signal.
  const child: ChildProcess = fork(entry, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', (message) => channel.receive(message as FromStore));
  child.on('error', (fault) => channel.hasEnded(fault.message));
  child.on('exit', (code, signal) => channel.hasEnded(signal ?? `exit code ${code}`));
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
