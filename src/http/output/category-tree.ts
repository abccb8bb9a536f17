/** The category trees of the sources, with the number of distinct items in each category and below it. */
import type { CategoryNode } from '../../schema/case-origin.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { Coordinator } from '../../search/combined/coordinator.ts';
import type { ReadySource } from '../../sources/source.ts';

export interface CountedCategory {
  readonly name: string;
  readonly items: number;
  readonly children: readonly CountedCategory[];
}

/** Query field for a category and all below it. */
const TREE_FIELD = 'categoryTree';

/**
 * Null if no source has a tree. Leaves out categories without items. `names`: the categories of items. Those that no tree has
 * are at the top.
 */
export async function countedCategories(
  coordinator: Pick<Coordinator<ReadySource>, 'search'>,
  sources: readonly ReadySource[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly CountedCategory[] | null> {
  const trees = sources.flatMap(({ caseReader }) => caseReader.analyzed?.origin?.categories ?? []);
  if (trees.length === 0) return null;
  const left = new Map(names.map((name) => [name.toLowerCase(), name]));
  const count = async (name: string): Promise<number> => {
    const query = { kind: 'term', field: TREE_FIELD, text: name } as const;
    const answer = await coordinator.search(sources, { query, want: ['count'] }, signal);
    requireWhole(answer);
    return answer.count ?? 0;
  };
  const visit = async (nodes: readonly CategoryNode[]): Promise<CountedCategory[]> => {
    const counted: CountedCategory[] = [];
    for (const { name, children } of merged(nodes)) {
      left.delete(name.toLowerCase());
      const items = await count(name);
      // If a category has no items, neither have its children.
      if (items > 0) counted.push({ name, items, children: await visit(children) });
    }
    return counted;
  };
  const tree = await visit(trees);
  for (const name of left.values()) tree.push({ name, items: await count(name), children: [] });
  return tree;
}

/** Merges categories by name. The trees of sources are usually equal or similar. */
function merged(nodes: readonly CategoryNode[]): CategoryNode[] {
  const byName = new Map<string, CategoryNode>();
  for (const node of nodes) {
    const known = byName.get(node.name);
    byName.set(node.name, known === undefined ? node : { ...known, children: [...known.children, ...node.children] });
  }
  return [...byName.values()];
}
