/** Leaf operator without documents, such as a term that does not occur. */
import type { BlockSet } from './block-set.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import { NO_BLOCK, type Operator } from './operator.ts';

/** An operator with no documents. */
export class Nothing implements Operator {
  readonly name = 'nothing';
  readonly detail: string;
  readonly children: readonly Operator[] = [];
  readonly relevance = null;
  readonly cost = 0;
  readonly exactCount = 0;
  readonly isNothing = true;

  /** `detail` gives the reason, such as a term that the field does not have or a field that the source does not have. */
  constructor(detail: string) {
    this.detail = detail;
  }

  listShape(): ListShape {
    return UNKNOWN_SHAPE;
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
