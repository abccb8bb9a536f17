/** Leaf operator of documents that are found elsewhere: it stands for them in what the planner of leaves returns, and is never run. */
import type { BlockSet } from './block-set.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';

export class Elsewhere<T> extends LoadingOperator {
  readonly name = 'elsewhere';
  readonly detail = '';
  readonly children: readonly Operator[] = [];
  readonly cost = 0;
  /** What finds them. */
  readonly meant: T;

  constructor(meant: T) {
    super();
    this.meant = meant;
  }

  nextBlock(): number {
    return NO_BLOCK;
  }

  load(_block: number, out: BlockSet): void {
    out.clear();
  }
}
