/** The distinct texts in an item that the query matched, for viewers that search them themselves. */
import type { Ref } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { matches } from './matches.ts';

const TEXTS_MAX = 40;
/** Longer matches are skipped, because all texts go into an address. */
const TEXT_UNITS_MAX = 100;
/** Matches are read only from the beginning of the text. Most matched words occur there. */
const UNITS_READ = 200_000;

export async function matchedTexts(open: Ref, signal: AbortSignal): Promise<readonly string[]> {
  return [...(await clausesOfTexts(open, signal)).keys()];
}

/** Returns the same texts, each with the clause of its first match. */
export async function clausesOfTexts(open: Ref, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const ofContent = matches.peek().matches.filter(({ field, end }) => field === 'content' && end <= UNITS_READ);
  const last = ofContent.at(-1);
  if (last === undefined) return new Map();
  const slice = { ...itemOf(open), start: 0, end: last.end };
  const answer = await client.open('getText', slice, undefined, { signal });
  const text = await answer.text();
  const clauses = new Map<string, number>();
  for (const { start, end, clause } of ofContent) {
    const matched = text.slice(start, end).replace(/\s+/g, ' ');
    if (matched.length <= TEXT_UNITS_MAX && !clauses.has(matched)) clauses.set(matched, clause);
    if (clauses.size === TEXTS_MAX) break;
  }
  return clauses;
}
