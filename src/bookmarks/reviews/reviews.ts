/** Reviews: creates them, deals and decides their items, and supports second looks. Every change is on disk before its answer. */
import { AppError } from '../../shared/errors.ts';
import { runInSlices, type Work } from '../../shared/slices.ts';
import { bookmarkName } from '../bookmark-name.ts';
import type { Origin } from '../change-record.ts';
import type { Agreement } from '../codings/agreement.ts';
import { type Coded, type Codings, codingName } from '../codings/codings.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import { storedName } from '../kinds/kind-name.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import { notOwn } from '../kinds/not-own.ts';
import type { MemberChanges } from '../member-changes.ts';
import type { PackedItems } from '../member-set.ts';
import { everySource, type Includes, ordering, partsOf, type References } from '../references.ts';
import type { Reviewed } from '../reviewed/reviewed.ts';
import { acceptance, applyAcceptance } from './accepting.ts';
import { Activity } from './activity.ts';
import { batchText, type ItemRef, itemsBySource } from './batch.ts';
import { type BatchAsker, Dealing, type HeldBatch, isOpen } from './dealing.ts';
import { Deciding } from './deciding.ts';
import { type FrozenOrder, groupsTogether, planBatches } from './frozen-order.ts';
import { type OwnedSet, ReviewMaking, type ReviewSets } from './making.ts';
import { Membership } from './membership.ts';
import { checkedChoices, type ReviewChoices, type ReviewSettings, reviewName, TOGETHER_NAMES } from './review.ts';
import { type Review, reviewsIn, secondLooksAt } from './review-state.ts';
import { agreements, drawing } from './second-look.ts';
import { type PanelDecision, type ReviewedItem, SeenReviews } from './seen-reviews.ts';
import type { Counting, ReviewSummary } from './summary.ts';

/** The next item, and its position in the batch. */
export interface NextItem {
  readonly held: HeldBatch;
  readonly at: number;
}

/** Options of a second look. */
export interface SecondLookChoices {
  readonly name: string;
  readonly percent: number;
  readonly seed: number;
  readonly assignees: readonly string[] | null;
  readonly batch: number | null;
}

/** Permission for actions that only the review's creator or an administrator may perform. */
export interface Authority {
  readonly isAdministrator: boolean;
  /** The sources visible to the person. */
  readonly isOwn: Includes;
}

/** A decision on an item in a review. */
export interface ReviewDecision extends PanelDecision {
  readonly review: string;
}

export interface Changed {
  readonly name: string;
  /** Records of the change, oldest first. */
  readonly seqs: readonly number[];
}

export class Reviews {
  readonly #parts: ChangeParts;
  readonly #codings: Codings;
  readonly #members: MemberChanges;
  readonly #reviewed: Reviewed;
  readonly #sets: KindSets;
  readonly #making: ReviewMaking;
  readonly #activity: Activity;
  readonly #seen: SeenReviews;
  readonly #dealing: Dealing;
  readonly #deciding: Deciding;

  constructor(
    parts: ChangeParts,
    members: MemberChanges,
    codings: Codings,
    reviewed: Reviewed,
    {
      activity = new Activity(),
      isSeen = null,
    }: { readonly activity?: Activity; readonly isSeen?: Includes | null } = {},
  ) {
    this.#parts = parts;
    this.#codings = codings;
    this.#members = members;
    this.#reviewed = reviewed;
    this.#activity = activity;
    this.#seen = new SeenReviews(parts, isSeen);
    this.#sets = new KindSets(parts, 'review');
    this.#making = new ReviewMaking(parts);
    this.#dealing = new Dealing(parts.state, new KindSets(parts, 'batch'), this.#activity);
    this.#deciding = new Deciding(parts, members, codings, reviewed);
  }

  /** The reviews visible to a viewer of some sources: those with an item in them. */
  seenBy(isSeen: Includes): Reviews {
    const view = { activity: this.#activity, isSeen };
    return new Reviews(this.#parts, this.#members, this.#codings, this.#reviewed, view);
  }

  /** Deletes drafts and orphaned parts of reviews from an earlier process. */
  deleteLeftovers(): Promise<void> {
    return this.#making.deleteLeftovers();
  }

  /** Sorted by name. */
  all(counting: Counting): Promise<readonly ReviewSummary[]> {
    return this.#seen.all(counting);
  }

  /** As `SeenReviews.packed`. */
  packed(isIn: Includes, name?: string): ReadonlyMap<number, readonly PackedItems[]> {
    return this.#seen.packed(isIn, name);
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. */
  get(name: string, counting: Counting): Promise<ReviewSummary> {
    return this.#seen.get(name, counting);
  }

  /**
   * `named`: the name of each item's group, which stays in one batch, or null. Rejects with ALREADY_EXISTS, NOT_FOUND,
   * INVALID_REQUEST.
   */
  async create(
    choices: ReviewChoices,
    order: FrozenOrder,
    named: readonly (string | null)[] | null,
    origin: Origin,
  ): Promise<Changed> {
    const { name, ...checked } = checkedChoices(choices);
    for (const coding of checked.codings) this.#codings.get(coding);
    const settings = { ...checked, ...madeBy(origin), secondLook: null };
    const groups = named === null ? null : await runInSlices(groupsTogether(order, named));
    return this.#make(name, settings, order, groups, [], origin);
  }

  /** For the import, inside its transaction. Throws ALREADY_EXISTS, INVALID_REQUEST. */
  applyMake(sets: ReviewSets, origin: Origin): void {
    this.#making.apply(sets, origin);
  }

  /** For the import, inside its transaction. Returns the set of the review, or undefined. */
  setOf(name: string): number | undefined {
    return this.#sets.find(name);
  }

  /** Deletes the review but not the bookmarks. Rejects with NOT_FOUND, FORBIDDEN, CONFLICT. */
  async delete(name: string, authority: Authority, origin: Origin): Promise<Changed> {
    const { state } = this.#parts;
    const taken = (): Review => {
      const review = this.#review(name);
      this.#requireAuthority(review, authority, origin);
      const [look] = secondLooksAt(state, review);
      if (look === undefined) return review;
      throw new AppError('CONFLICT', `The review has the second look ${JSON.stringify(look.name)}: delete that first.`);
    };
    return { name: reviewName(name), seqs: await this.#making.delete(taken, origin) };
  }

  /** Returns the person's next undecided item. Deals a batch if necessary. Null if nothing is left for them. */
  async next(name: string, asker: BatchAsker, after: ItemRef | null, origin: Origin): Promise<NextItem | null> {
    const review = this.#review(name);
    this.#requireOpen(review, asker.who);
    this.#activity.touch(review.set, asker.who);
    const held = this.#dealing.current(review, asker, after) ?? (await this.#deal(name, asker, origin));
    return held === null ? null : { held, at: nextIn(held, after) };
  }

  #deal(name: string, asker: BatchAsker, origin: Origin): Promise<HeldBatch | null> {
    return this.#planned(
      () => this.#dealing.planning(this.#review(name), asker),
      (deal) => this.#dealing.deal(this.#review(name), deal, asker, origin),
    );
  }

  /** Returns the person's batch: one with undecided items, or the last one dealt. Null if there never was one. */
  async batch(name: string, asker: BatchAsker): Promise<HeldBatch | null> {
    const review = this.#review(name);
    this.#requireOpen(review, asker.who);
    this.#activity.touch(review.set, asker.who);
    const current =
      this.#dealing.current(review, asker, null) ?? (await runInSlices(this.#dealing.finding(review, asker, null)));
    return current ?? this.#dealing.latest(review, asker);
  }

  /** Returns the asker's or another person's batches with undecided items to the pool. Rejects with FORBIDDEN, NOT_FOUND. */
  giveBack(
    name: string,
    person: string | null | undefined,
    authority: Authority,
    origin: Origin,
  ): Promise<{ readonly name: string; readonly batches: readonly number[] }> {
    const own = origin.who ?? null;
    const who = person === undefined ? own : person;
    const allowed = (): Review => {
      const review = this.#review(name);
      if (who !== own) this.#requireAuthority(review, { ...authority, isOwn: everySource }, origin);
      return review;
    };
    return this.#planned(
      () => this.#dealing.undecidedOf(allowed(), { who, isIn: everySource }),
      (batches) => {
        const review = allowed();
        return { name: review.name, batches: this.#dealing.giveBack(review, batches, origin, authority.isOwn) };
      },
    );
  }

  /** The items of a review in order, with their decisions. Throws NOT_FOUND, INVALID_REQUEST. */
  items(name: string): Generator<ReviewedItem> {
    return this.#seen.items(name);
  }

  /** The decisions on some items of the review, by panel. */
  decisionsOf(name: string, items: readonly ItemRef[]): readonly (readonly PanelDecision[])[] {
    const { state } = this.#parts;
    const review = this.#review(name);
    const parts = itemsBySource(items).map(({ source, ids }) => ({ source, ids: ids.sort() }));
    const decisions = review.decisions('choice').map((one) => ({
      members: new Membership(parts, [state.set(one.set)]),
      decision: { coding: one.coding ?? '', choice: review.nameOfChoice(one), who: one.who },
    }));
    return items.map(({ source, id }) =>
      decisions.flatMap(({ members, decision }) => (members.has(source, id) ? [decision] : [])),
    );
  }

  /** Returns, for each id of a source, its decisions in reviews, by review name. A second look counts once it is accepted. */
  decisionsIn(source: string, ids: readonly number[]): readonly (readonly ReviewDecision[])[] {
    const { state } = this.#parts;
    const parts = [{ source, ids: Uint32Array.from(ids).sort() }];
    const own = reviewsIn(state)
      .filter((review) => review.settings.secondLook === null && this.#seen.isVisible(review))
      .flatMap((review) =>
        review.decisions('choice').map((one) => {
          const decision = {
            review: review.name,
            coding: one.coding ?? '',
            choice: review.nameOfChoice(one),
            who: one.who,
          };
          return { members: state.set(one.set), decision };
        }),
      )
      .filter(({ members }) => members.size((one) => one === source) > 0)
      .map(({ members, decision }) => ({ members: new Membership(parts, [members]), decision }));
    return ids.map((id) => own.flatMap(({ members, decision }) => (members.has(source, id) ? [decision] : [])));
  }

  /** Like `Codings.code`, for items that the person may decide. Rejects with CONFLICT as well. */
  async code(
    name: string,
    { coding, choice, refs }: { coding: string; choice: string | null; refs: References },
    origin: Origin,
  ): Promise<Coded> {
    const panel = codingName(coding);
    const chosen = choice === null ? null : bookmarkName(choice);
    const ordered = await runInSlices(ordering(partsOf(refs)));
    return this.#parts.queue.submit(ordered.count, () => {
      const review = this.#review(name);
      this.#requireOpen(review, origin.who ?? null);
      this.#activity.touch(review.set, origin.who ?? null);
      return { name: panel, choice: chosen, ...this.#deciding.decide(review, panel, chosen, ordered, origin) };
    });
  }

  /** Draws a second look, which is a separate review. Rejects with NOT_FOUND, FORBIDDEN, ALREADY_EXISTS, INVALID_REQUEST. */
  async sample(name: string, choices: SecondLookChoices, authority: Authority, origin: Origin): Promise<Changed> {
    const { state } = this.#parts;
    const first = this.#review(name);
    this.#requireAuthority(first, { ...authority, isOwn: everySource }, origin);
    if (first.settings.secondLook !== null) throw new AppError('CONFLICT', 'It is itself a second look.');
    const { order, layers } = await runInSlices(drawing(state, first, choices, authority.isOwn));
    const { percent, seed } = choices;
    const checked = checkedChoices({
      ...first.settings,
      name: choices.name,
      assignees: choices.assignees ?? first.settings.assignees,
      batch: choices.batch ?? first.settings.batch,
      asked: null,
    });
    const { name: own, ...rest } = checked;
    const secondLook = { of: first.set, percent, seed, accepted: null };
    return this.#make(own, { ...rest, ...madeBy(origin), secondLook }, order, null, layers, origin);
  }

  /** Copies the decisions of a second look to its review. Rejects with NOT_FOUND, FORBIDDEN, CONFLICT. */
  accept(name: string, authority: Authority, origin: Origin): Promise<Changed & { readonly changed: number }> {
    const { state, log } = this.#parts;
    const looks = (): { readonly first: Review; readonly second: Review } => {
      const second = this.#secondLook(name);
      this.#requireOpen(second, null, false);
      this.#requireAuthority(second, authority, origin);
      const first = reviewsIn(state).find(({ set }) => set === second.settings.secondLook!.of);
      if (first === undefined) throw new AppError('CONFLICT', 'The review of this second look is deleted.');
      return { first, second };
    };
    return this.#planned(
      () => {
        const { first, second } = looks();
        return acceptance(state, first, second);
      },
      (planned) => {
        const { first, second } = looks();
        const before = log.head().count;
        applyAcceptance(state, { members: this.#members, deciding: this.#deciding }, first, planned, origin);
        const accepted = { who: origin.who ?? null, time: new Date().toISOString() };
        const settings = { ...second.settings, secondLook: { ...second.settings.secondLook!, accepted } };
        this.#sets.describe(second.name, JSON.stringify(settings), origin);
        return { name: first.name, changed: planned.items, seqs: this.#since(before) };
      },
    );
  }

  /** The agreement of a second look with the first. Rejects with NOT_FOUND, CONFLICT. */
  async agreement(name: string, isIn: Includes): Promise<readonly (Agreement & { readonly coding: string })[]> {
    return runInSlices(agreements(this.#parts.state, this.#secondLook(name), isIn));
  }

  /** Plans a change in slices, in its turn. Other changes wait until `apply` has run with the plan, in a transaction. */
  #planned<P, T>(plan: () => Work<P>, apply: (planned: P) => T): Promise<T> {
    let planned: P;
    return this.#parts.queue.submit(
      0,
      () => apply(planned),
      async () => {
        planned = await runInSlices(plan());
      },
    );
  }

  /** Throws NOT_FOUND, INVALID_REQUEST. */
  #review(name: string): Review {
    return this.#seen.review(name);
  }

  #secondLook(name: string): Review {
    const review = this.#review(name);
    if (review.settings.secondLook !== null) return review;
    throw new AppError(
      'CONFLICT',
      `The review ${JSON.stringify(review.name)} is not a second look: draw one with "sample".`,
    );
  }

  async #make(
    name: string,
    settings: ReviewSettings,
    order: FrozenOrder,
    groups: readonly (readonly number[])[] | null,
    layers: readonly OwnedSet[],
    origin: Origin,
  ): Promise<Changed> {
    const what = settings.together === null ? undefined : TOGETHER_NAMES[settings.together];
    const plan = await runInSlices(planBatches(order, settings.batch, groups, batchText, what));
    const batches = plan.batches.map((one): OwnedSet => ({ kind: 'batch', ...one }));
    const sets = { name, text: JSON.stringify(settings), packed: plan.packed, owned: [...batches, ...layers] };
    return { name, seqs: await this.#making.make(sets, origin) };
  }

  #since(count: number): readonly number[] {
    return Array.from({ length: this.#parts.log.head().count - count }, (_, i) => count + 1 + i);
  }

  /** Throws FORBIDDEN, and CONFLICT for a second look that was accepted. */
  #requireOpen({ name, settings: { assignees, secondLook } }: Review, who: string | null, isPersonal = true): void {
    if (isPersonal && assignees.length > 0 && (who === null || !assignees.includes(who))) {
      throw new AppError('FORBIDDEN', `You are not among the assignees of the review ${JSON.stringify(name)}.`);
    }
    if (secondLook?.accepted != null) {
      throw new AppError(
        'CONFLICT',
        `The second look ${JSON.stringify(name)} was accepted, so it cannot change any more.`,
      );
    }
  }

  #requireAuthority(review: Review, { isAdministrator, isOwn }: Authority, { who = null }: Origin): void {
    if (!isAdministrator && review.settings.creator !== who) {
      throw new AppError('FORBIDDEN', 'Only the person who made the review, or an administrator, may do that.');
    }
    const members = this.#parts.state.set(review.set);
    if (members.size(isOwn) === members.size(everySource)) return;
    throw notOwn(storedName('review', review.name));
  }
}

function madeBy({ who = null }: Origin): Pick<ReviewSettings, 'creator' | 'created'> {
  return { creator: who, created: new Date().toISOString() };
}

/** The first undecided item after `after`, or else the first undecided item. */
function nextIn({ items }: HeldBatch, after: ItemRef | null): number {
  const from = after === null ? -1 : items.findIndex(({ source, id }) => source === after.source && id === after.id);
  const later = items.findIndex((item, at) => at > from && isOpen(item));
  return later >= 0 ? later : items.findIndex(isOpen);
}
