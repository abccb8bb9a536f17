/** Hints that a bookmark, or another set in the query, has items that their source no longer has. The answer lacks them. */
import type { PackedItems } from '../../bookmarks/member-set.ts';
import { countReferences } from '../../bookmarks/references.ts';
import { isMeant, type SetClause } from '../../search/set-clauses.ts';
import { namesOfDecided } from '../../shared/names/decided-name.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { goneMembers } from '../gone/gone-members.ts';

/** Maximum number of clauses that are examined. */
const CLAUSES_MAX = 50;
const SHOWN_UNITS = 120;

export async function goneHints(
  clauses: readonly SetClause[],
  sources: readonly ReadySource[],
  own: Pick<Dependencies, 'bookmarks' | 'sources' | 'items'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const looked = clauses.slice(0, CLAUSES_MAX);
  if (looked.length === 0) return [];
  const asked = new Set(sources.map(({ id }) => id));
  const packed = looked.map((clause) => membersOf(clause, (source) => asked.has(source), own));
  const gone = await goneMembers(packed, own, signal);
  return looked.flatMap(({ name }, i) => {
    const { items } = gone[i]!;
    const count = countReferences(items);
    if (count === 0) return [];
    const shown = name.length <= SHOWN_UNITS ? name : `${name.slice(0, SHOWN_UNITS)}…`;
    return [
      `${shown}: ${count} ${count === 1 ? 'item is' : 'items are'} no longer in ${items.map(({ source }) => JSON.stringify(source)).join(', ')}, so nothing finds ${count === 1 ? 'it' : 'them'}`,
    ];
  });
}

function membersOf(
  { field, meant }: SetClause,
  isIn: (source: string) => boolean,
  { bookmarks }: Pick<Dependencies, 'bookmarks'>,
): readonly PackedItems[] {
  const lookup = bookmarks.lookup();
  const ofBookmarks = (names: readonly string[]): PackedItems[] =>
    [...new Set(names)].flatMap((name) => lookup.packed({ kind: 'bookmark', name }, isIn));
  switch (field) {
    case 'selected':
      return lookup.packed({ kind: 'selection' }, isIn);
    case 'bookmark':
      return ofBookmarks(bookmarks.names().filter((name) => isMeant(meant, name)));
    case 'coding': {
      const panels = bookmarks.codings.all().filter(({ name }) => isMeant(meant, name));
      return ofBookmarks(panels.flatMap(({ choices }) => choices.map(({ bookmark }) => bookmark)));
    }
    case 'reviewed':
      return bookmarks.reviewed
        .viewers()
        .filter((name) => isMeant(meant, name))
        .flatMap((name) => lookup.packed({ kind: 'reviewed', name }, isIn));
    case 'decided':
      return bookmarks.decisions
        .all()
        .filter((one) => namesOfDecided(one).some((name) => isMeant(meant, name)))
        .flatMap(({ items }) => items.packed())
        .filter(({ source }) => isIn(source));
    default:
      return [];
  }
}
