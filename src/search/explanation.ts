/** Explains how a query ran in one source: why an item was found, or why the query was slow. */
export interface Explanation {
  /** The plan as a tree: operator name, operand, estimated and actual counts, microseconds. */
  readonly plan: PlanNode;
  /** The expansions of wildcard, fuzzy, regular-expression and range leaves. */
  readonly expansions: readonly Expansion[];
  readonly hints: readonly string[];
  readonly count: number;
  readonly microseconds: number;
}

export interface PlanNode {
  readonly operator: string;
  readonly detail: string;
  readonly estimate: number;
  readonly count: number;
  readonly microseconds: number;
  readonly children: readonly PlanNode[];
}

export interface Expansion {
  readonly field: string;
  readonly source: string;
  /** Number of terms. */
  readonly termCount: number;
  /** The first terms, in term order. */
  readonly terms: readonly string[];
}
