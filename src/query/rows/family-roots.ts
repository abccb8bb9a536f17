/** The topmost item above each of some that is no container: items of a family have the same one. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { CONTAINER } from '../../schema/item-kinds.ts';
import { AppError } from '../../shared/errors.ts';

/** Throws AppError CONFLICT for an unknown id. */
export function* familyRoots(index: IndexReader, ids: Uint32Array): Generator<void, Uint32Array> {
  const roots = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const doc = index.docOf(ids[i]!);
    if (doc < 0) throw new AppError('CONFLICT', `The item ${ids[i]!} is not in the index any more. Begin again.`);
    roots[i] = index.ids[yield* rootOf(index, doc)]!;
    yield;
  }
  return roots;
}

/** Of a container itself: it alone. Circles of parents end where they began. */
function* rootOf({ tree, documentCount }: IndexReader, doc: number): Generator<void, number> {
  if ((tree.kindOf(doc) & CONTAINER) !== 0) return doc;
  let root = doc;
  let above = tree.parentOf(doc);
  for (let steps = 0; above >= 0 && above !== doc && steps < documentCount; steps++) {
    if ((tree.kindOf(above) & CONTAINER) === 0) root = above;
    above = tree.parentOf(above);
    if (steps % STEPS_PER_SLICE === STEPS_PER_SLICE - 1) yield;
  }
  return root;
}

const STEPS_PER_SLICE = 64;
