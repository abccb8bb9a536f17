/** Reads the tree of categories that a case was processed with: `CategoriesConfig.json`. */
import type { CategoryNode } from '../../schema/case-origin.ts';
import { CATEGORIES_MAX, CATEGORY_DEPTH_MAX } from './limits.ts';

/** Returns the top categories, without the root. Returns a message if the text is not such a tree. */
export function categoryTree(text: string): readonly CategoryNode[] | string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return 'is not valid JSON';
  }
  let count = 0;
  const childrenOf = (value: unknown, depth: number): CategoryNode[] => {
    const { categories } = (value ?? {}) as { categories?: unknown };
    if (!Array.isArray(categories)) return [];
    if (depth > CATEGORY_DEPTH_MAX) throw new RangeError(`has categories more than ${CATEGORY_DEPTH_MAX} deep`);
    const nodes: CategoryNode[] = [];
    for (const category of categories as unknown[]) {
      const { name } = (category ?? {}) as { name?: unknown };
      if (typeof name !== 'string') throw new RangeError('has a category without a name');
      if (++count > CATEGORIES_MAX) throw new RangeError(`has more than ${CATEGORIES_MAX} categories`);
      nodes.push({ name, children: childrenOf(category, depth + 1) });
    }
    return nodes;
  };
  if (!Array.isArray((root as { categories?: unknown } | null)?.categories)) return 'has no categories';
  try {
    return childrenOf(root, 1);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
