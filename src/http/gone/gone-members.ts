/**
 * Members of sets that their source no longer has. A source may lack some items when it is opened again. Their memberships
 * stay, and count again once the source has the items again. If a source is not ready or cannot be read, the result is
 * incomplete.
 */
import type { GoneItems } from '../../bookmarks/kinds/gone-items.ts';
import { type AskedSource, GONE_IDS_AT_ONCE, GoneLookup } from '../../bookmarks/kinds/gone-lookup.ts';
import type { PackedItems } from '../../bookmarks/member-set.ts';
import { countReferences, type SourceItems } from '../../bookmarks/references.ts';
import { AppError } from '../../shared/errors.ts';
import { joinedIds } from '../../shared/joined-arrays.ts';
import type { Dependencies } from '../dependencies.ts';

type Looking = Pick<Dependencies, 'sources' | 'items'>;

/** Returns the members of each set that are gone. Rejects only if `signal` fires. */
export function goneMembers(
  sets: readonly (readonly PackedItems[])[],
  looking: Looking,
  signal: AbortSignal,
): Promise<readonly GoneItems[]> {
  return new GoneLookup((name) => askedSource(name, looking, signal)).among(sets);
}

/** Returns the gone items among members outside the current sets, such as members at an earlier time. Rejects only if `signal` fires. */
export async function goneAmong(
  members: readonly SourceItems[],
  looking: Looking,
  signal: AbortSignal,
): Promise<GoneItems> {
  const found: SourceItems[] = [];
  let isComplete = true;
  for (const { source, ids } of members) {
    const asked = askedSource(source, looking, signal);
    const gone: Uint32Array[] = [];
    for (let from = 0; from < ids.length; from += GONE_IDS_AT_ONCE) {
      const some = asked === null ? null : await asked.lacking(ids.slice(from, from + GONE_IDS_AT_ONCE));
      if (some === null) isComplete = false;
      if (some === null) break;
      gone.push(some);
    }
    const all = joinedIds(gone);
    if (all.length > 0) found.push({ source, ids: all });
  }
  return { items: found, isComplete };
}

/** Returns the member of an answer: absent if nothing is gone, null if that is unknown. */
export function goneCount({ items, isComplete }: GoneItems): { readonly gone?: number | null } {
  const count = countReferences(items);
  if (!isComplete) return { gone: null };
  return count === 0 ? {} : { gone: count };
}

/** Memberships are listed even if the items cannot be looked up. */
function askedSource(name: string, { sources, items }: Looking, signal: AbortSignal): AskedSource | null {
  if (sources.list().find(({ id }) => id === name)?.state.kind !== 'ready') return null;
  const source = sources.getReady(name);
  return {
    opening: source.caseReader,
    async lacking(ids) {
      try {
        const flags = await items.exist(source, ids, signal);
        return flags.includes(0) ? ids.filter((_, i) => flags[i] === 0) : new Uint32Array(0);
      } catch (fault) {
        signal.throwIfAborted();
        if (fault instanceof AppError) return null;
        throw fault;
      }
    },
  };
}
