/**
 * A second look: a seeded sample of the decided items of a review, which is a review of its own. Its decisions change no bookmark and no
 * decision of the first look until they are accepted.
 */
import { AppError } from '../../shared/errors.ts';
import { atOnce } from '../../shared/work.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { Origin } from '../change-record.ts';
import { type Agreement, agreementOf } from '../codings/agreement.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import type { MemberChanges } from '../member-changes.ts';
import { everySource, type OrderedReferences, ordering, type Presence } from '../references.ts';
import { type ItemRef, itemsBySource, itemsOf } from './batch.ts';
import type { Deciding } from './deciding.ts';
import type { DecisionKey, Layer } from './decision.ts';
import { FrozenOrder } from './frozen-order.ts';
import { Membership } from './membership.ts';
import type { Review } from './review-state.ts';

export const SECOND_LOOK_ITEMS_MAX = 20_000;

/** The decided items that are looked at again, in the order of the review. Throws INVALID_REQUEST. */
export function sampled(
  state: BookmarkState,
  review: Review,
  { percent, seed }: { percent: number; seed: number },
  isIn: Presence,
): FrozenOrder {
  const done = review.decisions('done').map(({ set }) => state.set(set));
  const decided: (ItemRef & { readonly rank: number })[] = [];
  for (const batch of review.batches()) {
    const seen = [...itemsOf(batch)].filter(({ source }) => isIn(source));
    const parts = itemsBySource(seen).map(({ source, ids }) => ({ source, ids: ids.sort() }));
    const members = new Membership(parts, done);
    for (const item of seen) {
      if (!members.has(item.source, item.id)) continue;
      decided.push({ ...item, rank: rankOf(seed, item) });
    }
  }
  const wanted = Math.ceil((decided.length * percent) / 100);
  if (wanted === 0) {
    throw new AppError(
      'INVALID_REQUEST',
      `The review ${JSON.stringify(review.name)} has no decided items to look at again.`,
    );
  }
  if (wanted > SECOND_LOOK_ITEMS_MAX) {
    throw new AppError(
      'INVALID_REQUEST',
      `The second look would have ${wanted} items, and at most ${SECOND_LOOK_ITEMS_MAX} are drawn. Choose a smaller "percent".`,
    );
  }
  const chosen = new Set(decided.toSorted((a, b) => a.rank - b.rank).slice(0, wanted));
  const order = new FrozenOrder();
  for (const item of decided) if (chosen.has(item)) order.add(item.source, item.id);
  return order;
}

/** 32 bits that depend on the seed, the source and the id alone: FNV-1a, then the finalizer of MurmurHash3. */
function rankOf(seed: number, { source, id }: ItemRef): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${seed} ${id} ${source}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Decisions of one layer: for each item and panel the choices and who made them. */
class DecidedItems {
  readonly #of = new Map<string, { readonly choice: number | null; readonly who: string | null }[]>();

  constructor(state: BookmarkState, review: Review, layer: Layer, isWanted: (item: ItemRef) => boolean) {
    for (const { set, coding, choice, who } of review.decisions(layer)) {
      for (const { source } of state.set(set).sizes(everySource)) {
        for (const id of state.set(set).members(source)) {
          if (!isWanted({ source, id })) continue;
          const key = keyOf(coding, { source, id });
          const known = this.#of.get(key);
          if (known === undefined) this.#of.set(key, [{ choice, who }]);
          else known.push({ choice, who });
        }
      }
    }
  }

  of(coding: string, item: ItemRef): readonly { readonly choice: number | null; readonly who: string | null }[] {
    return this.#of.get(keyOf(coding, item)) ?? [];
  }
}

function keyOf(coding: string | null, { source, id }: ItemRef): string {
  return JSON.stringify([coding, source, id]);
}

function choicesOf(decided: readonly { readonly choice: number | null }[]): ReadonlySet<number> {
  return new Set(decided.flatMap(({ choice }) => choice ?? []));
}

/** Decided items of the second look, in its order. */
function lookedAt(review: Review, isIn: Presence): readonly ItemRef[] {
  const done = review.decisions('done');
  return review
    .batches()
    .flatMap((batch) => [...itemsOf(batch)])
    .filter((item) => isIn(item.source) && review.deciderOf(item, done) !== undefined);
}

/** One table for each panel, of the items that were decided in both looks. */
export function agreements(
  state: BookmarkState,
  review: Review,
  isIn: Presence,
): readonly (Agreement & { readonly coding: string })[] {
  const items = lookedAt(review, isIn);
  const first = new DecidedItems(state, review, 'first', () => true);
  const second = new DecidedItems(state, review, 'choice', () => true);
  const names = namesIn(review);
  const shown = (decided: ReturnType<DecidedItems['of']>): readonly string[] =>
    [...choicesOf(decided)].map((set) => names.get(set) ?? String(set)).sort();
  return review.settings.codings.map((coding) => {
    const pairs = items.map((item) => [shown(first.of(coding, item)), shown(second.of(coding, item))] as const);
    return { coding, ...agreementOf(pairs) };
  });
}

function namesIn(review: Review): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const one of review.decisions()) {
    const name = review.nameOfChoice(one);
    if (one.choice !== null && name !== null) names.set(one.choice, name);
  }
  return names;
}

/** Items that the first and the second look agree on stay; of the others, what has to be added and removed. */
interface Corrections {
  /** By the set of a bookmark. */
  readonly add: Map<number, ItemRef[]>;
  readonly remove: Map<number, ItemRef[]>;
  /** By the key of decisions of the first review. */
  readonly decisions: Map<
    string,
    { readonly key: DecisionKey; readonly kind: 'add' | 'remove'; readonly items: ItemRef[] }
  >;
  items: number;
}

/** Inside a transaction: the decisions of the second look become those of the review. Returns how many items changed. */
export function accept(
  parts: ChangeParts,
  members: MemberChanges,
  deciding: Deciding,
  { first, second, origin, seqs }: { first: Review; second: Review; origin: Origin; seqs: number[] },
): number {
  const corrections = correctionsOf(parts.state, first, second);
  for (const kind of ['remove', 'add'] as const) {
    for (const [set, items] of corrections[kind]) {
      const name = parts.state.nameOf(set);
      if (name === undefined) continue; // its bookmark was deleted
      const target = { action: kind, kind, set, name } as const;
      const { seq } = members.apply(target, ordered(items), { origin, isPresent: everySource });
      if (seq !== null) seqs.push(seq);
    }
  }
  for (const { key, kind, items } of corrections.decisions.values()) {
    deciding.move(kind, deciding.setOf(first, key, origin), ordered(items), origin, seqs);
  }
  return corrections.items;
}

function correctionsOf(state: BookmarkState, first: Review, second: Review): Corrections {
  const items = lookedAt(second, everySource);
  const wanted = new Set(items.map((item) => keyOf(null, item)));
  const before = new DecidedItems(state, first, 'choice', (item) => wanted.has(keyOf(null, item)));
  const after = new DecidedItems(state, second, 'choice', () => true);
  const corrections: Corrections = { add: new Map(), remove: new Map(), decisions: new Map(), items: 0 };
  const correct = (kind: 'add' | 'remove', key: DecisionKey, item: ItemRef): void => {
    const text = JSON.stringify([kind, key]);
    const known = corrections.decisions.get(text);
    if (known === undefined) corrections.decisions.set(text, { key, kind, items: [item] });
    else known.items.push(item);
    if (key.layer !== 'choice' || key.choice === null) return;
    const list = corrections[kind].get(key.choice);
    if (list === undefined) corrections[kind].set(key.choice, [item]);
    else list.push(item);
  };
  for (const item of items) {
    let isChanged = false;
    for (const coding of second.settings.codings) {
      const [were, are] = [before.of(coding, item), after.of(coding, item)];
      const [formerly, now] = [choicesOf(were), choicesOf(are)];
      if (formerly.size === now.size && [...now].every((choice) => formerly.has(choice))) continue;
      isChanged = true;
      for (const { choice, who } of were) {
        if (choice === null || !now.has(choice)) correct('remove', { layer: 'choice', coding, choice, who }, item);
      }
      for (const { choice, who } of are) {
        if (choice === null || !formerly.has(choice)) correct('add', { layer: 'choice', coding, choice, who }, item);
      }
    }
    if (!isChanged) continue;
    corrections.items++;
    const who = first.deciderOf(item) ?? null;
    correct('add', { layer: 'overturned', coding: null, choice: null, who }, item);
  }
  return corrections;
}

function ordered(items: readonly ItemRef[]): OrderedReferences {
  return atOnce(ordering(itemsBySource(items)));
}
