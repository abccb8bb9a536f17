/** A level of the tree: some of the children of an item, with what is below each; and where an item stands in the tree. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { FOLDER, nameInTree, TREE_NODE } from '../../schema/item-kinds.ts';
import {
  FAMILY_CHILDREN_MAX,
  type ItemFamily,
  type TreeChild,
  type TreeLevel,
} from '../../search/related/item-tree.ts';
import { ways } from '../../shared/thresholds.ts';

/** Documents gone through between two yields. */
const DOCS_PER_SLICE = ways.columnDocs;

/** Children of a document, or of the top where that is `index.tree.top`. `hits`: a bitmap; null: what can be searched. */
export function* treeLevel(
  index: IndexReader,
  doc: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  tree: LoadedTree,
  hits: Uint32Array | null,
): Generator<void, TreeLevel> {
  const children: TreeChild[] = [];
  for (const child of index.tree.children(doc, offset, limit)) {
    children.push({
      id: index.ids[child]!,
      name: nameOf(index, child),
      isFolder: (index.tree.kindOf(child) & FOLDER) !== 0 || index.tree.childCount(child) > 0,
      items: yield* countBelow(tree, child, hits),
    });
  }
  return {
    name: doc === index.tree.top ? null : nameOf(index, doc),
    total: index.tree.childCount(doc),
    children,
  };
}

function nameOf(index: IndexReader, doc: number): string {
  return nameInTree(index.item(doc));
}

/** The items below a document; in a circle of parents it is not below itself. */
function* countBelow(
  { childStarts, children, kinds }: LoadedTree,
  top: number,
  hits: Uint32Array | null,
): Generator<void, number> {
  const waiting = [top];
  let items = 0;
  let steps = 0;
  for (let doc = waiting.pop(); doc !== undefined; doc = waiting.pop()) {
    const end = childStarts[doc + 1]!;
    for (let at = childStarts[doc]!; at < end; at++) {
      const child = children[at]!;
      if (child === top) continue;
      const isCounted =
        hits === null ? (kinds[child]! & TREE_NODE) === 0 : (hits[child >>> 5]! & (1 << (child & 31))) !== 0;
      if (isCounted) items++;
      if (childStarts[child] !== childStarts[child + 1]) waiting.push(child);
      if (++steps % DOCS_PER_SLICE === 0) yield;
    }
  }
  return items;
}

/** Items of a path between two yields. */
const PATH_PER_SLICE = 64;

export function* familyOf(index: IndexReader, doc: number): Generator<void, ItemFamily> {
  const { tree, ids } = index;
  const path: { id: number; name: string }[] = [];
  const seen = new Set([doc]);
  const parent = tree.parentOf(doc);
  for (let above = parent; above >= 0 && !seen.has(above); above = tree.parentOf(above)) {
    seen.add(above);
    path.push({ id: ids[above]!, name: nameOf(index, above) });
    if (path.length % PATH_PER_SLICE === 0) yield;
  }
  const children = Array.from(tree.children(doc, 0, FAMILY_CHILDREN_MAX + 1)).filter((child) => child !== doc);
  const isOwnChild = parent === doc;
  return {
    path: path.reverse(),
    children: {
      total: tree.childCount(doc) - (isOwnChild ? 1 : 0),
      first: children.slice(0, FAMILY_CHILDREN_MAX).map((child) => ids[child]!),
    },
    siblings: parent < 0 ? 0 : tree.childCount(parent) - 1,
  };
}
