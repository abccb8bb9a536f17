/**
 * Copies the decisions of a second look to its review in one transaction. The changes are computed in slices first, while other
 * changes wait. The transaction only swaps blocks.
 */
import type { Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { Origin } from '../change-record.ts';
import type { MemberChanges } from '../member-changes.ts';
import { type Direction, type MemberDifference, MemberSet } from '../member-set.ts';
import { everySource, type OrderedReferences, ordering } from '../references.ts';
import { Steps } from '../steps.ts';
import { type ItemRef, itemsBySource } from './batch.ts';
import type { Deciding } from './deciding.ts';
import { type DecisionKey, isSame } from './decision.ts';
import { ReviewItemTable } from './item-table.ts';
import { LOOKED_UP_AT_ONCE } from './membership.ts';
import type { Review } from './review-state.ts';
import { choicesOf, decisionsAt, type LookedAt, lookingAt } from './second-look.ts';

/** A change of one set. */
interface Move {
  readonly kind: Direction;
  /** The set of a bookmark, or a decision set of the review, which may not exist yet. */
  readonly of: number | DecisionKey;
  readonly refs: OrderedReferences;
  readonly differences: readonly MemberDifference[];
}

export interface Acceptance {
  /** Number of items with a different decision. */
  readonly items: number;
  /** The moves, in order of execution. */
  readonly moves: readonly Move[];
}

/** Computes the changes of accepting in the present state. */
export function* acceptance(state: BookmarkState, first: Review, second: Review): Work<Acceptance> {
  const looked = yield* lookingAt(state, second, { review: first, layer: 'choice' }, everySource);
  const corrections = yield* correctionsOf(state, first, second, looked);
  const planned: Move[] = [];
  const trials = new Map<number | string, MemberSet>();
  for (const { kind, of, items } of corrections.wanted()) {
    const set = typeof of === 'number' ? of : first.decisions(of.layer).find((one) => isSame(one, of))?.set;
    const key = set ?? JSON.stringify(of);
    const trial = trials.get(key) ?? (set === undefined ? new MemberSet() : state.set(set).copy());
    trials.set(key, trial);
    const refs = yield* ordering(itemsBySource(items));
    const differences: MemberDifference[] = [];
    for (const part of refs.parts) {
      const difference = yield* trial.difference(kind, part);
      trial.change(difference, new Steps());
      differences.push(difference);
    }
    planned.push({ kind, of, refs, differences });
  }
  return { items: corrections.items, moves: planned };
}

/** Inside a transaction, in the state of `acceptance`. */
export function applyAcceptance(
  state: BookmarkState,
  { members, deciding }: { readonly members: MemberChanges; readonly deciding: Deciding },
  first: Review,
  { moves }: Acceptance,
  origin: Origin,
): void {
  for (const { kind, of, refs, differences } of moves) {
    const set = typeof of === 'number' ? of : deciding.setOf(first, of, origin);
    const target = { action: kind, kind, set, name: state.nameOf(set)! } as const;
    members.apply(target, refs, { origin, isPresent: everySource }, differences);
  }
}

/** Computes additions and removals for the items on which the two looks disagree. */
class Corrections {
  items = 0;
  readonly #state: BookmarkState;
  readonly #bookmarks = { remove: new Map<number, ItemRef[]>(), add: new Map<number, ItemRef[]>() };
  readonly #decisions = new Map<string, { readonly kind: Direction; readonly of: DecisionKey; items: ItemRef[] }>();

  constructor(state: BookmarkState) {
    this.#state = state;
  }

  correct(kind: Direction, { layer, coding, choice, who }: DecisionKey, item: ItemRef): void {
    const of = { layer, coding, choice, who };
    const text = JSON.stringify([kind, of]);
    const known = this.#decisions.get(text);
    if (known === undefined) this.#decisions.set(text, { kind, of, items: [item] });
    else known.items.push(item);
    if (layer !== 'choice' || choice === null) return;
    const list = this.#bookmarks[kind].get(choice);
    if (list === undefined) this.#bookmarks[kind].set(choice, [item]);
    else list.push(item);
  }

  /** Bookmarks come first, then decisions. For each set, removals come before additions. */
  *wanted(): Generator<{
    readonly kind: Direction;
    readonly of: number | DecisionKey;
    readonly items: readonly ItemRef[];
  }> {
    for (const kind of ['remove', 'add'] as const) {
      for (const [of, items] of this.#bookmarks[kind])
        if (this.#state.nameOf(of) !== undefined) yield { kind, of, items };
    }
    const decisions = [...this.#decisions.values()];
    yield* decisions.filter(({ kind }) => kind === 'remove');
    yield* decisions.filter(({ kind }) => kind === 'add');
  }
}

function* correctionsOf(state: BookmarkState, first: Review, second: Review, looked: LookedAt): Work<Corrections> {
  const corrections = new Corrections(state);
  const deciders = yield* decidersOf(state, first, looked.items);
  for (const [at, item] of looked.items.entries()) {
    if (at % LOOKED_UP_AT_ONCE === 0) yield;
    let isChanged = false;
    for (const coding of second.settings.codings) {
      const [were, are] = [decisionsAt(looked.before.get(coding), at), decisionsAt(looked.after.get(coding), at)];
      const [formerly, now] = [choicesOf(were), choicesOf(are)];
      if (formerly.size === now.size && [...now].every((choice) => formerly.has(choice))) continue;
      isChanged = true;
      for (const one of were) {
        if (one.choice === null || !now.has(one.choice)) corrections.correct('remove', one, item);
      }
      for (const one of are) {
        if (one.choice === null || !formerly.has(one.choice)) corrections.correct('add', one, item);
      }
    }
    if (!isChanged) continue;
    corrections.items++;
    corrections.correct('add', { layer: 'overturned', coding: null, choice: null, who: deciders[at]! }, item);
  }
  return corrections;
}

/** Returns the decider of each item in the review. Null if it is undecided, or the decider has no name. */
function* decidersOf(
  state: BookmarkState,
  review: Review,
  items: readonly ItemRef[],
): Work<readonly (string | null)[]> {
  const table = yield* ReviewItemTable.of(items);
  const deciders = new Array<string | null>(items.length).fill(null);
  // The first set that contains the item counts.
  for (const { who, set } of review.decisions('done').toReversed()) {
    const marks = yield* table.marks([state.set(set)]);
    for (const [at, mark] of marks.entries()) {
      if (mark === 1) deciders[at] = who;
      if (at % LOOKED_UP_AT_ONCE === 0) yield;
    }
  }
  return deciders;
}
