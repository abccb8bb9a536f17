/**
 * Limits the searches that run and wait. Searches that may take long have a separate lane with few places, so that a
 * storm of them fills only their own queue and light ones go on.
 */
import type { IpedLeaf, Query } from '../../grammar/ast.ts';
import type { UnparsedQuery } from '../search/search-request.ts';
import { AppError } from '../shared/errors.ts';
import {
  HEAVY_SEARCH_COUNT_MAX,
  HEAVY_WAITING_COUNT_MAX,
  LIGHT_SEARCH_COUNT_MAX,
  LIGHT_WAITING_COUNT_MAX,
} from './limits.ts';

export type Release = () => void;

export class Lane {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #what: string;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  /** `what`: the name of what goes through it, in the plural. */
  constructor(runningMax: number, waitingMax: number, what = 'searches') {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
    this.#what = what;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Throws AppError OVERLOADED where one more would. */
  refuseIfFull(): void {
    if (this.#running < this.#runningMax || this.#waiting.size < this.#waitingMax) return;
    throw new AppError(
      'OVERLOADED',
      `${this.#running} ${this.#what} are at work and ${this.#waiting.size} wait: no more are taken now. Try again soon.`,
    );
  }

  /**
   * Resolves with a function that gives the place back; first come, first served. Throws AppError OVERLOADED at once if the
   * queue is full, and the reason of `signal` if that fires before there is a place.
   */
  async enter(signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    if (this.#running >= this.#runningMax) await this.#wait(signal);
    else this.#running++;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#passOn();
    };
  }

  /** The place passes directly to the next in line, so `running` does not change while someone waits. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running--;
    else next();
  }

  #wait(signal: AbortSignal): Promise<void> {
    this.refuseIfFull();
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        this.#waiting.delete(proceed);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(proceed);
        reject(signal.reason);
      };
      this.#waiting.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}

export class SearchLanes {
  readonly light = new Lane(LIGHT_SEARCH_COUNT_MAX, LIGHT_WAITING_COUNT_MAX, 'searches');
  readonly heavy: Lane;

  /** `processes` that search: each can have a heavy search of its own. */
  constructor(processes = 0) {
    this.heavy = new Lane(Math.max(HEAVY_SEARCH_COUNT_MAX, processes), HEAVY_WAITING_COUNT_MAX, 'heavy searches');
  }

  /** A long text is heavy before anybody has read it. */
  laneOf(query: Query | UnparsedQuery): Lane {
    return query.kind === 'unparsed' || isHeavy(query) ? this.heavy : this.light;
  }
}

const LIGHT_LEAF_COUNT_MAX = 1000;

function isHeavyInIped(meant: IpedLeaf): boolean {
  return meant.kind === 'fuzzy' || (meant.kind === 'wildcard' && meant.pattern[0]?.kind !== 'text');
}

/** Whether a query may read a large part of a term dictionary, or has very many leaves. */
export function isHeavy(query: Query): boolean {
  let leafCount = 0;
  const pending: Query[] = [query];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    switch (next.kind) {
      case 'boolean':
        for (const clause of next.clauses) pending.push(clause.query);
        break;
      case 'boost':
        pending.push(next.query);
        break;
      case 'regexp':
      case 'fuzzy':
        return true;
      case 'wildcard':
      case 'phrase':
        if (next.pattern[0]?.kind !== 'text' && next.pattern.length > 0) return true;
        leafCount++;
        break;
      case 'iped':
        if (isHeavyInIped(next.meant)) return true;
        leafCount++;
        break;
      case 'term':
      case 'range':
      case 'exists':
      case 'whole':
      case 'set':
      case 'all':
        leafCount++;
        break;
    }
    if (leafCount > LIGHT_LEAF_COUNT_MAX) return true;
  }
  return false;
}
