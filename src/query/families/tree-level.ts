/**
 * Lists a level of the tree: some children of an item, with counts below each. Also finds the location of an item in the tree.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { StruckDocuments } from '../../engine/postings/struck-documents.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { FOLDER, nameInTree, TREE_NODE } from '../../schema/item-kinds.ts';
import {
  FAMILY_CHILDREN_MAX,
  type ItemFamily,
  type TreeChild,
  type TreeLevel,
  type TreeRequest,
} from '../../search/related/item-tree.ts';
import { tuning } from '../../shared/thresholds.ts';

/** Documents between two yields. */
const DOCS_PER_SLICE = tuning.columnDocs;

type AskedChildren = Pick<TreeRequest, 'offset' | 'limit' | 'isOfHits'>;

/**
 * Returns children of a document, or of the top level for `index.tree.top`. `hits` is a bitmap; null means all searchable
 * documents.
 */
export function* treeLevel(
  index: IndexReader,
  doc: number,
  asked: AskedChildren,
  tree: LoadedTree,
  hits: Uint32Array | null,
): Generator<void, TreeLevel> {
  const { struck } = index;
  // Only the top level has struck documents, because all relatives of a struck document are struck.
  const isWhole = (asked.isOfHits !== true || hits === null) && (struck.count === 0 || doc !== index.tree.top);
  const { docs, total } = isWhole
    ? { docs: index.tree.children(doc, asked.offset, asked.limit), total: index.tree.childCount(doc) }
    : yield* listedChildren(doc, asked, tree, struck, asked.isOfHits === true ? hits : null);
  const children: TreeChild[] = [];
  for (const child of docs) {
    children.push({
      id: index.ids[child]!,
      name: nameOf(index, child),
      isFolder: (index.tree.kindOf(child) & FOLDER) !== 0 || index.tree.childCount(child) > 0,
      items: yield* countBelow(tree, child, hits),
      ...(hits === null ? {} : { isHit: isIn(hits, child) }),
    });
    yield;
  }
  return { name: doc === index.tree.top ? null : nameOf(index, doc), total, children };
}

/**
 * Returns a page of the children that are not struck, and that are hits or have hits below them. With null, all
 * children count as hits.
 */
function* listedChildren(
  doc: number,
  { offset, limit }: AskedChildren,
  tree: LoadedTree,
  struck: StruckDocuments,
  hits: Uint32Array | null,
): Generator<void, { readonly docs: readonly number[]; readonly total: number }> {
  const docs: number[] = [];
  let total = 0;
  let steps = 0;
  for (let at = tree.childStarts[doc]!; at < tree.childStarts[doc + 1]!; at++) {
    if (++steps % DOCS_PER_SLICE === 0) yield;
    const child = tree.children[at]!;
    if (struck.has(child)) continue;
    if (hits !== null && !isIn(hits, child) && (yield* countBelow(tree, child, hits, 1)) === 0) continue;
    if (total >= offset && docs.length < limit) docs.push(child);
    total++;
  }
  return { docs, total };
}

function isIn(hits: Uint32Array, doc: number): boolean {
  return (hits[doc >>> 5]! & (1 << (doc & 31))) !== 0;
}

function nameOf(index: IndexReader, doc: number): string {
  return nameInTree(index.item(doc));
}

/** Counts the items below a document, up to `most`. In a cycle of parents the document itself is not counted. */
function* countBelow(
  { childStarts, children, kinds }: LoadedTree,
  top: number,
  hits: Uint32Array | null,
  most = Number.POSITIVE_INFINITY,
): Generator<void, number> {
  const waiting = [top];
  let items = 0;
  let steps = 0;
  for (let doc = waiting.pop(); doc !== undefined; doc = waiting.pop()) {
    const end = childStarts[doc + 1]!;
    for (let at = childStarts[doc]!; at < end; at++) {
      const child = children[at]!;
      if (child === top) continue;
      const isCounted = hits === null ? (kinds[child]! & TREE_NODE) === 0 : isIn(hits, child);
      if (isCounted && ++items >= most) return items;
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
