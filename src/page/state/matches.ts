/** The matches of the query in the open item, from the server, and the current one. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Match, Matches, Ref } from '../api/answers.ts';
import { client, isAborted, itemOf } from '../api/client.ts';
import { askedSet, askedZone, go, shownItem } from './address.ts';
import { item } from './item.ts';
import { openings } from './sources.ts';

const NONE: Matches = { total: 0, clauses: [], matches: [], next: null };
const MATCHES_AT_ONCE = 1000;
/** Maximum number of matches to step through. The counts include all. */
const MATCHES_KEPT_MAX = 100_000;

export const matches = signal<Matches>(NONE);
/** True until the first matches arrive. */
export const isMatching = signal(false);
/** Index in the list of reachable matches; -1 before the first. */
export const current = signal(-1);
/** Clause whose matches are shown; null for all. */
export const shownClause = signal<number | null>(null);

export const steps = computed<readonly Match[]>(() => {
  const clause = shownClause.value;
  return clause === null ? matches.value.matches : matches.value.matches.filter((match) => match.clause === clause);
});

/** Number of matches, including those not loaded yet. */
export const stepCount = computed(() => {
  const clause = shownClause.value;
  return clause === null ? matches.value.total : (matches.value.clauses[clause]?.count ?? 0);
});

const q = computed(() => askedSet.value.q ?? '');
const literal = computed(() => askedSet.value.literal);
let request: AbortController | null = null;

effect(() => {
  const ref = shownItem.value;
  const query = q.value;
  const zone = askedZone();
  const isLiteral = literal.value;
  request?.abort();
  matches.value = NONE;
  current.value = -1;
  shownClause.value = null;
  isMatching.value = ref !== null && query !== '';
  if (ref !== null && query !== '') void load(ref, query, { ...zone, literal: isLiteral });
});

/** Another state of the source may have another text. Equal matches stay, and with them the current one. */
effect(() => {
  if (openings.value === 0) return;
  const ref = shownItem.peek();
  const query = q.peek();
  if (ref === null || query === '' || isMatching.peek()) return;
  request?.abort();
  void load(ref, query, { ...untracked(askedZone), literal: literal.peek() }, matches.peek());
});

interface Asked extends ReturnType<typeof askedZone> {
  readonly literal: true | undefined;
}

/** `before`: the shown matches, which stay until all others are known. */
async function load(ref: Ref, query: string, how: Asked, before: Matches | null = null): Promise<void> {
  request = new AbortController();
  const { signal: abort } = request;
  try {
    let offset: number | null = 0;
    let found = NONE;
    while (offset !== null && found.matches.length < MATCHES_KEPT_MAX) {
      const asked = { ...itemOf(ref), q: query, ...how, offset, limit: MATCHES_AT_ONCE };
      const page: Matches = await client.ask('listMatches', asked, undefined, { signal: abort });
      if (abort.aborted) return;
      found = { ...page, matches: [...found.matches, ...page.matches] };
      if (before === null) matches.value = found;
      isMatching.value = false;
      offset = page.next;
    }
    if (before === null || JSON.stringify(found) === JSON.stringify(before)) return;
    current.value = -1;
    matches.value = found;
  } catch (fault) {
    // The item is shown without marks. An invalid query was already reported with the hits.
    if (isAborted(fault)) return;
    matches.value = NONE;
    isMatching.value = false;
  }
}

/** Moves to the next or previous match, wrapping around. */
export function step(by: 1 | -1): void {
  const count = steps.peek().length;
  if (count === 0) return;
  const from = current.peek() < 0 && by < 0 ? 0 : current.peek();
  current.value = (from + by + count) % count;
  const match = steps.peek()[current.peek()]!;
  if (item.peek() !== null) go({ tab: match.field === 'content' ? 'text' : 'properties' });
}

export function showClause(clause: number | null): void {
  shownClause.value = clause;
  current.value = -1;
  if (clause !== null) step(1);
}
