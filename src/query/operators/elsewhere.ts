/** A placeholder for documents that are found elsewhere. The leaf planner returns it, and it never runs. */
import type { BlockSet } from './block-set.ts';
import { LoadingOperator, NO_BLOCK, type Operator } from './operator.ts';

export class ElsewhereOperator<T> extends LoadingOperator {
  readonly name = 'elsewhere';
  readonly detail = '';
  readonly children: readonly Operator[] = [];
  readonly cost = 0;
  /** Describes how to find them. */
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
