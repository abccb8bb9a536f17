/** Builds the filter for mails between people from the server's queries for each person. */

export interface QueriedPerson {
  readonly address: string;
  readonly q: { readonly from: string; readonly to: string };
}

/** The server refuses longer filters. Above this length, the words of addresses are used instead of all spellings. */
const CLAUSE_UNITS_MAX = 4000;

/** Returns null if nobody is chosen. */
export function betweenClause(
  from: QueriedPerson | null,
  to: QueriedPerson | null,
  isBothWays: boolean,
): string | null {
  const exact = clauseOf(from, to, isBothWays);
  if (exact === null || exact.length <= CLAUSE_UNITS_MAX) return exact;
  return clauseOf(from && shorter(from), to && shorter(to), isBothWays);
}

function clauseOf(from: QueriedPerson | null, to: QueriedPerson | null, isBothWays: boolean): string | null {
  if (from === null) return to === null ? null : to.q.to;
  if (to === null) return from.q.from;
  const way = (a: QueriedPerson, b: QueriedPerson): string => `((${a.q.from}) AND (${b.q.to}))`;
  return isBothWays ? `${way(from, to)} OR ${way(to, from)}` : way(from, to);
}

function shorter({ address }: QueriedPerson): QueriedPerson {
  const text = JSON.stringify(address);
  return { address, q: { from: `from:${text}`, to: `to:${text} OR cc:${text} OR bcc:${text}` } };
}
