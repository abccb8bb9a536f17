/**
 * Requests that count the chunks of their bodies. Each chunk causes a separate call, however small it is. One read of a socket
 * holds ten thousand chunks of one byte. Node reads up to 32 times before other connections get their turn. So after many
 * chunks, a connection is paused for the rest of the turn. A body that consists mostly of framing is refused: the rest of the
 * read is dropped, and no further read follows.
 */
import { IncomingMessage } from 'node:http';
import { deferCleanup } from '../cleanup-queue.ts';
import { CHUNK_FRAME_BYTES, CHUNKS_OF_TURN_MAX, GATHERED_BYTES_MAX, SMALL_CHUNK_FRAMES_BYTES_MAX } from '../limits.ts';

export class CountedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #isRefused = false;
  /** Nobody reads the body. */
  #isDropped = false;
  #chunksOfTurn = 0;
  /** Small chunks of this turn, combined for the reader. */
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  /** The reader asked for more in a turn that is used up. */
  #isAsked = false;

  /** Whether the chunks are too small to continue. The connection must be closed. */
  get isInSmallChunks(): boolean {
    return this.#isRefused;
  }

  /** Called by Node for each chunk. If it returns false, the socket is paused until `_read`. */
  override push(chunk: Buffer | null): boolean {
    if (chunk === null || this.headers['transfer-encoding'] === undefined) return this.#pass(chunk);
    if (this.#isRefused) return false;
    this.#chunks++;
    this.#bytes += chunk.length;
    if (this.#chunksOfTurn++ === 0) setImmediate(this.#beginTurn);
    if (this.#chunks * CHUNK_FRAME_BYTES > SMALL_CHUNK_FRAMES_BYTES_MAX + 2 * this.#bytes) this.#refuse();
    const isOver = this.#isRefused || this.#chunksOfTurn >= CHUNKS_OF_TURN_MAX;
    this.#gatheredBytes += chunk.length;
    if (this.#gatheredBytes < GATHERED_BYTES_MAX && !this.#isRefused) {
      this.#gathered.push(chunk);
      return !isOver && this.readableLength < this.readableHighWaterMark;
    }
    // The push wakes the reader, who sees that it was the last.
    return this.#pass(chunk) && !isOver;
  }

  #pass(chunk: Buffer | null): boolean {
    const pieces = chunk === null ? this.#gathered : [...this.#gathered, chunk];
    this.#gathered = [];
    this.#gatheredBytes = 0;
    const isWanted = pieces.length === 0 || super.push(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    return chunk === null ? super.push(null) : isWanted;
  }

  override _read(size: number): void {
    if (this.#isRefused) return;
    if (this.#chunksOfTurn < CHUNKS_OF_TURN_MAX) super._read(size);
    else this.#isAsked = true;
  }

  /** A client that disconnects within its body causes an error for the reader, which costs more than all other cleanup. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.complete) super._destroy(error, callback);
    else deferCleanup(() => super._destroy(error, callback));
  }

  /** Called by Node after an answer whose request body was not read. Node's own version drops chunks without counting them. */
  _dump(): void {
    this.#isDropped = true;
    if (this.#isRefused) this.socket.destroySoon();
    else this.resume();
  }

  #refuse(): void {
    this.#isRefused = true;
    if (this.#isDropped) this.socket.destroySoon();
  }

  readonly #beginTurn = (): void => {
    this.#chunksOfTurn = 0;
    if (this.destroyed) return;
    if (this.#gathered.length > 0) this.#pass(this.#gathered.pop()!);
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this._read(0);
  };
}
