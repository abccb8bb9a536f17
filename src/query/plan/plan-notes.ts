/** Records leaves that find nothing during planning, for hints. */
import type { LeafQuery } from '../../../grammar/ast.ts';
import type { Operator } from '../operators/operator.ts';

/** Maximum number of leaves of each kind that are recorded. A keyword list has tens of thousands. */
const LEAVES_NOTED_MAX = 64;

export class PlanNotes {
  /** Leaves without a token, which the plan omits. */
  readonly dropped = new Set<LeafQuery>();
  /** Leaves that find no item of the index, because none of their fields has the word. */
  readonly empty = new Set<LeafQuery>();

  note(leaf: LeafQuery, operator: Operator | null): void {
    if (operator !== null && !operator.isNothing) return;
    const leaves = operator === null ? this.dropped : this.empty;
    if (leaves.size < LEAVES_NOTED_MAX) leaves.add(leaf);
  }
}
