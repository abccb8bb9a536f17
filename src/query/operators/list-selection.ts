/**
 * Plans that are an intersection or a union of lists, minus other lists, or a phrase in lists. A few calls of the kernel count
 * them, list them, or make a bitmap.
 */
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { lengthenedInQuery } from '../../shared/longer-arrays.ts';
import type { StepMeter } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { COUNTED, RESIDENT_TERMS_MAX, type ResultForm } from '../resident/resident-selection.ts';
import { kernel } from '../resident/this-thread.ts';
import { distinct } from './distinct.ts';
import type { ListShape } from './list-shape.ts';
import type { Operator } from './operator.ts';
import { ResidentLists } from './resident-lists.ts';

export interface ListSelection {
  /** Documents must be in all of these or, if `isUnion`, in any. */
  readonly lists: readonly PostingList[];
  readonly isUnion: boolean;
  /** Documents must be in none of these. */
  readonly excluded: readonly PostingList[];
}

const NONE: readonly PostingList[] = [];

/** Returns the selection for a list shape, if the kernel supports it. */
export function selectionOf(shape: ListShape): ListSelection | null {
  const { difference } = shape;
  const { isIntersection, isUnion, requiredLists, alternatives } = difference?.whole ?? shape;
  if (!isIntersection && !isUnion) return null;
  const lists = distinct(isIntersection ? requiredLists : alternatives!);
  const excluded = difference === null ? NONE : distinct(difference.excluded);
  const count = lists.length + excluded.length;
  return lists.length > 0 && count <= RESIDENT_TERMS_MAX ? { lists, excluded, isUnion: !isIntersection } : null;
}

/** Returns the documents of an operator in one of the forms, if the kernel finds them. */
export function selectedOf(operator: Operator, form: ResultForm): ResidentLists | null {
  const selected = operator.selected?.(form) ?? null;
  if (selected !== null) return selected;
  const selection = selectionOf(operator.listShape());
  return selection === null ? null : inKernel(selection, form);
}

export function inKernel({ lists, excluded, isUnion }: ListSelection, form: ResultForm): ResidentLists {
  return new ResidentLists(lists, excluded, isUnion, form);
}

/** Counts the documents of an operator, if the kernel can. */
export function counterOf(operator: Operator): Generator<void, number> | null {
  const selected = operator.selected?.(COUNTED) ?? null;
  if (selected !== null) return selected.run();
  const selection = selectionOf(operator.listShape());
  return selection === null ? null : countSelected(selection);
}

export function* countSelected({ lists, excluded, isUnion }: ListSelection): Generator<void, number> {
  const [first, second] = lists;
  if (lists.length + excluded.length === 2 && (isUnion || excluded.length > 0)) {
    // Intersecting two lists is cheaper than uniting them or looking up one in the other.
    const other = second ?? excluded[0]!;
    const common = yield* new ResidentLists([first!, other]).run();
    return first!.docFreq - common + (second?.docFreq ?? 0);
  }
  return yield* new ResidentLists(lists, excluded, isUnion).run();
}

/** Returns the documents, ascending. `meter` counts the documents that NEAR compares, and their positions. */
export function* listed(selected: ResidentLists, meter: StepMeter | null = null): Generator<void, Uint32Array> {
  let docs = new Uint32Array(0);
  let count = 0;
  for (let block = 0; block < selected.end; ) {
    const run = kernel.run(selected, block, selected.end, tuning.residentAtOnce, 0);
    block = run.next;
    meter?.take(run.compared + run.positions);
    const needed = count + kernel.listed;
    if (needed > docs.length) {
      // Usually one call finds all.
      const length = block < selected.end ? Math.max(docs.length * 2, needed) : needed;
      docs = lengthenedInQuery(docs, length, 'the list of hits');
    }
    count += kernel.copyListed(docs, count);
    if (block < selected.end) yield;
  }
  return count === docs.length ? docs : docs.subarray(0, count);
}

/** Sets the bits of the documents in a zeroed bitmap over the whole index. */
export function* marked(selected: ResidentLists, words: Uint32Array): Generator<void> {
  for (let block = 0; block < selected.end; ) {
    const { next } = kernel.run(selected, block, selected.end, tuning.residentAtOnce, 0);
    const from = block * BLOCK_WORDS;
    kernel.copyBitmaps(Math.min(next * BLOCK_WORDS, words.length) - from, words, from);
    block = next;
    if (block < selected.end) yield;
  }
}
