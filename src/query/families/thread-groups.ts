/** Finds the thread of each of some items: its own if it is a mail, or else that of its nearest ancestor that is a mail. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { CONTAINER } from '../../schema/item-kinds.ts';
import { THREAD_FIELD } from '../../schema/well-known-fields.ts';
import type { ThreadGroups } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import { leastValue } from '../columns/collapse.ts';
import { itemTree, wholeValues } from '../columns/field-columns.ts';

const STEPS_PER_SLICE = 1024;
const NONE = -1;

/** Throws AppError CONFLICT for an unknown id. */
export function* threadGroups(index: IndexReader, ids: Uint32Array): Generator<void, ThreadGroups> {
  const values = yield* wholeValues(index, THREAD_FIELD);
  const docs = Int32Array.from(ids, (id) => index.docOf(id));
  const gone = docs.findIndex((doc) => doc < 0);
  if (gone >= 0) throw new AppError('CONFLICT', `The item ${ids[gone]!} is no longer in the index. Start again.`);
  const of = new Uint32Array(ids.length);
  if (values === null) return { of, threads: [] };
  const found = yield* nearestValues(yield* itemTree(index), (doc) => leastValue(values, doc), docs);
  const numbers = new Map<number, number>();
  for (const [i, value] of found.entries()) {
    if (value < 0) continue;
    if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
    of[i] = numbers.get(value)!;
  }
  return { of, threads: [...numbers.keys()].map((value) => values.folded(value)) };
}

/**
 * Returns for each document its value, or that of the nearest ancestor with one; negative if there is none. Stops at containers
 * and at cycles of parents. Visits each document once.
 */
export function* nearestValues(
  { parents, kinds }: Pick<LoadedTree, 'parents' | 'kinds'>,
  ownValueOf: (doc: number) => number,
  docs: Int32Array,
): Generator<void, Int32Array> {
  /** Documents on the current path have NONE until it ends. */
  const known = new Map<number, number>();
  const found = new Int32Array(docs.length);
  let steps = 0;
  for (const [i, first] of docs.entries()) {
    const way: number[] = [];
    let value = NONE;
    for (let doc = first; doc >= 0; doc = (kinds[doc]! & CONTAINER) === 0 ? parents[doc]! - 1 : NONE) {
      if (++steps % STEPS_PER_SLICE === 0) yield;
      const before = known.get(doc);
      value = before ?? ownValueOf(doc);
      if (before !== undefined || value >= 0) break;
      known.set(doc, NONE);
      way.push(doc);
    }
    for (const doc of way) known.set(doc, value);
    found[i] = value;
  }
  return found;
}
