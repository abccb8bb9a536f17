/** Progress of a review: decisions by person, rates, and changes by a second look. */
import type { Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { ChangeLog } from '../change-log.ts';
import { choicesByName } from '../codings/comparison.ts';
import { type GoneItems, NOTHING_GONE } from '../kinds/gone-items.ts';
import type { Includes } from '../references.ts';
import type { RecordedDecision } from './decision.ts';
import type { ReviewSettings } from './review.ts';
import { type Review, reviewOf, secondLooksAt } from './review-state.ts';

/** A longer gap between two decisions of a person is a break, and does not count for the rate. */
export const BREAK_MS = 300_000;

export interface ChoiceCount {
  readonly coding: string;
  /** Null for "none of the choices". */
  readonly choice: string | null;
  readonly items: number;
}

export interface PersonProgress {
  /** Null for a person without a name. */
  readonly who: string | null;
  readonly decided: number;
  readonly choices: readonly ChoiceCount[];
  readonly overturned: number;
  /** Decisions per hour, without breaks. Null before the second decision. */
  readonly rate: number | null;
}

export interface ReviewSummary extends Omit<ReviewSettings, 'secondLook' | 'asked'> {
  readonly name: string;
  readonly total: number;
  readonly decided: number;
  /** Undecided, and not gone. */
  readonly left: number;
  /** Items that their source no longer has. Absent if there are none, null if unknown because a source is not ready. */
  readonly gone?: { readonly decided: number; readonly undecided: number } | null;
  readonly overturned: number;
  readonly choices: readonly ChoiceCount[];
  readonly people: readonly PersonProgress[];
  readonly batches: { readonly total: number; readonly held: number };
  readonly asked: string | null;
  readonly secondLook: {
    /** Null if that review was deleted. */
    readonly of: string | null;
    readonly percent: number;
    readonly seed: number;
    readonly accepted: { readonly who: string | null; readonly time: string } | null;
  } | null;
  readonly secondLooks: readonly string[];
}

export interface Counting {
  /** Sources whose items count. */
  readonly isIn: Includes;
  /** Keyed by the review's set. Absent if the sources were not asked. */
  readonly gone?: ReadonlyMap<number, GoneItems>;
  /** The records that count for rates. */
  readonly isRecordSeen: (sequence: number) => boolean;
}

interface RatedLog {
  readonly log: Pick<ChangeLog, 'timesOf'>;
  readonly last?: number | undefined;
}

interface CountingOfViewer extends Counting {
  /** Whether the viewer sees every source. Otherwise the stored request may name hidden ones. */
  readonly isWhole: boolean;
}

/** Decisions per hour of each person, by review. */
export type Rates = ReadonlyMap<number, ReadonlyMap<string | null, number>>;

/** Facts common to all reviews, looked up once. */
export interface SharedFacts {
  /** All reviews of the state, including second looks. */
  readonly reviews: readonly Review[];
  readonly rates: Rates;
}

/** Synchronous, so that the state is consistent. */
export function summaryOf(
  state: BookmarkState,
  review: Review,
  { reviews, rates: all }: SharedFacts,
  counting: CountingOfViewer,
): ReviewSummary {
  const { isIn } = counting;
  const size = ({ set }: { readonly set: number }): number => state.set(set).size(isIn);
  const sum = (of: readonly RecordedDecision[]): number => of.reduce((total, one) => total + size(one), 0);
  const [done, choices, overturned] = [
    review.decisions('done'),
    review.decisions('choice'),
    review.decisions('overturned'),
  ];
  const rates: ReadonlyMap<string | null, number> = all.get(review.set) ?? new Map();
  const deciders = [...done, ...choices].filter((one) => size(one) > 0).map(({ who }) => who);
  const people = [...new Set(deciders)].sort(choicesByName).map((who) => {
    const isOwn = (one: RecordedDecision): boolean => one.who === who;
    const decided = sum(done.filter(isOwn));
    return {
      who,
      decided,
      choices: countsOf(review, choices.filter(isOwn), size),
      overturned: sum(overturned.filter(isOwn)),
      rate: decided < 2 ? null : (rates.get(who) ?? null),
    };
  });
  const [total, decided] = [state.set(review.set).size(isIn), sum(done)];
  const lost = counting.gone?.get(review.set) ?? NOTHING_GONE;
  const gone = countGone(state, done, lost);
  const batches = review.batches().filter((batch) => size(batch) > 0);
  const { secondLook, ...settings } = review.settings;
  const looks = secondLooksAt(state, review, reviews).filter((look) => size(look) > 0);
  return {
    name: review.name,
    ...settings,
    asked: counting.isWhole ? settings.asked : null,
    total,
    decided,
    left: total - decided - gone.undecided,
    ...(lost.isComplete ? gone.decided + gone.undecided > 0 && { gone } : { gone: null }),
    overturned: sum(overturned),
    choices: countsOf(review, choices, size),
    people,
    batches: { total: batches.length, held: batches.filter(({ holder }) => holder !== null).length },
    secondLook: secondLook === null ? null : { ...secondLook, of: reviewOf(state, secondLook.of)?.name ?? null },
    secondLooks: looks.map(({ name }) => name),
  };
}

function countGone(
  state: BookmarkState,
  done: readonly RecordedDecision[],
  { items }: GoneItems,
): { readonly decided: number; readonly undecided: number } {
  let [decided, all] = [0, 0];
  for (const part of items) {
    const marks = new Uint8Array(part.ids.length);
    for (const { set } of done) state.set(set).mark(part, marks);
    for (const mark of marks) decided += mark;
    all += marks.length;
  }
  return { decided, undecided: all - decided };
}

function countsOf(
  review: Review,
  choices: readonly RecordedDecision[],
  size: (one: RecordedDecision) => number,
): ChoiceCount[] {
  const counts = new Map<string, { coding: string; choice: string | null; items: number }>();
  for (const one of choices) {
    const items = size(one);
    if (items === 0) continue;
    const key = JSON.stringify([one.coding, one.choice]);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { coding: one.coding ?? '', choice: review.nameOfChoice(one), items });
    else known.items += items;
  }
  return [...counts.values()].sort((a, b) => choicesByName(a.coding, b.coding) || choicesByName(a.choice, b.choice));
}

interface Gaps {
  later: number;
  count: number;
  ms: number;
}

/**
 * Decisions per hour by review and person: the number of gaps between decisions, divided by the duration of these gaps. One pass
 * over the log serves all reviews. `last`: the last record of the state, by default the present one.
 */
export function* ratesOf(
  { log, last = Number.POSITIVE_INFINITY }: RatedLog,
  reviews: readonly Review[],
  { isRecordSeen }: Pick<Counting, 'isRecordSeen'>,
): Work<Rates> {
  const deciders = new Map<number, { readonly review: number; readonly who: string | null }>();
  for (const review of reviews) {
    for (const { set, who } of review.decisions('done')) deciders.set(set, { review: review.set, who });
    yield;
  }
  const all = new Map<number, Map<string | null, Gaps>>(reviews.map(({ set }) => [set, new Map()]));
  for (const record of log.timesOf(last, deciders)) {
    if (record === null) yield;
    else if (isRecordSeen(record.sequence)) {
      const { review, who } = deciders.get(record.set)!;
      addGap(all.get(review)!, who, record.time);
    }
  }
  return new Map([...all].map(([review, gaps]) => [review, hourly(gaps)]));
}

function addGap(gaps: Map<string | null, Gaps>, who: string | null, time: number): void {
  const known = gaps.get(who);
  if (known === undefined) {
    gaps.set(who, { later: time, count: 0, ms: 0 });
    return;
  }
  const gap = known.later - time;
  known.later = time;
  // A gap is negative if the clock was set back.
  if (gap < 0 || gap > BREAK_MS) return;
  known.count++;
  known.ms += gap;
}

function hourly(gaps: ReadonlyMap<string | null, Gaps>): ReadonlyMap<string | null, number> {
  return new Map(
    [...gaps].flatMap(([who, { count, ms }]) => (ms === 0 ? [] : [[who, Math.round((count * 3.6e7) / ms) / 10]])),
  );
}
