/** Describes the documents of an operator by posting lists, before any is read. Ranking uses this for pruning. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';

export interface ListShape {
  /** Every document is in each of these lists. */
  readonly requiredLists: readonly PostingList[];
  /** The documents are exactly those that are in all required lists. */
  readonly isIntersection: boolean;
  /** Every document is in at least one of these lists; null if no such lists are known. */
  readonly alternatives: readonly PostingList[] | null;
  /** The documents are exactly those that are in at least one of the alternatives. */
  readonly isUnion: boolean;
  /**
   * The documents are exactly those of an intersection or union of lists, minus those of other lists. Null if no such
   * lists are known.
   */
  readonly difference: ListDifference | null;
}

export interface ListDifference {
  readonly whole: ListShape;
  readonly excluded: readonly PostingList[];
}

/** Makes no statement. Always valid, but useless for ranking. */
export const UNKNOWN_SHAPE: ListShape = {
  requiredLists: [],
  isIntersection: false,
  alternatives: null,
  isUnion: false,
  difference: null,
};

/** Returns the shape of one list. */
export function shapeOfList(list: PostingList): ListShape {
  const lists = [list];
  return { requiredLists: lists, isIntersection: true, alternatives: lists, isUnion: true, difference: null };
}

/** Returns the shape of documents that are in all of several sets. */
export function intersectionOf(shapes: readonly ListShape[]): ListShape {
  const requiredLists: PostingList[] = [];
  let isIntersection = true;
  for (const shape of shapes) {
    for (const list of shape.requiredLists) requiredLists.push(list);
    isIntersection &&= shape.isIntersection;
  }
  return { requiredLists, isIntersection, alternatives: null, isUnion: false, difference: null };
}

/** Returns the shape of documents that are in any of several sets. */
export function unionOf(shapes: readonly ListShape[]): ListShape {
  const alternatives: PostingList[] = [];
  let isUnion = true;
  for (const shape of shapes) {
    if (shape.alternatives === null) return UNKNOWN_SHAPE;
    for (const list of shape.alternatives) alternatives.push(list);
    isUnion &&= shape.isUnion;
  }
  return { requiredLists: [], isIntersection: false, alternatives, isUnion, difference: null };
}

/**
 * Returns the shape of a subset. Everything that holds for all documents of a set holds for it, but it is not exactly that set.
 */
export function partOf({ requiredLists, alternatives }: ListShape): ListShape {
  return { requiredLists, isIntersection: false, alternatives, isUnion: false, difference: null };
}

/** Returns the shape of a set minus other sets. */
export function differenceOf(whole: ListShape, others: readonly ListShape[]): ListShape {
  const isKnown = (whole.isIntersection || whole.isUnion) && others.every(({ isUnion }) => isUnion);
  const difference = isKnown ? { whole, excluded: others.flatMap(({ alternatives }) => alternatives!) } : null;
  return { ...partOf(whole), difference };
}
