/** Leaf operator without documents, such as a term that does not occur. */
import type { BlockSet } from './block-set.ts';
import { NO_BLOCK, type Operator } from './operator.ts';

/** No document. */
export class Nothing implements Operator {
  readonly name = 'nothing';
  readonly detail: string;
  readonly children: readonly Operator[] = [];
  readonly cost = 0;
  readonly exactCount = 0;

  /** `detail` says why: a term that the field does not have, a field that the source does not have. */
  constructor(detail: string) {
    this.detail = detail;
  }

  nextBlock(): number {
    return NO_BLOCK;
  }

  load(_block: number, out: BlockSet): void {
    out.clear();
  }

  retain(_block: number, set: BlockSet): void {
    set.clear();
  }

  remove(): void {}

  unite(): void {}
}
