/**
 * The only place where damage of an index is noticed: every call to an engine or item store passes through here, and so
 * does everything that is read from its answers later. The callback decides what happens to the source.
 */
import { AppError } from '../shared/errors.ts';
import { lossNaming } from './lost-engine.ts';
import type { Target } from './target.ts';

/** Called as soon as damage is found, and again whenever it is found again. Returns the error that the request fails with. */
export type OnDamage<T> = (target: T, fault: Error) => Error;

/** Whether a source is out because of it: its index is damaged, or the cluster that has it is away. */
export function isDamage(fault: unknown): fault is AppError {
  return fault instanceof AppError && (fault.code === 'INDEX_CORRUPT' || fault.code === 'CLUSTER_AWAY');
}

export class DamageWatch<T extends Pick<Target, 'id' | 'name'>> {
  readonly tell: OnDamage<T>;

  constructor(tell: OnDamage<T>) {
    this.tell = tell;
  }

  /** The error of a read from a target. Those of damage and of lost engines name the target. */
  faultOf(target: T, fault: unknown): unknown {
    return isDamage(fault) ? this.tell(target, fault) : lossNaming(fault, [target]);
  }

  async during<R>(target: T, work: Promise<R>): Promise<R> {
    try {
      return await work;
    } catch (fault) {
      throw this.faultOf(target, fault);
    }
  }

  /** Watches what is read while an answer is being sent. */
  async *reading<R>(target: T, parts: AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
    try {
      yield* parts;
    } catch (fault) {
      throw this.faultOf(target, fault);
    }
  }
}
