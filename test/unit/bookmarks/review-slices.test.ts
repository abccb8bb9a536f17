/**
 * Work on many items of a review yields after a bounded number of items. The test counts yields, not milliseconds. Results are
 * compared with plain twins.
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { BookmarkState } from '../../../src/bookmarks/bookmark-state.ts';
import { NO_DESCRIPTION } from '../../../src/bookmarks/descriptions/description.ts';
import { type Kind, ownedName, storedName } from '../../../src/bookmarks/kinds/kind-name.ts';
import { countPacked, MemberSet } from '../../../src/bookmarks/member-set.ts';
import { RECORDS_A_TURN, RecordIndex } from '../../../src/bookmarks/record-index.ts';
import { acceptance } from '../../../src/bookmarks/reviews/accepting.ts';
import { Activity } from '../../../src/bookmarks/reviews/activity.ts';
import { batchText } from '../../../src/bookmarks/reviews/batch.ts';
import { Dealing } from '../../../src/bookmarks/reviews/dealing.ts';
import { decisionText, type Layer } from '../../../src/bookmarks/reviews/decision.ts';
import { packing } from '../../../src/bookmarks/reviews/frozen-order.ts';
import { ReviewItemTable } from '../../../src/bookmarks/reviews/item-table.ts';
import { LOOKED_UP_AT_ONCE } from '../../../src/bookmarks/reviews/membership.ts';
import { type Review, reviewIn } from '../../../src/bookmarks/reviews/review-state.ts';
import { agreements, drawing, lowest } from '../../../src/bookmarks/reviews/second-look.ts';
import { BREAK_MS, ratesOf } from '../../../src/bookmarks/reviews/summary.ts';
import { Steps } from '../../../src/bookmarks/steps.ts';
import { atOnce, type Work } from '../../../src/shared/slices.ts';

const STRIDES = 4;
const COUNT = STRIDES * LOOKED_UP_AT_ONCE;
const BATCH = 1024;
const BATCHES = COUNT / BATCH;
const everywhere = () => true;

/** A state that is written without a store. */
class Sketch {
  readonly state = new BookmarkState();

  create(name: string, comment: string | null, ids: readonly number[]): number {
    const set = this.state.nextSet;
    const items = atOnce(packing([{ source: 's', ids: Uint32Array.from(ids) }]));
    const description = { ...NO_DESCRIPTION, comment };
    this.state.apply({ kind: 'create', set, name, description, items }, new Steps());
    return set;
  }

  own(kind: Kind, owner: number, text: string, ids: readonly number[]): void {
    this.create(storedName(kind, ownedName(owner, String(this.state.nextSet), 'R')), text, ids);
  }

  /** `of` is the review of which it is a second look. */
  review(name: string, ids: readonly number[], batch: number, of: number | null): number {
    const secondLook = of === null ? null : { of, percent: 100, seed: 1, accepted: null };
    const settings = { order: null, codings: ['P'], assignees: [], batch, secondLook, giveBackSeconds: 60 };
    const owner = this.create(storedName('review', name), JSON.stringify(settings), ids);
    for (let from = 0; from < ids.length; from += batch) {
      const some = ids.slice(from, from + batch);
      const holder = { who: from < ids.length / 2 ? 'anna' : 'ben', time: '2026-01-01T00:00:00Z' };
      const text = batchText(1 + from / batch, [{ source: 's', ids: Uint32Array.from(some) }], holder);
      this.own('batch', owner, text, some);
    }
    return owner;
  }

  decide(owner: number, layer: Layer, choice: number | null, who: string, ids: readonly number[]): void {
    const coding = layer === 'done' ? null : 'P';
    this.own('decision', owner, decisionText({ layer, coding, choice, who }, null), ids);
  }
}

/** A review whose items are all decided, the first half by anna, and a second look at all of them with other choices. */
function decidedTwice(): { readonly state: BookmarkState; readonly first: Review; readonly second: Review } {
  const sketch = new Sketch();
  const all = Array.from({ length: COUNT }, (_, i) => 1 + i);
  const halves = [
    ['anna', all.slice(0, COUNT / 2)],
    ['ben', all.slice(COUNT / 2)],
  ] as const;
  const [yes, no] = [sketch.create('yes', null, all), sketch.create('no', null, [])];
  const of = sketch.review('R', all, BATCH, null);
  const look = sketch.review('S', all, BATCH, of);
  for (const [who, ids] of halves) {
    sketch.decide(of, 'done', null, who, ids);
    sketch.decide(of, 'choice', yes, who, ids);
    sketch.decide(look, 'done', null, who, ids);
    sketch.decide(look, 'first', yes, who, ids);
    sketch.decide(look, 'choice', no, who, ids);
  }
  const { state } = sketch;
  return { state, first: reviewIn(state, 'R'), second: reviewIn(state, 'S') };
}

function counted<T>(work: Work<T>): { readonly yields: number; readonly value: T } {
  for (let yields = 0; ; yields++) {
    const step = work.next();
    if (step.done === true) return { yields, value: step.value };
  }
}

/**
 * Minimum number of passes over all items in each kind of work, each of them in slices, and number of batches that it reads.
 */
test('yields in each pass over the items', () => {
  const { state, first, second } = decidedTwice();
  const table = 2; // by source, and its places
  const marks = 2; // of one set, and in order
  const decided = BATCHES + (table + 3 + 1 + table) * STRIDES; // of two sets, then those that are marked
  const looked = decided + 4 * marks * STRIDES;
  const moves = 8; // of two bookmarks, and three times of each person's decisions: each with its digest and difference
  const accepted = counted(acceptance(state, first, second));
  expect(accepted.yields).toBeGreaterThanOrEqual(looked + (table + 2 * (marks + 1) + 1) * STRIDES + moves * 2);
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

test('rates of all reviews take one pass over the log, with a turn for others after some records', () => {
  const { first, second } = decidedTwice();
  const log = new RecordIndex();
  for (let i = 0; i < STRIDES * RECORDS_A_TURN; i++) log.push(i, i % 7);
  const { yields } = counted(ratesOf({ log }, [first, second], { isRecordSeen: everywhere }));
  expect(yields).toBe(2 + STRIDES);
  const batches = counted(first.readingBatches());
  expect([batches.yields, batches.value.length]).toEqual([BATCHES, BATCHES]);
});

test('rates equal those of a naive look at the records of each person', () => {
  const random = new Random(Number(process.env['SEED'] ?? 8));
  const { first, second } = decidedTwice();
  const done = [first, second].flatMap((review) => review.decisions('done').map((one) => ({ ...one, review })));
  for (let round = 0; round < 60; round++) {
    const log = new RecordIndex();
    const records: { sequence: number; set: number; time: number }[] = [];
    let time = 1_000_000;
    for (let sequence = 1; sequence <= 1 + random.below(60); sequence++) {
      // Clocks go back, and people have breaks.
      time += random.pick([-500, 0, 1, 40, 5000, BREAK_MS, BREAK_MS + 1]);
      const set = random.below(5) === 0 ? first.set : random.pick(done).set;
      log.push(time, set);
      records.push({ sequence, set, time });
    }
    const last = random.pick([undefined, random.below(records.length + 1)]);
    const isRecordSeen = random.pick([everywhere, (sequence: number) => sequence % 3 !== 0]);
    const rates = atOnce(ratesOf({ log, last }, [first, second], { isRecordSeen }));
    for (const { review, set, who } of done) {
      const own = records.filter((one) => {
        return one.set === set && one.sequence <= (last ?? records.length) && isRecordSeen(one.sequence);
      });
      const gaps = own
        .slice(1)
        .map((one, i) => one.time - own[i]!.time)
        .filter((gap) => gap >= 0 && gap <= BREAK_MS);
      const ms = gaps.reduce((sum, gap) => sum + gap, 0);
      const expected = ms === 0 ? undefined : Math.round((gaps.length * 3.6e7) / ms) / 10;
      expect([round, who, rates.get(review.set)!.get(who)]).toEqual([round, who, expected]);
    }
  }
});

test('a table of items has the membership of each in its sets', () => {
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
    const table = atOnce(ReviewItemTable.of(items));
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

test('a drawing keeps the decisions of its items, and of no others', () => {
  const { state, first } = decidedTwice();
  const { order, layers } = atOnce(drawing(state, first, { percent: 10, seed: 1 }, everywhere));
  expect(order.count).toBe(Math.ceil(COUNT / 10));
  expect(layers.reduce((sum, { packed }) => sum + countPacked(packed), 0)).toBe(order.count);
});

test('accepting corrects the same as a naive comparison of each item', () => {
  const random = new Random(Number(process.env['SEED'] ?? 7));
  const ids = Array.from({ length: 30 }, (_, i) => i * 3);
  const some = (): number[] => ids.filter(() => random.below(2) === 0);
  for (let round = 0; round < 60; round++) {
    const sketch = new Sketch();
    const bookmarks = ['yes', 'no', 'maybe'].map((name) => sketch.create(name, null, some()));
    const of = sketch.review('R', ids, 7, null);
    const second = sketch.review('S', some(), 5, of);
    for (const owner of [of, second]) {
      for (const who of ['anna', 'ben']) {
        sketch.decide(owner, 'done', null, who, some());
        for (const choice of [...bookmarks, null]) sketch.decide(owner, 'choice', choice, who, some());
      }
    }
    const { state } = sketch;
    const [r, s] = [reviewIn(state, 'R'), reviewIn(state, 'S')];
    const idsOf = (set: number): readonly number[] => [...state.set(set).members('s')];
    const decidedIn = (review: Review, id: number) =>
      review.decisions('choice').filter(({ set }) => state.set(set).has('s', id));
    const expected = new Map<string, Set<number>>();
    const at = (key: string, before: readonly number[]): Set<number> => {
      const known = expected.get(key) ?? new Set(before);
      expected.set(key, known);
      return known;
    };
    const keyOf = ({ layer, choice, who }: { layer: string; choice: number | null; who: string | null }): string =>
      JSON.stringify([layer, choice, who]);
    for (const set of bookmarks) at(`${set}`, idsOf(set));
    for (const one of r.decisions('choice')) at(keyOf(one), idsOf(one.set));
    let changed = 0;
    for (const id of idsOf(s.set)) {
      if (!s.decisions('done').some(({ set }) => state.set(set).has('s', id))) continue;
      const [were, are] = [decidedIn(r, id), decidedIn(s, id)];
      const choices = (of: typeof were): Set<number> => new Set(of.flatMap(({ choice }) => choice ?? []));
      const [formerly, now] = [choices(were), choices(are)];
      if ([...formerly].sort().join() === [...now].sort().join()) continue;
      changed++;
      for (const set of formerly) if (!now.has(set)) at(`${set}`, []).delete(id);
      for (const set of now) if (!formerly.has(set)) at(`${set}`, []).add(id);
      for (const one of were) if (one.choice === null || !now.has(one.choice)) at(keyOf(one), []).delete(id);
      for (const one of are) if (one.choice === null || !formerly.has(one.choice)) at(keyOf(one), []).add(id);
      const decider = r.decisions('done').find(({ set }) => state.set(set).has('s', id))?.who ?? null;
      at(keyOf({ layer: 'overturned', choice: null, who: decider }), []).add(id);
    }
    const { items, moves } = atOnce(acceptance(state, r, s));
    expect(items).toBe(changed);
    const made = new Map<string, MemberSet>();
    for (const { of: target, differences } of moves) {
      const known =
        typeof target === 'number'
          ? target
          : r.decisions(target.layer).find((one) => keyOf(one) === keyOf(target))?.set;
      const key = typeof target === 'number' ? `${target}` : keyOf(target);
      const set = known === undefined ? (made.get(key) ?? new MemberSet()) : state.set(known);
      made.set(key, set);
      for (const difference of differences) set.change(difference, new Steps());
    }
    for (const [key, wanted] of expected) {
      const own = made.get(key) ?? null;
      if (own === null) continue;
      expect([key, [...own.members('s')]]).toEqual([key, [...wanted].sort((a, b) => a - b)]);
      expected.delete(key);
    }
    for (const [key, wanted] of expected) {
      const set =
        bookmarks.find((one) => `${one}` === key) ?? r.decisions('choice').find((one) => keyOf(one) === key)?.set;
      expect([key, set === undefined ? [] : idsOf(set)]).toEqual([key, [...wanted].sort((a, b) => a - b)]);
    }
  }
});
