/** Finds the topmost ancestor that is not a container, for each of some items. All items of a family have the same one. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { CONTAINER } from '../../schema/item-kinds.ts';
import { AppError } from '../../shared/errors.ts';
import { itemTree } from '../columns/field-columns.ts';
import { TopFinder } from './relatives.ts';

const IDS_PER_SLICE = 64;

/** A container is its own root. Throws AppError CONFLICT for an unknown id. */
export function* familyRoots(index: IndexReader, ids: Uint32Array): Generator<void, Uint32Array> {
  const tree = yield* itemTree(index);
  const topOf = new TopFinder(tree);
  const roots = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const doc = index.docOf(ids[i]!);
    if (doc < 0) throw new AppError('CONFLICT', `The item ${ids[i]!} is no longer in the index. Start again.`);
    roots[i] = (tree.kinds[doc]! & CONTAINER) === 0 ? index.ids[topOf.find(doc)]! : ids[i]!;
    if (i % IDS_PER_SLICE === IDS_PER_SLICE - 1) yield;
  }
  return roots;
}
