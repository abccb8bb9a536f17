/**
 * Counts the memory that a query holds, where it is allocated: a query of a few bytes can need gigabytes. The driver of a
 * query sets its account before each step, so the code that allocates needs no reference to the query.
 */
import { AppError } from './errors.ts';

const MEBIBYTE = 2 ** 20;

/** The bytes that queries hold side by side, and how many they may. */
export class MemoryPool {
  readonly max: number;
  held = 0;

  constructor(max: number) {
    this.max = max;
  }
}

/** `query`: the bytes that one query may hold. All queries with one pool share it. */
export interface MemoryLimits {
  readonly query: number;
  readonly pool: MemoryPool;
  /** What one query may read; absent: as usual. */
  readonly work?: WorkLimits;
}

/** Bounds of the work of one query on one source: see query/ranking/query-work.ts. */
export interface WorkLimits {
  /** Steps that every query may take, however small the source is: some fifteen seconds of a processor. */
  readonly steps: number;
  /** Times that a query may read all words of the source. */
  readonly readings: number;
}

/** Counts steps as they are taken. Throws AppError QUERY_INVALID once they are more than a query may take. */
export interface StepMeter {
  take(steps: number): void;
}

export const QUERY_STEPS = 800_000_000;
export const QUERY_READINGS = 4;
const WORK_LIMITS: WorkLimits = { steps: QUERY_STEPS, readings: QUERY_READINGS };

/** A new pool, for four queries of the largest size at a time. */
export function memoryLimits(queryMebibytes: number): MemoryLimits {
  const query = queryMebibytes * MEBIBYTE;
  return { query, pool: new MemoryPool(4 * query) };
}

export const QUERY_MEMORY_MEBIBYTES = 256;

let current: QueryMemory | null = null;

export class QueryMemory {
  readonly #limits: MemoryLimits;
  #held = 0;

  constructor(limits: MemoryLimits) {
    this.#limits = limits;
  }

  get held(): number {
    return this.#held;
  }

  get work(): WorkLimits {
    return this.#limits.work ?? WORK_LIMITS;
  }

  get free(): number {
    return this.#limits.query - this.#held;
  }

  /** Throws AppError QUERY_INVALID if the query needs more than one may, OVERLOADED if others hold too much. */
  claim(bytes: number, what: string): void {
    const { query, pool } = this.#limits;
    if (this.#held + bytes > query) {
      throw new AppError(
        'QUERY_INVALID',
        `the query needs more than ${Math.round(query / MEBIBYTE)} MiB of memory (${what}); ask for less at once, or raise --query-memory`,
      );
    }
    if (pool.held + bytes > pool.max) {
      throw new AppError('OVERLOADED', 'The searches under way take all the memory that they may. Try again soon.');
    }
    this.#held += bytes;
    pool.held += bytes;
  }

  /** Gives back all but the first `held` bytes. */
  releaseTo(held: number): void {
    this.#limits.pool.held -= this.#held - held;
    this.#held = held;
  }
}

/** Sets the current account, or none; returns the previous one. */
export function enterMemory(memory: QueryMemory | null): QueryMemory | null {
  const before = current;
  current = memory;
  return before;
}

/** Claims for the query at work, where there is one. `what` is for people. */
export function claimMemory(bytes: number, what: string): void {
  current?.claim(bytes, what);
}

/** The bounds of the work of the query at work. */
export function workLimits(): WorkLimits {
  return current?.work ?? WORK_LIMITS;
}

/** What the query at work holds: for `releaseMemoryTo`. */
export function heldMemory(): number {
  return current?.held ?? 0;
}

/** What the query at work may still claim; without bounds where there is none. */
export function freeMemory(): number {
  return current?.free ?? Number.POSITIVE_INFINITY;
}

export function releaseMemoryTo(held: number): void {
  current?.releaseTo(held);
}
