/** The items of bookmarks, of the selection and of whole sources, for the clauses of a query that name them. */
import { inSlices, STRIDE, type Work } from '../shared/work.ts';
import type { OutsideSet } from './search-request.ts';
import { isMeant, type SetClause } from './set-clauses.ts';

interface SourceItems {
  readonly source: string;
  /** Ascending. */
  readonly ids: Uint32Array;
}

type Presence = (source: string) => boolean;

/** Where bookmarks and selection are kept. Everything throws BOOKMARKS_UNAVAILABLE while that is away. */
export interface NamedItems {
  names(): readonly string[];
  readMembers(name: string, isPresent: Presence): Promise<readonly SourceItems[]>;
  readSelected(isPresent: Presence): Promise<readonly SourceItems[]>;
}

/** One set for each clause, of these sources, as of now. A name that there is not has no items. */
export async function namedSets(
  clauses: readonly SetClause[],
  sources: readonly string[],
  named: NamedItems,
): Promise<readonly OutsideSet[]> {
  const present = new Set(sources);
  const isPresent: Presence = (source) => present.has(source);
  const sets: OutsideSet[] = [];
  for (const { name, field, meant } of clauses) {
    if (field === 'source') {
      sets.push({ name, items: new Map(sources.filter((id) => isMeant(meant, id)).map((id) => [id, 'all'] as const)) });
      continue;
    }
    const parts: SourceItems[] = [];
    if (field === 'selected') parts.push(...(await named.readSelected(isPresent)));
    else {
      for (const bookmark of named.names()) {
        if (isMeant(meant, bookmark)) parts.push(...(await named.readMembers(bookmark, isPresent)));
      }
    }
    sets.push({ name, items: await inSlices(bySource(parts)) });
  }
  return sets;
}

/** Ascending ids of each source, each once. */
function* bySource(parts: readonly SourceItems[]): Work<Map<string, Uint32Array>> {
  const found = new Map<string, Uint32Array>();
  for (const { source, ids } of parts) {
    const before = found.get(source);
    found.set(source, before === undefined ? ids : yield* united(before, ids));
  }
  return found;
}

function* united(a: Uint32Array, b: Uint32Array): Work<Uint32Array> {
  const out = new Uint32Array(a.length + b.length);
  let count = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const next = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY);
    if (a[i] === next) i++;
    if (b[j] === next) j++;
    out[count++] = next;
    if (count % STRIDE === 0) yield;
  }
  return out.subarray(0, count);
}
