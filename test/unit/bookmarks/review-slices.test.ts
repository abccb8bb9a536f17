/**
 * Work on many items of a review gives way after a bounded number of items: yields are counted, not milliseconds. What it finds is
 * held to plain twins.
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { BookmarkState } from '../../../src/bookmarks/bookmark-state.ts';
import { NO_DESCRIPTION } from '../../../src/bookmarks/descriptions/description.ts';
import { type Kind, ownedName, storedName } from '../../../src/bookmarks/kinds/kind-name.ts';
import { MemberSet } from '../../../src/bookmarks/member-set.ts';
import type { SourceItems } from '../../../src/bookmarks/references.ts';
import { acceptance } from '../../../src/bookmarks/reviews/accepting.ts';
import { Activity } from '../../../src/bookmarks/reviews/activity.ts';
import { batchText } from '../../../src/bookmarks/reviews/batch.ts';
import { Dealing } from '../../../src/bookmarks/reviews/dealing.ts';
import { decisionText, type Layer } from '../../../src/bookmarks/reviews/decision.ts';
import { packing } from '../../../src/bookmarks/reviews/frozen-order.ts';
import { ItemTable } from '../../../src/bookmarks/reviews/item-table.ts';
import { LOOKED_UP_AT_ONCE } from '../../../src/bookmarks/reviews/membership.ts';
import type { ReviewSettings } from '../../../src/bookmarks/reviews/review.ts';
import { type Review, reviewIn } from '../../../src/bookmarks/reviews/review-state.ts';
import { agreements, drawing, lowest } from '../../../src/bookmarks/reviews/second-look.ts';
import { Steps } from '../../../src/bookmarks/steps.ts';
import { atOnce, type Work } from '../../../src/shared/work.ts';

const STRIDES = 4;
const COUNT = STRIDES * LOOKED_UP_AT_ONCE;
const BATCH = 1024;
const BATCHES = COUNT / BATCH;
const everywhere = () => true;

const idsFrom = (first: number, count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => first + i);

/** A review whose items are all decided, the first half by anna, and a second look at all of them, which chose otherwise. */
function decidedTwice(): { readonly state: BookmarkState; readonly first: Review; readonly second: Review } {
  const state = new BookmarkState();
  const create = (name: string, comment: string | null, items: readonly SourceItems[]): number => {
    const set = state.nextSet;
    const description = { ...NO_DESCRIPTION, comment };
    state.apply({ kind: 'create', set, name, description, items: atOnce(packing(items)) }, new Steps());
    return set;
  };
  const all = [{ source: 's', ids: idsFrom(1, COUNT) }];
  const halves = [
    { who: 'anna', items: [{ source: 's', ids: idsFrom(1, COUNT / 2) }] },
    { who: 'ben', items: [{ source: 's', ids: idsFrom(1 + COUNT / 2, COUNT / 2) }] },
  ];
  const [yes, no] = [create('yes', null, all), create('no', null, [])];
  const make = (name: string, secondLook: ReviewSettings['secondLook']): number => {
    const settings = { order: null, codings: ['P'], assignees: [], batch: BATCH, secondLook, giveBackSeconds: 60 };
    const owner = create(storedName('review', name), JSON.stringify(settings), all);
    const own = (kind: Kind, text: string, items: readonly SourceItems[]): unknown =>
      create(storedName(kind, ownedName(owner, String(state.nextSet), name)), text, items);
    for (let i = 0; i < BATCHES; i++) {
      const items = [{ source: 's', ids: idsFrom(1 + i * BATCH, BATCH) }];
      own(
        'batch',
        batchText(i + 1, items, { who: i < BATCHES / 2 ? 'anna' : 'ben', time: '2026-01-01T00:00:00Z' }),
        items,
      );
    }
    const decide = (layer: Layer, choice: number | null): void => {
      const coding = layer === 'done' ? null : 'P';
      for (const { who, items } of halves) own('decision', decisionText({ layer, coding, choice, who }, null), items);
    };
    decide('done', null);
    decide('choice', secondLook === null ? yes : no);
    if (secondLook !== null) decide('first', yes);
    return owner;
  };
  const of = make('R', null);
  make('S', { of, percent: 100, seed: 1, accepted: null });
  return { state, first: reviewIn(state, 'R'), second: reviewIn(state, 'S') };
}

function counted<T>(work: Work<T>): { readonly yields: number; readonly value: T } {
  for (let yields = 0; ; yields++) {
    const step = work.next();
    if (step.done === true) return { yields, value: step.value };
  }
}

/** Passes over all items that each work makes at the least, each of them in strides; and batches that it reads. */
test('yields in each pass over the items', () => {
  const { state, first, second } = decidedTwice();
  const table = 2; // by source, and its places
  const marks = 2; // of one set, and in order
  const decided = BATCHES + (table + 3 + 1 + table) * STRIDES; // of two sets, then those that are marked
  const looked = decided + 4 * marks * STRIDES;
  const accepted = counted(acceptance(state, first, second));
  expect(accepted.yields).toBeGreaterThanOrEqual(looked + (table + 2 * (marks + 1) + 1) * STRIDES);
  expect(accepted.value.items).toBe(COUNT);
  const agreed = counted(agreements(state, second, everywhere));
  expect(agreed.yields).toBeGreaterThanOrEqual(looked + STRIDES);
  expect(agreed.value).toEqual([
    { coding: 'P', items: COUNT, agreed: 0, kappa: 0, cells: [{ first: ['yes'], second: ['no'], items: COUNT }] },
  ]);
  const drawn = counted(drawing(state, first, { percent: 100, seed: 1 }, everywhere));
  expect(drawn.yields).toBeGreaterThanOrEqual(decided + (3 + 1 + table + 2 * (marks + 1)) * STRIDES);
  expect(drawn.value.order.count).toBe(COUNT);
  const dealing = new Dealing(state, null as never, new Activity());
  const dealt = counted(dealing.planning(first, { who: 'anna', isIn: everywhere }));
  expect(dealt.yields).toBeGreaterThanOrEqual(2 * STRIDES + BATCHES / 2);
  expect(dealt.value).toEqual({ givenBack: [], batch: null });
});

test('a table of items says of each what its sets say', () => {
  const random = new Random(Number(process.env['SEED'] ?? 5));
  for (let round = 0; round < 30; round++) {
    const most = random.pick([9, 300, 200_000]);
    const someIds = (): Uint32Array =>
      Uint32Array.from(new Set(Array.from({ length: random.below(60) }, () => random.below(most)))).sort();
    const items = ['a', 'b']
      .flatMap((source) => [...someIds()].map((id) => ({ source, id })))
      .map((item) => ({ item, place: random.below(1000) }))
      .sort((one, other) => one.place - other.place)
      .map(({ item }) => item);
    const sets = Array.from({ length: random.below(3) }, () => {
      const set = new MemberSet();
      for (const source of ['a', 'b', 'c'])
        set.change(atOnce(set.difference('add', { source, ids: someIds() })), new Steps());
      return set;
    });
    const table = atOnce(ItemTable.of(items));
    const marks = atOnce(table.marks(sets));
    const expected = items.map(({ source, id }) => (sets.some((set) => set.has(source, id)) ? 1 : 0));
    expect([...marks]).toEqual(expected);
    expect(atOnce(table.only(marks)).items).toEqual(items.filter((_, at) => expected[at] === 1));
  }
});

test('the lowest numbers are those of a sort', () => {
  const random = new Random(Number(process.env['SEED'] ?? 6));
  for (let round = 0; round < 200; round++) {
    const most = random.pick([3, 70_000, 0xffffffff]);
    const ranks = Uint32Array.from({ length: 1 + random.below(40) }, () => random.below(most));
    const wanted = random.below(ranks.length + 1);
    const order = [...ranks.keys()].sort((a, b) => ranks[a]! - ranks[b]! || a - b).slice(0, wanted);
    const marks = atOnce(lowest(ranks, wanted));
    expect([...marks.keys()].filter((at) => marks[at] === 1)).toEqual(order.sort((a, b) => a - b));
  }
});
