/** Planning that completes immediately, or takes steps between which the caller can stop. */
import type { Operator } from '../operators/operator.ts';

/**
 * The result of planning a leaf: an operator, or null for a leaf without a token, which is dropped. A word is planned
 * immediately, a pattern in steps.
 */
export type Planned = Operator | null | Planning;
export type Planning = Generator<void, Operator | null>;

export function isPlanning<T extends Operator | null>(planned: T | Generator<void, T>): planned is Generator<void, T> {
  return planned !== null && typeof (planned as Planning).next === 'function';
}

/** Completes planning, whether it takes steps or not. */
export function* planned<T extends Operator | null>(begun: T | Generator<void, T>): Generator<void, T> {
  return isPlanning(begun) ? yield* begun : begun;
}
