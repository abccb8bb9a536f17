/** The side of the store with LMDB: answers calls in order; only reads do not wait. */
import { AppError } from '../../shared/errors.ts';
import { splitBytes } from '../record-format.ts';
import { DamagedStoreError, unavailable, unusableStore, writtenWhileRead } from '../store-errors.ts';
import { type FromStore, PIECE_BYTES, type StoreCalls, type ToStore } from './protocol.ts';
import { ServedFile } from './served-file.ts';
import { OwnerLostError } from './store-file.ts';
import { verifyStore } from './verify-store.ts';

export class StoreHost {
  readonly #send: (message: FromStore) => void;
  readonly #end: (() => void) | null;
  #pieces: Uint8Array[] = [];
  #turn: Promise<void> = Promise.resolve();
  #open: ServedFile | null = null;

  /** `end` is called after a failure with unknown effects: a new process determines them. */
  constructor(send: (message: FromStore) => void, end: (() => void) | null) {
    this.#send = send;
    this.#end = end;
  }

  receive(message: ToStore): void {
    if (message.kind === 'ping') {
      this.#send({ kind: 'pong' });
      return;
    }
    if (message.kind === 'piece') {
      this.#pieces.push(message.bytes);
      return;
    }
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    // Committed data can be read while a commit is computed.
    if (message.name === 'read') void this.#answer(message, bytes);
    else this.#turn = this.#turn.then(() => this.#answer(message, bytes));
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = null;
  }

  async #answer({ id, name, argument }: Extract<ToStore, { kind: 'call' }>, bytes: Buffer): Promise<void> {
    try {
      const { result, bytes: payload } = await this.#call(name, argument, bytes);
      if (payload !== undefined) {
        for (let at = 0; at < payload.length; at += PIECE_BYTES) {
          this.#send({ kind: 'piece', bytes: payload.subarray(at, at + PIECE_BYTES) });
        }
      }
      this.#send({ kind: 'result', id, result });
    } catch (error) {
      const isOpening = name === 'open' || name === 'part' || name === 'verify';
      if (name === 'commit' && this.#end !== null && !isExpected(error)) {
        this.#end();
        return;
      }
      const { code, message } = isOpening ? asUnusable(error) : asUnavailable(error);
      this.#send({ kind: 'fault', id, code, message });
    }
  }

  async #call(name: keyof StoreCalls, argument: unknown, bytes: Buffer): Promise<{ result: unknown; bytes?: Buffer }> {
    switch (name) {
      case 'open': {
        const options = argument as StoreCalls['open']['argument'];
        this.#open = await ServedFile.open(options, (error) =>
          this.#send({ kind: 'damaged', finding: asUnavailable(error).message }),
        );
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
