/**
 * Deals batches. All of it runs inside one transaction, so that two people never get the same batch. The batch is chosen in
 * slices before the transaction, while other changes wait.
 *
 * A person's next item comes from the batches they hold. If none of these has an undecided item that they can see, they get the
 * first free batch that has one. Dealing also returns to the pool their batches whose remaining items they cannot see, and the
 * batches of people who have been inactive for the time set in the review.
 */
import type { Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { Origin } from '../change-record.ts';
import type { IsGone } from '../kinds/gone-items.ts';
import { kindName } from '../kinds/kind-name.ts';
import type { KindSets } from '../kinds/kind-sets.ts';
import { listing, type MemberSet } from '../member-set.ts';
import { everySource, type Includes } from '../references.ts';
import type { Activity } from './activity.ts';
import { type BatchHolder, heldText, type ItemRef, itemsBySource, itemsOf, type ReviewBatch } from './batch.ts';
import { Membership } from './membership.ts';
import type { Review } from './review-state.ts';

/** Number of batches of a person to try before all items of the review are examined. */
const LOOKED_AT_FIRST = 4;

/** The person, and the visible sources. */
export interface BatchAsker {
  readonly who: string | null;
  readonly isIn: Includes;
  /** Whether the source no longer has an item. Such items need no decision. Absent if there are none. */
  readonly isGone?: IsGone;
}

/** An item of a batch, with its number among the items visible to the person, from 1. */
export interface BatchItem extends ItemRef {
  readonly number: number;
  readonly isDecided: boolean;
  readonly isGone: boolean;
}

/** Whether the item still needs a decision. */
export function isOpen({ isDecided, isGone }: BatchItem): boolean {
  return !isDecided && !isGone;
}

/** A batch as visible to its holder. */
export interface HeldBatch {
  /** Number among the batches with a visible item, from 1. */
  readonly number: number;
  readonly items: readonly BatchItem[];
}

/** The changes that dealing makes. */
export interface Deal {
  readonly givenBack: readonly ReviewBatch[];
  /** The person's current or new batch; null if nothing is left for them. */
  readonly batch: ReviewBatch | null;
}

/** Whether an item of a review still needs a decision, according to a snapshot. */
type Undecided = (item: ItemRef) => boolean;

export class Dealing {
  readonly #state: BookmarkState;
  readonly #sets: KindSets;
  readonly #activity: Activity;

  constructor(state: BookmarkState, sets: KindSets, activity: Activity) {
    this.#state = state;
    this.#sets = sets;
    this.#activity = activity;
  }

  /**
   * Returns the person's batch with an undecided item. Tries the batch with `after` first, then the latest dealt. Tries only a
   * few, so null does not mean that there is none.
   */
  current(review: Review, asker: BatchAsker, after: ItemRef | null): HeldBatch | null {
    for (const batch of this.#heldBy(review, asker, after).slice(0, LOOKED_AT_FIRST)) {
      const held = this.view(review, batch, asker);
      if (held.items.some(isOpen)) return held;
    }
    return null;
  }

  /** Like `current`, over all batches of the person. These may have been returned meanwhile. */
  *finding(review: Review, asker: BatchAsker, after: ItemRef | null): Work<HeldBatch | null> {
    const isUndecided = yield* this.#undecided(review, asker);
    const batch = yield* firstWith(this.#heldBy(review, asker, after), isUndecided);
    return batch === null ? null : this.view(review, batch, asker);
  }

  /** The batch last dealt to the person. */
  latest(review: Review, asker: BatchAsker): HeldBatch | null {
    const held = review.batches().filter(({ holder }) => holder !== null && holder.who === asker.who);
    const [last] = held.sort((a, b) =>
      a.holder!.time < b.holder!.time ? 1 : a.holder!.time > b.holder!.time ? -1 : b.number - a.number,
    );
    return last === undefined ? null : this.view(review, last, asker);
  }

  view(review: Review, batch: ReviewBatch, { isIn, isGone = neverGone }: BatchAsker): HeldBatch {
    const seen = [...itemsOf(batch)].filter(({ source }) => isIn(source));
    const parts = itemsBySource(seen).map(({ source, ids }) => ({ source, ids: ids.sort() }));
    const decided = new Membership(parts, this.#doneIn(review));
    const items = seen.map((item, at): BatchItem => {
      return { ...item, number: at + 1, isDecided: decided.has(item.source, item.id), isGone: isGone(item) };
    });
    return { number: this.#numberOf(review, batch, isIn), items };
  }

  /** Plans dealing in the present state. */
  *planning(review: Review, asker: BatchAsker): Work<Deal> {
    const isUndecided = yield* this.#undecided(review, { ...asker, isIn: everySource });
    const isUndecidedHere = (item: ItemRef): boolean => asker.isIn(item.source) && isUndecided(item);
    const givenBack = yield* allWith(this.#heldByGone(review), isUndecided);
    const held = this.#heldBy(review, asker, null).filter((batch) => !givenBack.includes(batch));
    const current = yield* firstWith(held, isUndecidedHere);
    if (current !== null) return { givenBack, batch: current };
    givenBack.push(...(yield* allWith(held.sort(byNumber), isUndecided)));
    const free = review.batches().filter((batch) => batch.holder === null || givenBack.includes(batch));
    return { givenBack, batch: yield* firstWith(free, isUndecidedHere) };
  }

  /** Inside a transaction, in the state of the plan. */
  deal(review: Review, { givenBack, batch }: Deal, asker: BatchAsker, origin: Origin): HeldBatch | null {
    for (const one of givenBack) this.hold(one, null, origin);
    if (batch === null) return null;
    const isHeld = batch.holder !== null && batch.holder.who === asker.who && !givenBack.includes(batch);
    if (!isHeld) this.hold(batch, { who: asker.who, time: new Date().toISOString() }, origin);
    return this.view(review, review.batches().find(({ number }) => number === batch.number)!, asker);
  }

  /** Inside a transaction. */
  hold(batch: ReviewBatch, holder: BatchHolder | null, origin: Origin): void {
    const name = kindName(this.#state.nameOf(batch.set)!)!.name;
    this.#sets.describe(name, heldText(batch, holder), origin);
  }

  /** The person's batches with undecided items. */
  *undecidedOf(review: Review, asker: BatchAsker): Work<readonly ReviewBatch[]> {
    const own = this.#heldBy(review, asker, null);
    return yield* allWith(own.sort(byNumber), yield* this.#undecided(review, asker));
  }

  /** Inside a transaction. Frees the batches, and returns their numbers as visible to the asker. */
  giveBack(review: Review, batches: readonly ReviewBatch[], origin: Origin, isIn: Includes): readonly number[] {
    for (const batch of batches) this.hold(batch, null, origin);
    return batches.map((batch) => this.#numberOf(review, batch, isIn));
  }

  #numberOf(review: Review, { set: own }: ReviewBatch, isIn: Includes): number {
    const seen = review.batches().filter(({ set }) => this.#state.set(set).size(isIn) > 0);
    return 1 + seen.findIndex(({ set }) => set === own);
  }

  #heldBy(review: Review, { who }: BatchAsker, after: ItemRef | null): ReviewBatch[] {
    const held = review.batches().filter(({ holder }) => holder !== null && holder.who === who);
    const isFirst = ({ set }: ReviewBatch): boolean =>
      after !== null && this.#state.set(set).has(after.source, after.id);
    return [...held.filter(isFirst), ...held.filter((batch) => !isFirst(batch)).reverse()];
  }

  #heldByGone(review: Review): ReviewBatch[] {
    const { giveBackSeconds } = review.settings;
    return review
      .batches()
      .filter(({ holder }) => holder !== null && this.#activity.isGone(review.set, holder.who, giveBackSeconds));
  }

  *#undecided(review: Review, { isIn, isGone = neverGone }: Omit<BatchAsker, 'who'>): Work<Undecided> {
    const done = this.#doneIn(review).map((set) => set.copy());
    const items = yield* listing(this.#state.set(review.set), isIn);
    const decided = yield* Membership.of(items, done);
    return (item) => isIn(item.source) && !decided.has(item.source, item.id) && !isGone(item);
  }

  #doneIn(review: Review): readonly MemberSet[] {
    return review.decisions('done').map(({ set }) => this.#state.set(set));
  }
}

const neverGone: IsGone = () => false;

function byNumber(one: ReviewBatch, other: ReviewBatch): number {
  return one.number - other.number;
}

/** Returns the batches with a matching item, in order. */
function* allWith(batches: readonly ReviewBatch[], isWanted: Undecided): Work<ReviewBatch[]> {
  const found: ReviewBatch[] = [];
  for (const batch of batches) {
    if (hasOne(batch, isWanted)) found.push(batch);
    yield;
  }
  return found;
}

function* firstWith(batches: readonly ReviewBatch[], isWanted: Undecided): Work<ReviewBatch | null> {
  for (const batch of batches) {
    if (hasOne(batch, isWanted)) return batch;
    yield;
  }
  return null;
}

function hasOne(batch: ReviewBatch, isWanted: Undecided): boolean {
  for (const item of itemsOf(batch)) if (isWanted(item)) return true;
  return false;
}
