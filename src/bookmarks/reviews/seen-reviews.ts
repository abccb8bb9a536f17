/** The reviews in one state of the store, present or past, as visible to a viewer. */
import { runInSlices, type Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { ChangeLog } from '../change-log.ts';
import type { PackedItems } from '../member-set.ts';
import { everySource, type Includes } from '../references.ts';
import { itemsBySource, itemsOf } from './batch.ts';
import type { RecordedDecision } from './decision.ts';
import { Membership } from './membership.ts';
import { reviewName } from './review.ts';
import { noSuchReview, type Review, reviewIn, reviewOf, reviewsIn } from './review-state.ts';
import { type Counting, type ReviewSummary, ratesOf, summaryOf } from './summary.ts';

/** An item of a review, in its order. */
export interface ReviewedItem {
  readonly batch: number;
  readonly source: string;
  readonly id: number;
  /** The decider; undefined if undecided. */
  readonly decider?: string | null;
  readonly decisions: readonly PanelDecision[];
}

/** A null choice means none of the choices. */
export interface PanelDecision {
  readonly coding: string;
  readonly choice: string | null;
  readonly who: string | null;
}

interface SeenParts {
  readonly state: BookmarkState;
  readonly log: Pick<ChangeLog, 'timesOf'>;
  /** The last record of this state. */
  readonly last?: number;
}

export class SeenReviews {
  readonly #parts: SeenParts;
  readonly #isSeen: Includes | null;

  /** `isSeen`: null for all sources. A review without a visible item does not exist for the viewer. */
  constructor(parts: SeenParts, isSeen: Includes | null) {
    this.#parts = parts;
    this.#isSeen = isSeen;
  }

  /** Sorted by name. Each summary is consistent in itself. */
  all(counting: Counting): Promise<readonly ReviewSummary[]> {
    return runInSlices(this.#summaries(this.#visible(), counting));
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. */
  async get(name: string, counting: Counting): Promise<ReviewSummary> {
    const review = this.review(name);
    const [summary] = await runInSlices(this.#summaries([review], counting));
    if (summary === undefined) throw noSuchReview(review.name);
    return summary;
  }

  /** Throws NOT_FOUND, INVALID_REQUEST. */
  review(name: string): Review {
    const review = reviewIn(this.#parts.state, name);
    if (this.isVisible(review)) return review;
    throw noSuchReview(review.name);
  }

  /** Returns the items of all reviews, or of one, keyed by its set. None for an unknown name. Throws INVALID_REQUEST. */
  packed(isIn: Includes, name?: string): ReadonlyMap<number, readonly PackedItems[]> {
    const checked = name === undefined ? undefined : reviewName(name);
    const reviews = this.#visible().filter((review) => checked === undefined || review.name === checked);
    const isSeen = this.#isSeen ?? everySource;
    return new Map(
      reviews.map(({ set }) => {
        const all = this.#parts.state.set(set).packed();
        return [set, all.filter(({ source }) => isIn(source) && isSeen(source))];
      }),
    );
  }

  isVisible({ set }: Review): boolean {
    return this.#isSeen === null || this.#parts.state.set(set).size(this.#isSeen) > 0;
  }

  /** The items in order, with their decisions. Throws NOT_FOUND, INVALID_REQUEST. */
  *items(name: string): Generator<ReviewedItem> {
    const { state } = this.#parts;
    const review = this.review(name);
    const done = review.decisions('done');
    const choices = review.decisions('choice');
    const isSeen = this.#isSeen ?? everySource;
    for (const batch of review.batches()) {
      const seen = [...itemsOf(batch)].filter(({ source }) => isSeen(source));
      const parts = itemsBySource(seen).map(({ source, ids }) => ({ source, ids: ids.sort() }));
      const membersOf = ({ set }: RecordedDecision): Membership => new Membership(parts, [state.set(set)]);
      const deciders = done.map((one) => ({ who: one.who, members: membersOf(one) }));
      const panels = choices.map((one) => ({
        members: membersOf(one),
        decision: { coding: one.coding ?? '', choice: review.nameOfChoice(one), who: one.who },
      }));
      for (const item of seen) {
        const isOf = ({ members }: { readonly members: Membership }): boolean => members.has(item.source, item.id);
        const decider = deciders.find(isOf)?.who;
        const decisions = panels.filter(isOf).map(({ decision }) => decision);
        yield { batch: batch.number, ...item, ...(decider !== undefined && { decider }), decisions };
      }
    }
  }

  #visible(): readonly Review[] {
    return reviewsIn(this.#parts.state).filter((review) => this.isVisible(review));
  }

  /** Reviews deleted meanwhile are left out. */
  *#summaries(wanted: readonly Review[], counting: Counting): Work<readonly ReviewSummary[]> {
    const { state } = this.#parts;
    const rates = yield* ratesOf(this.#parts, wanted, counting);
    const summaries: ReviewSummary[] = [];
    const isWhole = this.#isSeen === null;
    let [names, reviews] = [state.namesOf('review'), reviewsIn(state)];
    for (const { set } of wanted) {
      yield* reviewOf(state, set)?.readingBatches() ?? [];
      // No yield from here on, so that the summary is consistent.
      const review = reviewOf(state, set);
      if (review === null) continue;
      if (state.namesOf('review') !== names) [names, reviews] = [state.namesOf('review'), reviewsIn(state)];
      summaries.push(summaryOf(state, review, { reviews, rates }, { ...counting, isWhole }));
    }
    return summaries;
  }
}
