/** The top level of the tree of a source, from those of its parts. Every other level is in one part. */
import { foldWhole } from '../../analysis/whole-value.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { TreeChild, TreeLevel } from '../../search/related/item-tree.ts';

/** `levels` have the first `offset + limit` children of each part, in order. */
export function mergedTop(levels: readonly TreeLevel[], offset: number, limit: number): TreeLevel {
  const children = levels.flatMap((level) => level.children.map((child) => ({ child, folded: foldWhole(child.name) })));
  children.sort(
    (a, b) => compareChildren(a.child, b.child) || compareTexts(a.folded, b.folded) || a.child.id - b.child.id,
  );
  return {
    name: null,
    total: levels.reduce((sum, { total }) => sum + total, 0),
    children: children.slice(offset, offset + limit).map(({ child }) => child),
  };
}

/** Folders come first. */
function compareChildren(a: TreeChild, b: TreeChild): number {
  return Number(b.isFolder) - Number(a.isFolder);
}
