/**
 * A second look at a review: draws a sample of its decided items, compares, and accepts the new decisions. Everything is
 * computed in slices. Outside a transaction, results reflect the state at the start.
 */
import { AppError } from '../../shared/errors.ts';
import type { Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import { type Agreement, agreementOf, type Choices } from '../codings/agreement.ts';
import type { MemberSet } from '../member-set.ts';
import type { Includes } from '../references.ts';
import { type ItemRef, itemsBySource } from './batch.ts';
import { decisionText, type Layer, type RecordedDecision } from './decision.ts';
import { FrozenOrder, packing } from './frozen-order.ts';
import { ReviewItemTable } from './item-table.ts';
import type { OwnedSet } from './making.ts';
import { LOOKED_UP_AT_ONCE } from './membership.ts';
import type { Review } from './review-state.ts';

export const SECOND_LOOK_ITEMS_MAX = 20_000;

/** The drawn items, in the order of the review, and their decisions. */
export interface Drawn {
  readonly order: FrozenOrder;
  readonly layers: readonly OwnedSet[];
}

/** Throws INVALID_REQUEST. */
export function* drawing(
  state: BookmarkState,
  review: Review,
  { percent, seed }: { percent: number; seed: number },
  isIn: Includes,
): Work<Drawn> {
  const done = copiesOf(state, review, 'done');
  const choices = copiesOf(state, review, 'choice');
  const names = choices.map(({ one }) => review.nameOfChoice(one));
  const all = yield* ReviewItemTable.ofBatches(review.batches(), isIn);
  const decided = yield* all.only(yield* all.marks(done.map(({ members }) => members)));
  const wanted = Math.ceil((decided.items.length * percent) / 100);
  if (wanted === 0) {
    throw new AppError(
      'INVALID_REQUEST',
      `The review ${JSON.stringify(review.name)} has no decided items for a second look.`,
    );
  }
  if (wanted > SECOND_LOOK_ITEMS_MAX) {
    throw new AppError(
      'INVALID_REQUEST',
      `The second look would have ${wanted} items, and at most ${SECOND_LOOK_ITEMS_MAX} are drawn. Choose a smaller "percent".`,
    );
  }
  const drawn = yield* decided.only(yield* lowest(yield* ranksOf(seed, decided.items), wanted));
  const order = new FrozenOrder();
  for (const { source, id } of drawn.items) order.add(source, id);
  const layers: OwnedSet[] = [];
  for (const [i, { one, members }] of choices.entries()) {
    const { items } = yield* drawn.only(yield* drawn.marks([members]));
    const text = decisionText({ ...one, layer: 'first' }, names[i]!);
    layers.push({ kind: 'decision', text, packed: yield* packing(itemsBySource(items)) });
  }
  return { order, layers };
}

/** Marks the `wanted` lowest numbers. Among equal numbers, the first are marked. */
export function* lowest(ranks: Uint32Array, wanted: number): Work<Uint8Array> {
  const counts = new Uint32Array(0x10000);
  for (const [i, rank] of ranks.entries()) {
    counts[rank >>> 16]!++;
    if (i % LOOKED_UP_AT_ONCE === 0) yield;
  }
  let left = wanted;
  let last = 0;
  while (last < counts.length && counts[last]! <= left) left -= counts[last++]!;
  const marks = new Uint8Array(ranks.length);
  const ofLast: number[] = [];
  for (const [i, rank] of ranks.entries()) {
    if (rank >>> 16 < last) marks[i] = 1;
    else if (rank >>> 16 === last) ofLast.push(i);
    if (i % LOOKED_UP_AT_ONCE === 0) yield;
  }
  for (const i of ofLast.sort((a, b) => ranks[a]! - ranks[b]!).slice(0, left)) marks[i] = 1;
  return marks;
}

function* ranksOf(seed: number, items: readonly ItemRef[]): Work<Uint32Array> {
  const ranks = new Uint32Array(items.length);
  for (const [i, item] of items.entries()) {
    ranks[i] = rankOf(seed, item);
    if (i % LOOKED_UP_AT_ONCE === 0) yield;
  }
  return ranks;
}

/** Returns 32 bits that depend only on the seed, the source and the id: FNV-1a, then the finalizer of MurmurHash3. */
function rankOf(seed: number, { source, id }: ItemRef): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${seed} ${id} ${source}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export interface DecisionSet {
  readonly one: RecordedDecision;
  readonly members: MemberSet;
}

function copiesOf(state: BookmarkState, review: Review, layer: Layer): readonly DecisionSet[] {
  return review.decisions(layer).map((one) => ({ one, members: state.set(one.set).copy() }));
}

/** A decision, and the items of a table that have it. */
export interface MarkedDecision {
  readonly one: RecordedDecision;
  readonly marks: Uint8Array;
}

/** Items decided in a second look, in the order of its batches, with the earlier and the new decisions. */
export interface LookedAt {
  readonly items: readonly ItemRef[];
  /** By panel. */
  readonly before: ReadonlyMap<string | null, readonly MarkedDecision[]>;
  readonly after: ReadonlyMap<string | null, readonly MarkedDecision[]>;
}

/** `before`: the review and layer that hold the earlier decisions. */
export function* lookingAt(
  state: BookmarkState,
  second: Review,
  before: { readonly review: Review; readonly layer: Layer },
  isIn: Includes,
): Work<LookedAt> {
  const done = copiesOf(state, second, 'done');
  const [formerly, now] = [copiesOf(state, before.review, before.layer), copiesOf(state, second, 'choice')];
  const all = yield* ReviewItemTable.ofBatches(second.batches(), isIn);
  const table = yield* all.only(yield* all.marks(done.map(({ members }) => members)));
  return { items: table.items, before: yield* marked(table, formerly), after: yield* marked(table, now) };
}

function* marked(
  table: ReviewItemTable,
  sets: readonly DecisionSet[],
): Work<ReadonlyMap<string | null, readonly MarkedDecision[]>> {
  const byCoding = new Map<string | null, MarkedDecision[]>();
  for (const { one, members } of sets) {
    const decision = { one, marks: yield* table.marks([members]) };
    const known = byCoding.get(one.coding);
    if (known === undefined) byCoding.set(one.coding, [decision]);
    else known.push(decision);
  }
  return byCoding;
}

/** The decisions of an item. */
export function decisionsAt(decisions: readonly MarkedDecision[] | undefined, at: number): readonly RecordedDecision[] {
  const found: RecordedDecision[] = [];
  for (const { one, marks } of decisions ?? []) if (marks[at] === 1) found.push(one);
  return found;
}

export function choicesOf(decided: readonly RecordedDecision[]): ReadonlySet<number> {
  return new Set(decided.flatMap(({ choice }) => choice ?? []));
}

/** Returns a table for each panel, over the items decided in both looks. */
export function* agreements(
  state: BookmarkState,
  review: Review,
  isIn: Includes,
): Work<readonly (Agreement & { readonly coding: string })[]> {
  const names = namesIn(review);
  const looked = yield* lookingAt(state, review, { review, layer: 'first' }, isIn);
  const shown = (decided: readonly RecordedDecision[]): Choices =>
    [...choicesOf(decided)].map((set) => names.get(set) ?? String(set)).sort();
  const tables: (Agreement & { readonly coding: string })[] = [];
  for (const coding of review.settings.codings) {
    const pairs = new Map<string, { readonly first: Choices; readonly second: Choices; items: number }>();
    for (const at of looked.items.keys()) {
      const first = shown(decisionsAt(looked.before.get(coding), at));
      const second = shown(decisionsAt(looked.after.get(coding), at));
      const key = JSON.stringify([first, second]);
      const known = pairs.get(key);
      if (known === undefined) pairs.set(key, { first, second, items: 1 });
      else known.items++;
      if (at % LOOKED_UP_AT_ONCE === 0) yield;
    }
    const counted = [...pairs.values()].map(({ first, second, items }) => [first, second, items] as const);
    tables.push({ coding, ...agreementOf(counted) });
  }
  return tables;
}

function namesIn(review: Review): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const one of review.decisions()) {
    const name = review.nameOfChoice(one);
    if (one.choice !== null && name !== null) names.set(one.choice, name);
  }
  return names;
}
