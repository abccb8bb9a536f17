/**
 * Distributes ranges of terms to threads, and yields the encoded lists in the order of the ranges. range-encoder.ts
 * runs in the threads.
 */
import type { RangeAnswer } from './range-encoder.ts';
import type { ThreadPool } from './thread-pool.ts';

/** Orders to a thread: encode a range, or note that a piece was used. */
export type RangeOrder<Range> =
  | { readonly kind: 'range'; readonly number: number; readonly range: Range }
  | { readonly kind: 'used' };

/** Ranges given to a thread at a time, so that it need not wait while the writing thread is busy. */
const RANGES_AHEAD = 4;

export class RangeWorkers<Range> {
  readonly #pool: Pick<ThreadPool<RangeOrder<Range>, never>, 'size' | 'send' | 'until'>;
  /** Indexed by thread: number of ranges not finished yet. */
  readonly #loads: number[];
  readonly #begun = new Map<number, { thread: number; pieces: Uint8Array[]; isEnded: boolean }>();
  #ranges: readonly Range[] = [];
  #next = 0;
  #onLast: () => void = () => undefined;

  constructor(pool: Pick<ThreadPool<RangeOrder<Range>, never>, 'size' | 'send' | 'until'>) {
    this.#pool = pool;
    this.#loads = new Array<number>(pool.size).fill(0);
  }

  hear(thread: number, answer: RangeAnswer): void {
    const range = this.#begun.get(answer.number)!;
    if (answer.kind === 'piece') range.pieces.push(answer.piece);
    else {
      range.isEnded = true;
      this.#loads[thread]!--;
      this.#begin();
    }
  }

  #begin(): void {
    for (let thread = this.#idle(); thread >= 0 && this.#next < this.#ranges.length; thread = this.#idle()) {
      const number = this.#next++;
      this.#begun.set(number, { thread, pieces: [], isEnded: false });
      this.#loads[thread]!++;
      this.#pool.send(thread, { kind: 'range', number, range: this.#ranges[number]! });
      if (this.#next === this.#ranges.length) this.#onLast();
    }
  }

  /** `onLast` is called when all ranges, at least one, have been sent. Messages that it sends arrive after these. */
  async *encoded(ranges: readonly Range[], onLast: () => void = () => undefined): AsyncGenerator<Uint8Array> {
    this.#ranges = ranges;
    this.#onLast = onLast;
    this.#begin();
    for (let number = 0; number < ranges.length; number++) {
      for (;;) {
        const range = this.#begun.get(number)!;
        const piece = range.pieces.shift();
        if (piece !== undefined) {
          this.#pool.send(range.thread, { kind: 'used' });
          yield piece;
        } else if (range.isEnded) break;
        else await this.#pool.until(() => range.pieces.length > 0 || range.isEnded);
      }
      this.#begun.delete(number);
    }
  }

  /** Returns the least busy thread, or -1 if all have enough work. */
  #idle(): number {
    const least = this.#loads.indexOf(Math.min(...this.#loads));
    return this.#loads[least]! < RANGES_AHEAD ? least : -1;
  }
}
