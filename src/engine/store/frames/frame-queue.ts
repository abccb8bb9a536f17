/**
 * Frames on their way to their streams. If there are threads, they compress the frames, a batch at a time. Each frame
 * gets the same offset as without threads, however long that takes.
 */
import { compressBatch, type FrameBatch } from './frame-batch.ts';
import { AT_ONCE, type FrameCompressor, type OnFrame } from './frame-writer.ts';

/** Threads that compress. */
export interface FrameThreadPool {
  /** Bytes of a batch; a single frame may have more. */
  readonly frameBatchBytes: number;
  /** Transfers a batch. `done` receives the compressed batch. Returns false if no thread takes it. */
  compress(batch: FrameBatch, done: (compressed: FrameBatch) => void): boolean;
  /** Waits until `done` calls make a condition true. Throws the fault of a thread. */
  until(holds: () => boolean): Promise<void>;
}

export const FRAME_BATCH_BYTES = 1 << 19;

/** Maximum number of batches in threads. Beyond it, the calling thread also compresses. */
const SENT_BATCHES_MAX = 12;

/** Maximum number of batches that wait for an earlier one. Beyond it, the calling thread waits. */
const WAITING_BATCHES_MAX = 24;

export class FrameQueue implements FrameCompressor {
  #pool: FrameThreadPool | null = null;
  #batchBytes = 0;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #filled = 0;
  /** Lengths of the frames in `bytes`. */
  #lengths: number[] = [];
  #takers: OnFrame[] = [];
  /** Batches, in their order. */
  readonly #waiting: Waiting[] = [];
  #sent = 0;
  /** Memory of returned batches. */
  readonly #free: Uint8Array<ArrayBuffer>[] = [];

  /** Sends frames to threads from now on. Without a pool, each frame is compressed immediately. */
  useThreadPool(pool: FrameThreadPool | null): void {
    this.#pool = pool;
    this.#batchBytes = pool?.frameBatchBytes ?? 0;
  }

  compress(bytes: Uint8Array, take: OnFrame): void {
    if (this.#pool === null) {
      AT_ONCE.compress(bytes, take);
      return;
    }
    if (this.#filled > 0 && this.#filled + bytes.length > this.#batchBytes) this.#endBatch(this.#pool);
    if (this.#filled + bytes.length > this.#bytes.length) this.#bytes = this.#memory(bytes.length);
    this.#bytes.set(bytes, this.#filled);
    this.#filled += bytes.length;
    this.#lengths.push(bytes.length);
    this.#takers.push(take);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#filled === 0;
  }

  /** Whether `settle` should be awaited before more is added. */
  get isBusy(): boolean {
    return this.#waiting.length >= WAITING_BATCHES_MAX;
  }

  async settle(): Promise<void> {
    await this.#pool?.until(() => !this.isBusy);
  }

  /** Waits until all frames are taken. Later frames are compressed immediately. */
  async finish(): Promise<void> {
    const pool = this.#pool;
    if (pool === null) return;
    if (this.#filled > 0) this.#endBatch(pool);
    await pool.until(() => this.#waiting.length === 0);
    this.#pool = null;
    this.#free.length = 0;
    this.#bytes = new Uint8Array(0);
  }

  /** Returns memory for a batch, or for a longer single frame. */
  #memory(least: number): Uint8Array<ArrayBuffer> {
    const free = this.#free.pop();
    return free !== undefined && free.length >= least ? free : new Uint8Array(Math.max(least, this.#batchBytes));
  }

  #endBatch(pool: FrameThreadPool): void {
    const batch = { bytes: this.#bytes, lengths: Uint32Array.from(this.#lengths) };
    const waiting: Waiting = { takers: this.#takers, compressed: null };
    this.#waiting.push(waiting);
    this.#bytes = new Uint8Array(0);
    this.#filled = 0;
    this.#lengths = [];
    this.#takers = [];
    const done = (compressed: FrameBatch): void => {
      waiting.compressed = compressed;
      this.#takeNext();
    };
    const isSent =
      this.#sent < SENT_BATCHES_MAX &&
      pool.compress(batch, (compressed) => {
        this.#sent--;
        done(compressed);
      });
    if (isSent) this.#sent++;
    else done(compressBatch(batch));
  }

  /** Passes on the batches that no longer wait for an earlier one. */
  #takeNext(): void {
    for (let first = this.#waiting[0]; first?.compressed; first = this.#waiting[0]) {
      const { bytes, lengths } = first.compressed;
      let at = 0;
      for (const [n, take] of first.takers.entries()) {
        const end = at + lengths[n]!;
        take(bytes, at, end);
        at = end;
      }
      this.#waiting.shift();
      this.#free.push(bytes);
    }
  }
}

interface Waiting {
  readonly takers: readonly OnFrame[];
  compressed: FrameBatch | null;
}
