/**
 * Who decided what: sets of items that belong to a review, each with what its members have in common as its text.
 *
 * - `choice`: items for which a person made a choice of a panel; `choice` is null for "none of them".
 * - `done`: items that a person decided, in all panels that the review wants.
 * - `overturned`: items whose decision by that person a second look changed.
 * - `first`: of a second look, what was decided when it was drawn.
 */
export const LAYERS = ['choice', 'done', 'overturned', 'first'] as const;
export type Layer = (typeof LAYERS)[number];

export interface DecisionKey {
  readonly layer: Layer;
  /** Null for what is of no single panel. */
  readonly coding: string | null;
  /** Number of the set of the bookmark. */
  readonly choice: number | null;
  readonly who: string | null;
}

export interface Decision extends DecisionKey {
  /** Of the store. */
  readonly set: number;
  /** Name of the bookmark when it was first chosen: shown if it is deleted. */
  readonly bookmark: string | null;
}

export function decisionText({ layer, coding, choice, who }: DecisionKey, bookmark: string | null): string {
  return JSON.stringify({ layer, coding, choice, who, bookmark });
}

export function parseDecision(set: number, text: string): Decision {
  return { set, ...(JSON.parse(text) as Omit<Decision, 'set'>) };
}

export function isSame(one: DecisionKey, other: DecisionKey): boolean {
  return (
    one.layer === other.layer && one.coding === other.coding && one.choice === other.choice && one.who === other.who
  );
}
