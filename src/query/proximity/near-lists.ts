/** NEAR in the form of the resident kernel, which finds its documents and compares their positions. */
import { type FieldHeader, VALUE_GAP } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import type { StepMeter } from '../../shared/query-memory.ts';
import { listed } from '../operators/list-selection.ts';
import { ResidentLists } from '../operators/resident-lists.ts';
import { PositionsInLists } from '../phrase/phrase-docs.ts';
import { TermPositions } from '../phrase/term-positions.ts';
import {
  ALONE,
  RESIDENT_ELEMENTS_MAX,
  RESIDENT_TERMS_MAX,
  type ReachedPositions,
  type ResidentNear,
  type ResidentSide,
} from '../resident/resident-selection.ts';
import type { PlannedLists } from './near-documents.ts';
import type { NearPlan, SpanPlan } from './span-plan.ts';

/** A side, and for each of its clauses the terms of which a document must have one. */
interface SideTerms {
  readonly clauses: readonly (readonly TermInfo[])[];
  readonly words: readonly { readonly info: TermInfo; readonly offset: number }[];
  readonly isRow: boolean;
  readonly length: number;
}

/**
 * Returns null if the kernel cannot find it: nested NEAR, alternatives of several words, many words, or values that it
 * cannot distinguish.
 */
export function nearLists(index: IndexReader, field: FieldHeader, { plan, lists }: PlannedLists): NearLists | null {
  if (plan.kind !== 'near') return null;
  const left = sideOf(plan.left, lists);
  const right = sideOf(plan.right, lists);
  if (left === null || right === null) return null;
  const clauses = plan.isNot ? left.clauses : [...left.clauses, ...right.clauses];
  if (clauses.some((clause) => clause.length === 0)) return null;
  const words = [...left.words, ...right.words];
  // If a word is in a single document, its positions may be in the dictionary.
  if (words.length + right.words.length > RESIDENT_ELEMENTS_MAX || words.some(({ info }) => info.docFreq === 1))
    return null;
  // The gap after a value is wider than the distance, unless another program wrote the index.
  const hasGaps = plan.distance <= VALUE_GAP && index.header.origin === undefined;
  if (!hasGaps && index.dictionary(field).valueMarks() !== null) return null;
  const near = new NearLists(index, plan, left, right);
  return near.lists.length > RESIDENT_TERMS_MAX ? null : near;
}

function sideOf(plan: SpanPlan, lists: PlannedLists['lists']): SideTerms | null {
  if (plan.kind !== 'words') return null;
  const { elements, tail } = plan;
  const length = elements.length - 1 + tail;
  if (elements.length === 1 && elements[0]!.length === 1) {
    const terms = lists[elements[0]![0]!]!;
    return { clauses: [terms], words: terms.map((info) => ({ info, offset: 0 })), isRow: false, length };
  }
  const words: { info: TermInfo; offset: number }[] = [];
  for (const [offset, own] of elements.entries()) {
    // Any word may be at this position, but the position must be inside the value.
    if (own.length === 0) return null;
    for (const list of own) {
      if (lists[list]!.length !== 1) return null;
      words.push({ info: lists[list]![0]!, offset });
    }
  }
  words.sort((a, b) => a.info.docFreq - b.info.docFreq);
  const clauses = [...new Set(words.map(({ info }) => info))].map((info) => [info]);
  return { clauses, words, isRow: true, length };
}

export class NearLists extends ResidentLists {
  override readonly near: ResidentNear;
  /** Maximum number of documents that can be found. */
  readonly most: number;

  constructor(index: IndexReader, plan: NearPlan, left: SideTerms, right: SideTerms) {
    const open = (terms: readonly TermInfo[]) => terms.map((info) => new TermPositions(index, info));
    const sides = [left.clauses.map(open), right.clauses.map(open)] as const;
    const needed = plan.isNot ? sides[0] : sides.flat();
    const terms = sides.flat(2);
    const infos = [left, right].flatMap(({ clauses }) => clauses.flat());
    super(
      needed.flat().map(({ list }) => list),
      plan.isNot ? terms.slice(needed.flat().length).map(({ list }) => list) : [],
      true,
      ALONE,
    );
    const counts = needed.map((clause) => clause.reduce((sum, { list }) => sum + list.docFreq, 0));
    this.most = Math.min(...counts);
    const positions = new PositionsInLists(this.lists, terms, index.frequencies);
    const first = sides[0].flat().length;
    this.near = {
      clauses: needed.map((clause) => clause.map(({ list }) => list)),
      left: inLists(left, infos, 0),
      right: inLists(right, infos, first),
      isNot: plan.isNot,
      isOrdered: plan.isOrdered,
      distance: plan.distance,
      keepPositions: (t, block, isFirst, hasRecord) => positions.keepPositions(t, block, isFirst, hasRecord),
      reach: (t, block, rank): ReachedPositions => positions.reach(t, block, rank),
    };
  }

  /** Returns the documents, ascending. */
  find(meter: StepMeter): Generator<void, Uint32Array> {
    return listed(this, meter);
  }
}

/** Returns the elements of a side. Its first term is the `first`-th of all. */
function inLists({ words, isRow, length }: SideTerms, terms: readonly TermInfo[], first: number): ResidentSide {
  return { elements: words.map(({ info, offset }) => ({ t: terms.indexOf(info, first), offset })), isRow, length };
}
