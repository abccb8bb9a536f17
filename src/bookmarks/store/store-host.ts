/** The side of the store with LMDB. Answers calls in order. Only reads and pings do not wait for earlier calls. */
import type { AnswerCall } from '../../shared/child/call-host.ts';
import { AppError } from '../../shared/errors.ts';
import { splitBytes } from '../record-format.ts';
import { DamagedStoreError, unavailable, unusableStore, writtenWhileRead } from '../store-errors.ts';
import { type StoreCallName, type StoreCalls, storePieces } from './protocol.ts';
import { ServedFile } from './served-file.ts';
import { OwnerLostError } from './store-file.ts';
import { verifyStore } from './verify-store.ts';

const NO_BYTES = Buffer.alloc(0);

export class StoreHost {
  readonly #onDamaged: (finding: string) => void;
  readonly #end: (() => void) | null;
  #turn: Promise<unknown> = Promise.resolve();
  #open: ServedFile | null = null;

  /** `end` is called after a failure with unknown effects, which a new process then determines. */
  constructor(onDamaged: (finding: string) => void, end: (() => void) | null) {
    this.#onDamaged = onDamaged;
    this.#end = end;
  }

  /** Rejects with AppErrors. */
  readonly answer: AnswerCall = (name, argument, { parts, sendPart }) => {
    const call = (): Promise<unknown> => this.#answer(name as StoreCallName, argument, parts as Uint8Array[], sendPart);
    // Committed data can be read while a commit is computed.
    if (name === 'ping' || name === 'read') return call();
    const answer = this.#turn.then(call);
    this.#turn = answer.catch(() => undefined);
    return answer;
  };

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = null;
  }

  async #answer(
    name: StoreCallName,
    argument: unknown,
    pieces: readonly Uint8Array[],
    sendPart: (piece: Uint8Array) => void,
  ): Promise<unknown> {
    try {
      const { result, bytes = NO_BYTES } = await this.#call(name, argument, Buffer.concat(pieces));
      for (const piece of storePieces(bytes)) sendPart(piece);
      return result;
    } catch (error) {
      if (name === 'commit' && !isExpected(error)) this.#end?.();
      const isOpening = name === 'open' || name === 'part' || name === 'verify';
      throw isOpening ? asUnusable(error) : asUnavailable(error);
    }
  }

  async #call(name: StoreCallName, argument: unknown, bytes: Buffer): Promise<{ result: unknown; bytes?: Buffer }> {
    switch (name) {
      case 'ping':
        return { result: null };
      case 'open': {
        const options = argument as StoreCalls['open']['argument'];
        this.#open = await ServedFile.open(options, (error) => this.#onDamaged(asUnavailable(error).message));
        return { result: this.#open.wireHead() };
      }
      case 'part':
        return { result: this.#store.part() };
      case 'commit':
        return { result: await this.#store.commit(argument as StoreCalls['commit']['argument'], splitBytes(bytes)) };
      case 'read':
        return { result: null, bytes: this.#store.read(argument as StoreCalls['read']['argument']) };
      case 'check':
        return { result: this.#store.check() };
      case 'verify': {
        const { directory } = argument as StoreCalls['verify']['argument'];
        return { result: null, bytes: Buffer.from(JSON.stringify(await verifyStore(directory))) };
      }
      case 'close':
        await this.close();
        return { result: null };
    }
  }

  get #store(): ServedFile {
    if (this.#open === null) throw new Error('no store is open');
    return this.#open;
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof AppError || error instanceof DamagedStoreError || error instanceof OwnerLostError;
}

function asUnusable(error: unknown): AppError {
  return error instanceof OwnerLostError ? writtenWhileRead(error) : unusableStore('cannot be opened', error);
}

function asUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DamagedStoreError) return unavailable(error.message, error);
  if (error instanceof OwnerLostError) return unavailable('another process writes to it', error);
  return unavailable(`it cannot be read or written (${error instanceof Error ? error.message : String(error)})`, error);
}
