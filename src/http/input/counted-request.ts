/**
 * The requests of this server: they count the chunks of their bodies. Each chunk is a call of its own, however small it is, one
 * read of a socket holds ten thousand of one byte, and Node reads up to 32 times before other connections have their turn. So
 * a connection is read no further in a turn of the event loop once many chunks have come, and a body that is mostly frames
 * is refused: what is left of that read is dropped, and there is no other.
 */
import { IncomingMessage } from 'node:http';
import { atEnd } from '../endings.ts';
import { CHUNK_FRAME_BYTES, CHUNKS_OF_TURN_MAX, GATHERED_BYTES_MAX, SMALL_CHUNK_FRAMES_BYTES_MAX } from '../limits.ts';

export class CountedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #isRefused = false;
  /** Nobody reads the body. */
  #isDropped = false;
  #chunksOfTurn = 0;
  /** Small ones of this turn: together they cost the reader one step, alone each would. */
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  /** More was asked for in a turn that had its chunks. */
  #isAsked = false;

  /** Whether the chunks are so small that no more of them is read: the connection must be closed. */
  get isInSmallChunks(): boolean {
    return this.#isRefused;
  }

  /** Node calls it for each chunk; where it returns false, the socket is read no further until `_read` asks for it. */
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
    // Whoever reads wakes up by it, and sees that it was the last.
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

  /** A client has left within its body: who reads it ends with an error, which costs more than all else that is done for it. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.complete) super._destroy(error, callback);
    else atEnd(() => super._destroy(error, callback));
  }

  /** Node calls it once an answer is sent whose body nobody has read. Its own one drops the chunks without counting them. */
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
