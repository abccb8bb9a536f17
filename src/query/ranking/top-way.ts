/**
 * Chooses how the top k of a query is found. The first way that applies is taken:
 *
 * 1. `one-score`: every match has the same score, as with a filter alone. The matches with the lowest ids are taken.
 * 2. `all-lists`, `some-lists`: the matches are documents in all of some posting lists and in none of others, or in any of a few
 *    lists, and scores can be bounded. The resident kernel ranks many blocks in one call.
 * 3. `pruned`: the score is a sum of up to `tuning.manyTerms` terms with bounds, whatever else a match needs. Each block skips
 *    documents that their bounds exclude.
 * 4. `counted`: the query is one phrase. Its positions are read once, which finds and scores.
 * 5. `scored`: everything else, such as very many terms, extreme boosts and several phrases. Every match is scored. If the
 *    query is a union of words and of clauses with few documents, only the documents of these clauses are scored, and all
 *    others are ranked as in 2 or 3 (documents-apart.ts).
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { distinct } from '../operators/distinct.ts';
import { shapeOfList, unionOf } from '../operators/list-shape.ts';
import type { Operator } from '../operators/operator.ts';
import { RANKED_TERMS_MAX } from '../resident/ranked-block.ts';
import { RESIDENT_TERMS_MAX } from '../resident/resident-selection.ts';
import { haveBounds } from './best-in-lists.ts';
import { documentsApart } from './documents-apart.ts';
import { excludedBesideAll, MatchShape } from './match-shape.ts';
import type { CountedScorer, Scorer, TermScorer } from './scoring.ts';

export type TopWay =
  | { readonly kind: 'one-score'; readonly score: number }
  | { readonly kind: 'all-lists'; readonly terms: readonly TermScorer[]; readonly excluded: readonly PostingList[] }
  | WayOfTerms
  | { readonly kind: 'counted'; readonly scorer: CountedScorer }
  | { readonly kind: 'scored'; readonly scorer: Scorer; readonly divided: DividedUnion | null };

/** The top documents of a sum of terms. */
export type WayOfTerms =
  | { readonly kind: 'some-lists'; readonly terms: readonly TermScorer[]; readonly shape: MatchShape }
  | { readonly kind: 'pruned'; readonly terms: readonly TermScorer[]; readonly shape: MatchShape };

export interface DividedUnion {
  /** Operators that together have the documents that are scored. */
  readonly apart: readonly Operator[];
  /** How all other documents are ranked. */
  readonly others: WayOfTerms;
}

/** A plan, with and without the struck documents of the index. */
export interface PlannedMatches {
  readonly operator: Operator;
  readonly matches: Operator;
}

/** Returns the way for a plan and its scorer. `isCounted`: the number of matches is wanted, too. */
export function topWay(
  index: IndexReader,
  { operator, matches }: PlannedMatches,
  scorer: Scorer,
  isCounted: boolean,
): TopWay {
  const score = scorer.constantOn(operator, index);
  if (score !== null) return { kind: 'one-score', score };
  const { terms, counted } = scorer;
  if (terms === null) {
    const isPhrase = counted !== null && counted.relevance === operator.relevance;
    if (isPhrase) return { kind: 'counted', scorer: counted };
    return { kind: 'scored', scorer, divided: dividedUnion(index, operator, scorer) };
  }
  if (!haveBounds(index, terms)) return { kind: 'scored', scorer, divided: null };
  const besides = excludedBesideAll(operator, terms);
  if (besides !== null && terms.length + besides.length > 1 && !isFrequentAlone(terms)) {
    // Struck documents never enter the top k, but would wrongly be counted.
    const excluded = isCounted ? excludedBesideAll(matches, terms) : besides;
    if (excluded !== null) return { kind: 'all-lists', terms, excluded };
  }
  return wayOfTerms(new MatchShape(operator, terms), terms) ?? { kind: 'scored', scorer, divided: null };
}

function dividedUnion(index: IndexReader, operator: Operator, scorer: Scorer): DividedUnion | null {
  const found = documentsApart(operator, scorer);
  if (found === null || !haveBounds(index, found.terms)) return null;
  const shape = unionOf(found.terms.map(({ list }) => shapeOfList(list)));
  const others = wayOfTerms(new MatchShape({ listShape: () => shape }, found.terms), found.terms);
  return others === null ? null : { apart: found.operators, others };
}

/** Returns null for too many terms. */
function wayOfTerms(shape: MatchShape, terms: readonly TermScorer[]): WayOfTerms | null {
  if (areRankedBySome(shape, terms)) return { kind: 'some-lists', terms, shape };
  return terms.length <= PRUNED_MAX ? { kind: 'pruned', terms, shape } : null;
}

/** Whether finding the top k of the only term is faster than finding all matching documents. */
function isFrequentAlone(terms: readonly TermScorer[]): boolean {
  return terms.length === 1 && terms[0]!.list.docFreq >= tuning.risingFrom;
}

/** Whether matches have all required terms, or any of the terms if none is required, and the kernel ranks these best. */
function areRankedBySome({ isAll, isAny, required }: MatchShape, terms: readonly TermScorer[]): boolean {
  if (!(isAll || isAny) || terms.length < 2 || terms.length > SOME_MAX) return false;
  const lists = terms.map(({ list }) => list);
  return !(required.size === 1 && isRarerOne(lists, required)) && distinct(lists) === lists;
}

/**
 * Whether an optional term is rarer than the only required one. If so, pruning scores the rare terms of a block first,
 * and then reads little of the required one (pruned-top.ts).
 */
function isRarerOne(lists: readonly PostingList[], required: ReadonlySet<PostingList>): boolean {
  const [one] = required;
  return lists.some(({ docFreq }) => docFreq < one!.docFreq);
}

const SOME_MAX = Math.min(tuning.rankedTogether, RESIDENT_TERMS_MAX);
/** With more terms, pruning would cost more than scoring everything. */
const PRUNED_MAX = Math.min(tuning.manyTerms, RANKED_TERMS_MAX);
