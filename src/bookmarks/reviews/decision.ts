/**
 * Decision sets: sets of items that belong to a review. The text of a set describes the decision that its members have in
 * common.
 *
 * - `choice`: items for which a person made a choice in a panel; `choice` is null for "none of them".
 * - `done`: items that a person decided in all required panels.
 * - `overturned`: items whose decision by that person was changed in a second look.
 * - `first`: for a second look, the decisions at the time of drawing.
 */
export const LAYERS = ['choice', 'done', 'overturned', 'first'] as const;
export type Layer = (typeof LAYERS)[number];

export interface DecisionKey {
  readonly layer: Layer;
  /** Null for a layer without a panel. */
  readonly coding: string | null;
  /** Number of the set of the bookmark. */
  readonly choice: number | null;
  readonly who: string | null;
}

export interface RecordedDecision extends DecisionKey {
  /** Set number in the store. */
  readonly set: number;
  /** Name of the bookmark when it was first chosen, shown if it is deleted. */
  readonly bookmark: string | null;
}

export function decisionText({ layer, coding, choice, who }: DecisionKey, bookmark: string | null): string {
  return JSON.stringify({ layer, coding, choice, who, bookmark });
}

export function parseDecision(set: number, text: string): RecordedDecision {
  return { set, ...(JSON.parse(text) as Omit<RecordedDecision, 'set'>) };
}

export function isSame(one: DecisionKey, other: DecisionKey): boolean {
  return (
    one.layer === other.layer && one.coding === other.coding && one.choice === other.choice && one.who === other.who
  );
}
