/**
 * The only place that notices damage of an index. Every call to an engine or item store passes through here, and so do later
 * reads of its answers. The callback decides what happens to the source.
 */
import { abandonParts, endingUnread, type Parts } from '../shared/ends/abandoned-parts.ts';
import { AppError } from '../shared/errors.ts';
import { lossNaming } from './lost-engine.ts';
import type { Target } from './target.ts';

/** Called each time damage is found. Returns the error of the request. */
export type OnDamage<T> = (target: T, fault: Error) => Error;

/** Whether the error takes its source out of service: its index is damaged, or its cluster is unreachable. */
export function isDamage(fault: unknown): fault is AppError {
  return fault instanceof AppError && (fault.code === 'INDEX_CORRUPT' || fault.code === 'CLUSTER_AWAY');
}

export class DamageWatch<T extends Pick<Target, 'id' | 'name'>> {
  readonly report: OnDamage<T>;

  constructor(report: OnDamage<T>) {
    this.report = report;
  }

  /** Returns the error for a read from a target. Errors about damage and lost engines name the target. */
  faultOf(target: T, fault: unknown): unknown {
    return isDamage(fault) ? this.report(target, fault) : lossNaming(fault, [target]);
  }

  async during<R>(target: T, work: Promise<R>): Promise<R> {
    try {
      return await work;
    } catch (fault) {
      throw this.faultOf(target, fault);
    }
  }

  /** Watches reads while an answer is being sent. */
  reading<R>(target: T, parts: AsyncIterable<R>): Parts<R> {
    return endingUnread(this.#read(target, parts), () => abandonParts(parts));
  }

  async *#read<R>(target: T, parts: AsyncIterable<R>): Parts<R> {
    try {
      yield* parts;
    } catch (fault) {
      throw this.faultOf(target, fault);
    }
  }
}
