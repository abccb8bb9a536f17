/**
 * Deals batches. All of it runs inside one transaction, so that two people never get the same batch.
 *
 * A person's next item comes from the batches that they hold. If none of these has an undecided item that they see, they get the
 * first free batch that has one. A batch whose other items they may not see is given back then, and so are batches of people who
 * asked for nothing for the time that the review states.
 */
import { atOnce } from '../../shared/work.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { Origin } from '../change-record.ts';
import { kindName } from '../kinds/kind-name.ts';
import type { KindSets } from '../kinds/kind-sets.ts';
import { listing } from '../member-set.ts';
import { everySource, type Presence, type SourceItems } from '../references.ts';
import type { Activity } from './activity.ts';
import { type Batch, type Holder, heldText, type ItemRef, itemsBySource, itemsOf } from './batch.ts';
import { Membership } from './membership.ts';
import type { Review } from './review-state.ts';

/** Who asks, and the sources whose items they see. */
export interface Asker {
  readonly who: string | null;
  readonly isIn: Presence;
}

/** An item of a batch, with its number among those that the person sees, from 1. */
export interface BatchItem extends ItemRef {
  readonly number: number;
  readonly isDecided: boolean;
}

/** A batch as its person sees it. */
export interface HeldBatch {
  /** Number among the batches that have an item the person may see, from 1. */
  readonly number: number;
  readonly items: readonly BatchItem[];
}

export class Dealing {
  readonly #state: BookmarkState;
  readonly #sets: KindSets;
  readonly #activity: Activity;

  constructor(state: BookmarkState, sets: KindSets, activity: Activity) {
    this.#state = state;
    this.#sets = sets;
    this.#activity = activity;
  }

  /** The batch of the person with an undecided item; that with `after` first, then those dealt last. */
  current(review: Review, asker: Asker, after: ItemRef | null): HeldBatch | null {
    const held = review.batches().filter(({ holder }) => holder !== null && holder.who === asker.who);
    const isFirst = ({ set }: Batch): boolean => after !== null && this.#state.set(set).has(after.source, after.id);
    const ordered = [...held.filter(isFirst), ...held.filter((batch) => !isFirst(batch)).reverse()];
    for (const batch of ordered) {
      if (this.#hasUndecided(review, batch, asker.isIn)) return this.view(review, batch, asker);
    }
    return null;
  }

  /** The batch that the person was dealt last. */
  latest(review: Review, asker: Asker): HeldBatch | null {
    const held = review.batches().filter(({ holder }) => holder !== null && holder.who === asker.who);
    const [last] = held.sort((a, b) =>
      a.holder!.time < b.holder!.time ? 1 : a.holder!.time > b.holder!.time ? -1 : b.number - a.number,
    );
    return last === undefined ? null : this.view(review, last, asker);
  }

  view(review: Review, batch: Batch, { isIn }: Asker): HeldBatch {
    const seen = [...itemsOf(batch)].filter(({ source }) => isIn(source));
    const parts = itemsBySource(seen).map(({ source, ids }) => ({ source, ids: ids.sort() }));
    const decided = this.#decided(review, parts);
    const items = seen.map((item, at): BatchItem => {
      return { ...item, number: at + 1, isDecided: decided.has(item.source, item.id) };
    });
    return { number: this.#numberOf(review, batch, isIn), items };
  }

  /** Inside a transaction. Returns the batch of the person, null if nothing is left for them. */
  deal(review: Review, asker: Asker, origin: Origin): HeldBatch | null {
    this.#giveBackGone(review, origin);
    const current = this.current(review, asker, null);
    if (current !== null) return current;
    for (const batch of review.batches()) {
      const isOwn = batch.holder !== null && batch.holder.who === asker.who;
      if (isOwn && this.#hasUndecided(review, batch, everySource)) this.hold(batch, null, origin);
    }
    const free = review
      .batches()
      .find((batch) => batch.holder === null && this.#hasUndecided(review, batch, asker.isIn));
    if (free === undefined) return null;
    this.hold(free, { who: asker.who, time: new Date().toISOString() }, origin);
    return this.view(review, review.batches().find(({ number }) => number === free.number)!, asker);
  }

  /** Inside a transaction. */
  hold(batch: Batch, holder: Holder | null, origin: Origin): void {
    const name = kindName(this.#state.nameOf(batch.set)!)!.name;
    this.#sets.describe(name, heldText(batch, holder), origin);
  }

  /**
   * Inside a transaction. Returns the numbers, as the asker sees them, of the batches that the person had and has no more: those
   * with undecided items.
   */
  giveBackOf(review: Review, who: string | null, origin: Origin, isIn: Presence): readonly number[] {
    const given: number[] = [];
    for (const batch of review.batches()) {
      if (batch.holder === null || batch.holder.who !== who || !this.#hasUndecided(review, batch, everySource))
        continue;
      this.hold(batch, null, origin);
      given.push(this.#numberOf(review, batch, isIn));
    }
    return given;
  }

  #numberOf(review: Review, { set: own }: Batch, isIn: Presence): number {
    const seen = review.batches().filter(({ set }) => this.#state.set(set).size(isIn) > 0);
    return 1 + seen.findIndex(({ set }) => set === own);
  }

  #giveBackGone(review: Review, origin: Origin): void {
    const { giveBackSeconds } = review.settings;
    for (const batch of review.batches()) {
      if (batch.holder === null || !this.#activity.isGone(review.set, batch.holder.who, giveBackSeconds)) continue;
      if (this.#hasUndecided(review, batch, everySource)) this.hold(batch, null, origin);
    }
  }

  #hasUndecided(review: Review, batch: Batch, isIn: Presence): boolean {
    const items = atOnce(listing(this.#state.set(batch.set), isIn));
    return items.length > 0 && !this.#decided(review, items).isWhole;
  }

  /** `items`: ids ascending. */
  #decided(review: Review, items: readonly SourceItems[]): Membership {
    return new Membership(
      items,
      review.decisions('done').map(({ set }) => this.#state.set(set)),
    );
  }
}
