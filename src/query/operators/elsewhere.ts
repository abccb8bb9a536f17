/** A placeholder leaf operator for documents that are found elsewhere. It is in the results of the leaf planner, and never runs. */
import type { BlockSet } from './block-set.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';

export class ElsewhereOperator<T> extends LoadingOperator {
  readonly name = 'elsewhere';
  readonly detail = '';
  readonly children: readonly Operator[] = [];
  readonly cost = 0;
  /** The description of how to find them. */
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
