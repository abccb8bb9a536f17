/**
 * The one place where damage of an index is noticed: every question to an engine or item store goes by here, and so does
 * everything that is read of its answers later. Who watches decides what becomes of the source.
 */
import { AppError } from '../shared/errors.ts';

/** Told of damage as soon as it is met, and more than once where it is met again. */
export type OnDamage<T> = (target: T, fault: Error) => void;

export function isDamage(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.code === 'INDEX_CORRUPT';
}

export class DamageWatch<T> {
  readonly tell: OnDamage<T>;

  constructor(tell: OnDamage<T>) {
    this.tell = tell;
  }

  async during<R>(target: T, work: Promise<R>): Promise<R> {
    try {
      return await work;
    } catch (fault) {
      if (isDamage(fault)) this.tell(target, fault);
      throw fault;
    }
  }

  /** What is read while it is sent. */
  async *reading<R>(target: T, parts: AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
    try {
      yield* parts;
    } catch (fault) {
      if (isDamage(fault)) this.tell(target, fault);
      throw fault;
    }
  }
}
