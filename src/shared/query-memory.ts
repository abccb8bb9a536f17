/**
 * Counts the memory that a query allocates: a query of a few bytes can need gigabytes. The driver sets the account of the query
 * before each step, so that allocating code needs no reference to the query.
 */
import { AppError } from './errors.ts';

const MEBIBYTE = 2 ** 20;

/** The bytes that concurrent queries hold, and their limit. */
export class MemoryPool {
  readonly max: number;
  held = 0;

  constructor(max: number) {
    this.max = max;
  }
}

/** `query` is the maximum number of bytes that one query may hold. All queries share the pool. */
export interface MemoryLimits {
  readonly query: number;
  readonly pool: MemoryPool;
  /** Bounds of work. If absent, the defaults apply. */
  readonly work?: WorkLimits;
}

/** Bounds of the work of one query on one source: see query/ranking/query-work.ts. */
export interface WorkLimits {
  /** Steps that every query may take, however small the source is: about fifteen seconds of CPU time. */
  readonly steps: number;
  /** How many times a query may read all words of the source. */
  readonly readings: number;
}

/** Counts steps as they are taken. Throws AppError QUERY_INVALID if the query exceeds its bound. */
export interface StepMeter {
  take(steps: number): void;
}

export const QUERY_STEPS = 800_000_000;
export const QUERY_READINGS = 4;
const WORK_LIMITS: WorkLimits = { steps: QUERY_STEPS, readings: QUERY_READINGS };

/** Returns a new pool, with room for four queries of the largest size. */
export function memoryLimits(queryMebibytes: number): MemoryLimits {
  const query = queryMebibytes * MEBIBYTE;
  return { query, pool: new MemoryPool(4 * query) };
}

export const QUERY_MEMORY_MEBIBYTES = 256;

let current: QueryMemory | null = null;

/**
 * The account of a query, or of its work on one source. What work on a source claims also counts in the account of the query.
 */
export class QueryMemory {
  readonly #limits: MemoryLimits;
  readonly #whole: QueryMemory | null;
  #held = 0;
  #hasEnded = false;

  constructor(limits: MemoryLimits, whole: QueryMemory | null = null) {
    this.#limits = limits;
    this.#whole = whole;
  }

  /**
   * Returns an account for one of several works that take turns. Each of them releases only its own memory, even if another one
   * claims memory meanwhile.
   */
  part(): QueryMemory {
    return new QueryMemory(this.#limits, this);
  }

  /** Whether work with this account must not continue. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#whole?.hasEnded === true;
  }

  get held(): number {
    return this.#held;
  }

  get work(): WorkLimits {
    return this.#limits.work ?? WORK_LIMITS;
  }

  get free(): number {
    return this.#whole?.free ?? this.#limits.query - this.#held;
  }

  /** Throws AppError QUERY_INVALID if the query exceeds its own limit, OVERLOADED if the pool is exhausted. */
  claim(bytes: number, what: string): void {
    if (this.#whole === null) this.#claimOfPool(bytes, what);
    else this.#whole.claim(bytes, what);
    this.#held += bytes;
  }

  #claimOfPool(bytes: number, what: string): void {
    const { query, pool } = this.#limits;
    if (this.#held + bytes > query) {
      throw new AppError(
        'QUERY_INVALID',
        `the query needs more than ${Math.round(query / MEBIBYTE)} MiB of memory (${what}); use a narrower query or smaller pages, or increase --query-memory`,
      );
    }
    if (pool.held + bytes > pool.max) {
      throw new AppError('OVERLOADED', 'The running searches use all the memory allowed for them. Try again soon.');
    }
    pool.held += bytes;
  }

  /** Releases everything, and stops work that still uses this account, because nobody would release what it claims later. */
  end(): void {
    this.releaseTo(0);
    this.#hasEnded = true;
  }

  /** Releases all but the first `held` bytes. */
  releaseTo(held: number): void {
    const bytes = this.#held - held;
    if (this.#whole === null) this.#limits.pool.held -= bytes;
    else if (!this.#whole.#hasEnded) this.#whole.releaseTo(this.#whole.held - bytes);
    this.#held = held;
  }
}

/** Sets the current account, or none; returns the previous one. */
export function enterMemory(memory: QueryMemory | null): QueryMemory | null {
  const before = current;
  current = memory;
  return before;
}

/** Claims bytes for the current query, if there is one. `what` names them in messages. */
export function claimMemory(bytes: number, what: string): void {
  current?.claim(bytes, what);
}

/** Returns the bounds of work of the current query. */
export function workLimits(): WorkLimits {
  return current?.work ?? WORK_LIMITS;
}

/** Returns the bytes that the current query holds, for `releaseMemoryTo`. */
export function heldMemory(): number {
  return current?.held ?? 0;
}

/** Returns the bytes that the current query may still claim. Unlimited without a query. */
export function freeMemory(): number {
  return current?.free ?? Number.POSITIVE_INFINITY;
}

export function releaseMemoryTo(held: number): void {
  current?.releaseTo(held);
}
