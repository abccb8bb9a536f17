/** Reloads known items: finds which of them are still in the set, and their current state. */
import type { Hit, Ref } from '../api/answers.ts';
import { client } from '../api/client.ts';

interface Asked {
  readonly filter?: readonly string[] | undefined;
  readonly properties: readonly string[];
}

const nameOf = ({ source, id }: Ref): string => `${source}:${id}`;

/** Resolves to a lookup for the hits. */
export async function asTheyAre(
  found: readonly Hit[],
  { filter = [], ...set }: Asked,
  signal: AbortSignal,
): Promise<(before: Hit) => { readonly hit: Hit; readonly isMatch: boolean }> {
  const hits = found.filter((hit) => hit !== undefined);
  const matching = new Map<string, Hit>();
  for (const source of new Set(hits.map((hit) => hit.source))) {
    const ids = hits.filter((hit) => hit.source === source).map(({ id }) => id);
    const ofThese = { sourceID: [source], filter: [...filter, `id:(${ids.join(' OR ')})`], limit: ids.length };
    const page = await client.ask('findHitsByBody', {}, { ...set, ...ofThese }, { signal });
    for (const hit of page.hits) matching.set(nameOf(hit), hit);
  }
  const docs = hits.filter((hit) => !matching.has(nameOf(hit))).map(({ source, id }) => ({ source, id }));
  const about = { docs, properties: set.properties };
  const { records } = docs.length === 0 ? { records: [] } : await client.ask('getRecords', {}, about, { signal });
  const others = new Map(docs.map((ref, i) => [nameOf(ref), records[i]]));
  return (before) => {
    const match = matching.get(nameOf(before));
    return { hit: match ?? { ...before, ...others.get(nameOf(before)) }, isMatch: match !== undefined };
  };
}
