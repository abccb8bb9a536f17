/** Agreement of two reviews of the same items: a table of choices, and Cohen's kappa. */

/** The choices of one reviewer for an item in a panel, as sorted names. Empty if no choice applies. */
export type Choices = readonly string[];

export interface AgreementCell {
  readonly first: Choices;
  readonly second: Choices;
  readonly items: number;
}

export interface Agreement {
  readonly items: number;
  readonly agreed: number;
  /** Null if undefined, because there are no items or both reviewers put all of them into one category. */
  readonly kappa: number | null;
  readonly cells: readonly AgreementCell[];
}

/**
 * Counts pairs of decisions. A pair without a number of items counts once. Cells are sorted by the first review, then the
 * second.
 */
export function agreementOf(pairs: Iterable<readonly [first: Choices, second: Choices, count?: number]>): Agreement {
  const cells = new Map<string, { first: Choices; second: Choices; items: number }>();
  const [firsts, seconds] = [new Map<string, number>(), new Map<string, number>()];
  let items = 0;
  let agreed = 0;
  for (const [first, second, count = 1] of pairs) {
    const [one, other] = [JSON.stringify(first), JSON.stringify(second)];
    const key = `${one} ${other}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { first, second, items: count });
    else cell.items += count;
    firsts.set(one, (firsts.get(one) ?? 0) + count);
    seconds.set(other, (seconds.get(other) ?? 0) + count);
    items += count;
    if (one === other) agreed += count;
  }
  const sorted = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  return { items, agreed, kappa: kappaOf(items, agreed, firsts, seconds), cells: sorted };
}

function kappaOf(
  items: number,
  agreed: number,
  firsts: ReadonlyMap<string, number>,
  seconds: ReadonlyMap<string, number>,
): number | null {
  let byChance = 0;
  for (const [category, count] of firsts) byChance += count * (seconds.get(category) ?? 0);
  // Computed in integers until the final division, so that an undefined kappa is detected exactly.
  const most = items * items - byChance;
  return most === 0 ? null : (agreed * items - byChance) / most;
}
