/** Records decisions of a review inside a transaction: choices, finished items, and bookmarks. */
import { AppError } from '../../shared/errors.ts';
import { atOnce } from '../../shared/slices.ts';
import type { Origin } from '../change-record.ts';
import type { Coding } from '../codings/coding.ts';
import type { Codings } from '../codings/codings.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import { kindName, ownedName } from '../kinds/kind-name.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import type { MemberChanges } from '../member-changes.ts';
import { everySource, type OrderedReferences, ordering, type SourceItems } from '../references.ts';
import { NOBODY_KNOWN, type Reviewed } from '../reviewed/reviewed.ts';
import type { ItemRef } from './batch.ts';
import { type DecisionKey, decisionText, isSame, type RecordedDecision } from './decision.ts';
import { Membership } from './membership.ts';
import { DECIDED_AT_ONCE_MAX } from './review.ts';
import type { Review } from './review-state.ts';

/** The result of a change. `seqs`: its records, oldest first. */
export interface DecisionResult {
  readonly added: number;
  readonly removed: number;
  readonly seqs: readonly number[];
}

export class Deciding {
  readonly #parts: ChangeParts;
  readonly #members: MemberChanges;
  readonly #codings: Codings;
  readonly #sets: KindSets;
  readonly #reviewed: Reviewed;

  constructor(parts: ChangeParts, members: MemberChanges, codings: Codings, reviewed: Reviewed) {
    this.#reviewed = reviewed;
    this.#parts = parts;
    this.#members = members;
    this.#codings = codings;
    this.#sets = new KindSets(parts, 'decision');
  }

  /** Inside a transaction. Throws INVALID_REQUEST, NOT_FOUND, and CONFLICT for items that the person may not decide. */
  decide(
    review: Review,
    coding: string,
    choice: string | null,
    refs: OrderedReferences,
    origin: Origin,
  ): DecisionResult {
    if (!review.settings.codings.includes(coding)) {
      throw new AppError(
        'INVALID_REQUEST',
        `The review ${JSON.stringify(review.name)} is not about the coding ${JSON.stringify(coding)}.`,
      );
    }
    const who = origin.who ?? null;
    this.#requireOwn(review, refs, who);
    const panel = this.#codings.get(coding);
    const targets = this.#codings.targets(coding, choice);
    const marks = this.#reviewed.target('add', who ?? NOBODY_KNOWN);
    this.#members.apply(marks, refs, { origin, isPresent: everySource });
    const changes =
      review.settings.secondLook === null
        ? targets.map((target) => this.#members.apply(target, refs, { origin, isPresent: everySource }))
        : [];
    const own = this.#codings.ownTargets(coding, choice, origin);
    const chosen = own.map((target) => this.#members.apply(target, refs, { origin, isPresent: everySource }));
    const seqs = [...changes, ...chosen].flatMap(({ seq }) => seq ?? []);
    this.#choose(review, panel, choice, { refs, who, origin, seqs });
    this.#settle(review, refs, who, { origin, seqs });
    const all = changes.reduce((sum, { changed }) => sum + changed, 0);
    const added = choice === null ? 0 : (changes.at(-1)?.changed ?? 0);
    return { added, removed: all - added, seqs };
  }

  /** Inside a transaction. Adds items to a decision set, or removes them. Appends the record to `seqs`. */
  move(kind: 'add' | 'remove', set: number, items: OrderedReferences, origin: Origin, seqs: number[]): number {
    const name = this.#parts.state.nameOf(set)!;
    const target = { action: kind, kind, set, name } as const;
    const { changed, seq } = this.#members.apply(target, items, { origin, isPresent: everySource });
    if (seq !== null) seqs.push(seq);
    return changed;
  }

  /** Inside a transaction. Returns the decision set, which is created if missing. */
  setOf(review: Review, key: DecisionKey, origin: Origin): number {
    const found = review.decisions(key.layer).find((one) => isSame(one, key));
    if (found !== undefined) return found.set;
    const { state } = this.#parts;
    const stored = key.choice === null ? undefined : state.nameOf(key.choice);
    const bookmark = stored === undefined ? null : (kindName(stored)?.name ?? null);
    const name = ownedName(review.set, String(state.nextSet), review.name);
    return this.#sets.create(name, decisionText(key, bookmark), [], origin);
  }

  #choose(
    review: Review,
    { name: coding, exclusive, required }: Coding,
    choice: string | null,
    { refs, who, origin, seqs }: { refs: OrderedReferences; who: string | null; origin: Origin; seqs: number[] },
  ): void {
    const chosen = choice === null ? null : this.#parts.state.find(choice)!;
    const isKept = (one: RecordedDecision): boolean =>
      one.choice === chosen && one.who === who && !(required && choice === null);
    const isReplaced = (one: RecordedDecision): boolean =>
      exclusive || chosen === null || one.choice === null || one.choice === chosen;
    for (const one of review.decisions('choice')) {
      if (one.coding === coding && !isKept(one) && isReplaced(one)) this.move('remove', one.set, refs, origin, seqs);
    }
    // If a choice is required, "none of them" is not a decision.
    if (required && choice === null) return;
    const set = this.setOf(review, { layer: 'choice', coding, choice: chosen, who }, origin);
    this.move('add', set, refs, origin, seqs);
  }

  /** Marks items as done if every required panel has a choice and at least one panel has a decision. */
  #settle(
    review: Review,
    { parts }: OrderedReferences,
    who: string | null,
    { origin, seqs }: { origin: Origin; seqs: number[] },
  ): void {
    const { state } = this.#parts;
    const choices = review.decisions('choice').map((one) => {
      return { ...one, members: new Membership(parts, [state.set(one.set)]) };
    });
    const required = review.settings.codings.filter((name) => review.coding(name)?.required === true);
    const isDone = (source: string, id: number): boolean => {
      const own = choices.filter(({ members }) => members.has(source, id));
      return (
        own.length > 0 && required.every((name) => own.some(({ coding, choice }) => coding === name && choice !== null))
      );
    };
    const done: SourceItems[] = [];
    const open: SourceItems[] = [];
    for (const { source, ids } of parts) {
      done.push({ source, ids: ids.filter((id) => isDone(source, id)) });
      open.push({ source, ids: ids.filter((id) => !isDone(source, id)) });
    }
    const undone = atOnce(ordering(open));
    for (const { set } of review.decisions('done')) this.move('remove', set, undone, origin, seqs);
    const settled = atOnce(ordering(done));
    if (settled.count === 0) return;
    this.move(
      'add',
      this.setOf(review, { layer: 'done', coding: null, choice: null, who }, origin),
      settled,
      origin,
      seqs,
    );
  }

  #requireOwn(review: Review, { parts, count }: OrderedReferences, who: string | null): void {
    if (count > DECIDED_AT_ONCE_MAX) {
      throw new AppError('INVALID_REQUEST', `A review decides at most ${DECIDED_AT_ONCE_MAX} items at once.`);
    }
    const { state } = this.#parts;
    const batches = review.batches().filter(({ holder }) => holder !== null && holder.who === who);
    const membersOf = (sets: readonly number[]): Membership =>
      new Membership(
        parts,
        sets.map((set) => state.set(set)),
      );
    const inReview = membersOf([review.set]);
    const held = membersOf(batches.map(({ set }) => set));
    const done = review.decisions('done').map((one) => ({ who: one.who, members: membersOf([one.set]) }));
    const check = (item: ItemRef): void => {
      const { source, id } = item;
      if (!inReview.has(source, id)) {
        throw new AppError('INVALID_REQUEST', `${called(item)} is not in the review ${JSON.stringify(review.name)}.`);
      }
      const decider = done.find(({ members }) => members.has(source, id))?.who;
      if (decider === who) return;
      if (decider !== undefined) {
        throw new AppError(
          'CONFLICT',
          `${called(item)} was decided by ${decider ?? 'somebody else'}. Ask for the next item.`,
        );
      }
      if (held.has(source, id)) return;
      throw new AppError('CONFLICT', `${called(item)} is not in your batch. Ask for the next item.`);
    };
    for (const { source, ids } of parts) for (const id of ids) check({ source, id });
  }
}

function called({ source, id }: ItemRef): string {
  return `Item ${id} of source ${JSON.stringify(source)}`;
}
