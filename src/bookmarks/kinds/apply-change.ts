/** Applies one complete change inside a transaction, and logs its actual effect. */
import type { BookmarkState } from '../bookmark-state.ts';
import type { ChangeLog } from '../change-log.ts';
import type { ChangeQueue } from '../change-queue.ts';
import type { Change, ChangeAction, Effect, Origin } from '../change-record.ts';
import { countPacked } from '../member-set.ts';
import type { Transactions } from '../transactions.ts';

/** The objects that a change works on. */
export interface ChangeParts {
  readonly state: BookmarkState;
  readonly log: ChangeLog;
  readonly transactions: Transactions;
  readonly queue: ChangeQueue;
}

export interface Applied {
  readonly seq: number;
  readonly changed: number;
}

/** `undoes` is the undone record, if any. */
export function applyChange(
  { state, log, transactions: { steps } }: Pick<ChangeParts, 'state' | 'log' | 'transactions'>,
  action: ChangeAction,
  effect: Effect,
  origin: Origin,
  undoes?: number,
): Applied {
  const items = state.apply(effect, steps);
  const change: Change = { action, effect: { ...effect, items }, ...(undoes !== undefined && { undoes }) };
  return { seq: log.append(change, origin, steps), changed: countPacked(items) };
}
